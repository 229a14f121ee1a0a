/// One request of a curl command, by its options.
struct CurlCommand {
  /// What a body is made of: a text, or what a file holds.
  struct Part {
    var text: String
    var isFile = false

    /// `@name` stands for a file.
    init(_ text: String) {
      isFile = text.hasPrefix("@")
      self.text = text
    }

    init(raw text: String) { self.text = text }
  }

  var method: String?
  var url: String?
  var positional: [String] = []
  var headers: [(name: String, value: String)] = []
  var data: [Part] = []
  var encoded: [String] = []
  var queryItems: [String] = []
  var form: [CurlFormField] = []
  var cookies: [String] = []
  var isQuery = false
  var isJSON = false
  var hasUser = false
  /// The file of `-T`.
  var upload: String?
  /// What a password is used for, unless for Basic.
  var signing: String?
  var notes: [String] = []

  var hasBody: Bool { !data.isEmpty || !encoded.isEmpty || !form.isEmpty || upload != nil }

  /// The requests of a command: those between `--next`, and of several URLs each.
  static func requests(of text: String) throws -> [CurlCommand] {
    let commands = try ShellCommands(text).commands
    let calls = try commands.compactMap { command in
      try arguments(of: command.words).map { (words: $0, input: command.input) }
    }
    guard !calls.isEmpty else { throw InputError("the command does not begin with curl", file: "curl") }
    return try calls.flatMap { call in
      try call.words.split(whereSeparator: { ["-:", "--next"].contains($0) }).flatMap { words in
        try CurlCommand(Array(words), input: call.input).byURL()
      }
    }
  }

  // MARK: What stands before `curl`

  static let wrappers: Set<String> = [
    "command", "docker", "do", "doas", "env", "exec", "export", "if", "kubectl", "nice", "nohup", "podman",
    "sudo",
    "then", "time", "timeout", "watch", "while", "xargs",
  ]

  static func isCurl(_ word: String) -> Bool {
    word == "curl" || word == "curl.exe" || word.hasSuffix("/curl") || word.hasSuffix("\\curl.exe")
  }

  /// `$`, `%`, `ada@host:~$`
  static func isPrompt(_ word: String) -> Bool {
    ["$", "%", "#", ">", "!", "❯", "➜", "~", "PS>"].contains(word)
      || ("$%#>".contains(word.last ?? " ") && (word.contains("@") || word.contains(":"))
        && !word.contains("/:"))
  }

  /// `TOKEN=x`
  static func isAssignment(_ word: String) -> Bool {
    guard let end = word.firstIndex(of: "="), let first = word.first, first.isLetter || first == "_" else {
      return false
    }
    return word[..<end].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The words behind `curl`; nil if there is none.
  private static func arguments(of words: [String]) throws -> [String]? {
    var rest = words[...]
    while let word = rest.first {
      if isCurl(word) { return Array(rest.dropFirst()) }
      // `RESPONSE=$(curl …)`
      if let start = word.range(of: "$(curl "), word.hasSuffix(")") {
        return try arguments(
          of: ShellCommands.words(of: String(word[start.lowerBound...].dropFirst(2).dropLast())))
      }
      if wrappers.contains(word) {
        return rest.firstIndex(where: isCurl).map { Array(rest[($0 + 1)...]) }
      }
      guard isPrompt(word) || isAssignment(word) else { return nil }
      rest.removeFirst()
    }
    return nil
  }

  // MARK: Options

  private init(_ words: [String], input: String?) throws {
    var queue = words[...]
    while let word = queue.popFirst() {
      for (option, attached) in CurlOptions.options(in: word) {
        guard !option.isEmpty else {
          positional.append(word)
          continue
        }
        guard CurlOptions.hasValue(option) else {
          flag(option)
          continue
        }
        guard let value = attached ?? queue.popFirst() else {
          throw InputError("\(option) has no value", file: "curl")
        }
        read(option, value, input: input)
      }
    }
  }

  private mutating func flag(_ option: String) {
    switch option {
    case "-I", "--head": method = method ?? "HEAD"
    case "-G", "--get": isQuery = true
    case "--digest": signing = "HTTP digest authentication (RFC 7616)"
    case "--ntlm": signing = "NTLM"
    case "--negotiate", "--anyauth": signing = "the scheme that the server asks for (\(option))"
    default: note(option)
    }
  }

  private mutating func read(_ option: String, _ value: String, input: String?) {
    switch option {
    case "--url":
      if url == nil { url = value } else { positional.append(value) }
    case "-X", "--request": method = value.uppercased()
    case "-u", "--user": hasUser = true
    case "--oauth2-bearer": headers.append(("Authorization", "Bearer \(value)"))
    case "--aws-sigv4": signing = "AWS Signature Version 4 (`\(value)`)"
    case "-H", "--header", "--proxy-header": header(option, value)
    case "-d", "--data", "--data-ascii", "--data-binary", "--json":
      isJSON = isJSON || option == "--json"
      data.append(
        value == "@-" && input.map { !$0.hasPrefix("@") } == true ? Part(raw: input ?? "") : Part(value))
    case "--data-raw": data.append(Part(raw: value))
    case "--data-urlencode": encoded.append(value)
    case "--url-query": queryItems.append(value)
    case "-T", "--upload-file": upload = value
    case "-F", "--form": form.append(CurlFormField(value))
    case "--form-string": form.append(CurlFormField(text: value))
    case "-b", "--cookie":
      if value.contains("=") { cookies.append(value) } else { note(option) }
    default: note(option)
    }
  }

  private mutating func header(_ option: String, _ value: String) {
    guard option != "--proxy-header" else { return note(option) }
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      let value = String(parts[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      // `Accept:` takes the field away that curl sends by itself.
      if !value.isEmpty { headers.append((String(parts[0]), value)) }
    } else if value.hasSuffix(";") {
      headers.append((String(value.dropLast()), ""))
    } else {
      notes.append(
        value.hasPrefix("@")
          ? "The header fields in a file (-H @…) are not read."
          : "A header field without a colon is not written.")
    }
  }

  private mutating func note(_ option: String) {
    guard let text = CurlOptions.note(on: option), !notes.contains(text) else { return }
    notes.append(text)
  }

  /// A request for each URL.
  private func byURL() throws -> [CurlCommand] {
    let named = positional.filter(CurlURL.hasScheme)
    var urls = [url].compactMap { $0 } + named
    if urls.isEmpty {
      guard let word = positional.first else {
        if isEmpty { return [] }
        throw InputError("the command has no URL", file: "curl")
      }
      guard positional.count == 1 else {
        throw InputError(
          "\(positional.count) words may be the URL: begin it with https://, or name it with --url",
          file: "curl")
      }
      urls = [word]
    }
    return urls.map { url in
      var request = self
      request.url = url
      return request
    }
  }

  /// Whether it has nothing at all: `--next` at the end.
  private var isEmpty: Bool {
    !hasBody && headers.isEmpty && method == nil && positional.isEmpty && notes.isEmpty
  }
}
