import Foundation
import ReparteeJSON

/// Reads a curl command as the operation that it calls.
struct CurlReader {
  private(set) var api: API
  private let command: String

  init(_ command: String) throws {
    self.command = command
    api = API(title: "API")
    let words = try Self.words(of: command)
    guard words.first.map({ $0 == "curl" || $0.hasSuffix("/curl") }) == true else {
      throw InputError("the command does not begin with curl", file: "curl")
    }
    try read(Array(words.dropFirst()))
  }

  /// What a browser adds by itself to the command that it copies.
  private static let browserFields: Set<String> = [
    "accept-charset", "accept-language", "cache-control", "connection", "dnt", "origin", "pragma", "priority",
    "referer", "te", "upgrade-insecure-requests",
  ]

  private static let withValue: Set<String> = [
    "-A", "--user-agent", "-b", "--cookie", "-c", "--cookie-jar", "-e", "--referer", "-m", "--max-time", "-o",
    "--output",
    "-w", "--write-out", "-x", "--proxy", "--connect-timeout", "--retry", "-E", "--cert", "--key", "--cacert",
    "--resolve", "-T", "--upload-file", "-K", "--config", "--limit-rate", "-r", "--range", "-C",
    "--continue-at",
  ]

  private mutating func read(_ words: [String]) throws {
    var method: String?
    var url: String?
    var headers: [(name: String, value: String)] = []
    var data: [String] = []
    var encoded: [String] = []
    var form: [(name: String, value: String)] = []
    var isQuery = false, isJSON = false, hasUser = false
    var queue = words[...]
    while let word = queue.popFirst() {
      var (option, attached) = Self.split(word)
      func value() throws -> String {
        if let attached { return attached }
        guard let next = queue.popFirst() else { throw InputError("\(option) has no value", file: "curl") }
        return next
      }
      if !word.hasPrefix("-") || word == "-" { option = "--url"; attached = word }
      switch option {
      case "--url":
        let value = try value()
        url = url ?? value
      case "-X", "--request": method = try value().uppercased()
      case "-I", "--head": method = method ?? "HEAD"
      case "-G", "--get": isQuery = true
      case "-u", "--user", "--oauth2-bearer": hasUser = true; _ = try value()
      case "-H", "--header":
        let field = try value()
        let parts = field.split(separator: ":", maxSplits: 1)
        if parts.count == 2 {
          headers.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
        }
      case "-d", "--data", "--data-ascii", "--data-raw", "--data-binary": data.append(try value())
      case "--data-urlencode": encoded.append(try value())
      case "--json": isJSON = true; data.append(try value())
      case "-F", "--form", "--form-string":
        let field = try value()
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        form.append((String(parts[0]), parts.count == 2 ? String(parts[1]) : ""))
      case let option where Self.withValue.contains(option): _ = try value()
      default: break
      }
    }
    guard var text = url else { throw InputError("the command has no URL", file: "curl") }
    if !text.contains("://") { text = "https://" + text }
    guard let components = URLComponents(string: text), let host = components.host, !host.isEmpty
    else {
      throw InputError("the URL \"\(text)\" can't be read", file: "curl")
    }
    let hasBody = !data.isEmpty || !encoded.isEmpty || !form.isEmpty
    let port = components.port.map { ":\($0)" } ?? ""
    api.servers = ["\(components.scheme ?? "https")://\(host)\(port)"]
    let template = PathShapes([]).template(of: components.path.split(separator: "/").map(String.init))
    let verb = method ?? (hasBody && !isQuery ? "POST" : "GET")
    let path = "/" + template.segments.joined(separator: "/")
    var operation = Operation(
      method: verb, path: path,
      name:
        "\(verb.lowercased()) \(template.segments.filter { !$0.hasPrefix("{") }.suffix(2).joined(separator: " "))"
    )
    for value in template.values {
      let isNumber = value.value.allSatisfy(\.isNumber)
      operation.parameters.append(
        Parameter(
          name: value.name, place: .path, isRequired: true,
          schema: Schema(isNumber ? .integer : .string(.plain))))
    }
    var items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    if isQuery { items += Self.fields(data + encoded) }
    add(items, to: &operation)
    note(headers, hasUser: hasUser)
    if !isQuery, hasBody {
      operation.body = try body(
        data: data, encoded: encoded, form: form,
        type: headers.first { $0.name.lowercased() == "content-type" }?.value, isJSON: isJSON)
    }
    let ignored: Set<String> = [
      "accept", "content-type", "user-agent", "content-length", "host", "accept-encoding",
    ]
    for (name, _) in headers
    where !name.lowercased().hasPrefix("sec-") && !Self.browserFields.contains(name.lowercased())
      && !ignored.contains(name.lowercased()) && !Secrets.isSecret(name)
    {
      operation.parameters.append(
        Parameter(name: name, place: .header, isRequired: true, schema: Schema(.string(.plain))))
    }
    operation.responses = [DeclaredResponse(status: .range(2), content: .json(.any))]
    api.operations = [operation]
  }

  private func add(_ items: [(String, String)], to operation: inout Operation) {
    var seen: Set<String> = []
    for (name, value) in items where !Secrets.isSecret(name) && seen.insert(name).inserted {
      let isList = items.count { $0.0 == name } > 1
      let shape: Schema.Shape =
        Int(value) != nil ? .integer : value == "true" || value == "false" ? .boolean : .string(.plain)
      operation.parameters.append(
        Parameter(
          name: name, place: .query, isRequired: false, schema: Schema(isList ? .array(Schema(shape)) : shape)
        ))
    }
  }

  private mutating func note(_ headers: [(name: String, value: String)], hasUser: Bool) {
    if hasUser { api.security.append(SecurityScheme(name: "user", kind: .basic)) }
    for (name, value) in headers where Secrets.isSecret(name) && name.lowercased() != "cookie" {
      let isBearer = value.lowercased().hasPrefix("bearer ")
      api.security.append(
        name.lowercased() == "authorization" && isBearer
          ? SecurityScheme(name: "bearer token", kind: .bearer)
          : SecurityScheme(name: name, kind: .header(name)))
    }
  }

  private func body(
    data: [String], encoded: [String], form: [(name: String, value: String)], type: String?, isJSON: Bool
  ) throws -> Body {
    if !form.isEmpty {
      let properties = form.map { name, value in
        Schema.Property(
          key: name, schema: Schema(.string(value.hasPrefix("@") || value.hasPrefix("<") ? .binary : .plain)),
          isRequired: true)
      }
      return Body(
        format: .multipart, contentType: "multipart/form-data",
        schema: Schema(.object(Schema.Object(properties: properties))), isRequired: true)
    }
    let text = data.joined(separator: isJSON ? "" : "&")
    let type = type ?? (isJSON || Self.looksLikeJSON(text) ? "application/json" : MediaType.form)
    let mediaType = MediaType(type)
    if mediaType.isJSON {
      if text.hasPrefix("@") {
        return Body(format: .json, contentType: "application/json", schema: .any, isRequired: true)
      }
      let value = try SourceFile.json(Data(text.utf8), file: "the body")
      return Body(
        format: .json, contentType: "application/json", schema: Sample([value]).schema(), isRequired: true)
    }
    if mediaType.bodyFormat == .form {
      let properties = Self.fields(data + encoded).map { name, _ in
        Schema.Property(key: name, schema: Schema(.string(.plain)), isRequired: true)
      }
      return Body(
        format: .form, contentType: MediaType.form,
        schema: Schema(.object(Schema.Object(properties: properties))), isRequired: true)
    }
    return Body(format: mediaType.bodyFormat, contentType: type, schema: .any, isRequired: true)
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    let start = text.first { !$0.isWhitespace }
    return start == "{" || start == "["
  }

  private static func fields(_ data: [String]) -> [(String, String)] {
    data.flatMap { $0.split(separator: "&") }.map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).removingPercentEncoding ?? String(parts[0])
      return (name, parts.count == 2 ? String(parts[1]) : "")
    }
  }

  /// `--data=x` is `--data x`, and `-Hx` is `-H x`.
  private static func split(_ word: String) -> (String, String?) {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : (word, nil)
    }
    let takesValue = "XHduFbAeomwxTKrCEc"
    if word.hasPrefix("-"), word.count > 2 {
      let letter = word.dropFirst().prefix(1)
      if takesValue.contains(letter) { return ("-" + letter, String(word.dropFirst(2))) }
    }
    return (word, nil)
  }

  /// The words of a command, as a POSIX shell splits it; nothing is expanded.
  static func words(of command: String) throws -> [String] {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    var characters = Array(command)[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word.append(character)
      case ("\"", "\\"):
        guard let next = characters.popFirst() else { break }
        if next != "\n" { word += "\"\\$`".contains(next) ? String(next) : "\\\(next)" }
      case ("\"", _): word.append(character)
      case ("$", "'"): quote = nil
      case ("$", "\\"):
        guard let next = characters.popFirst() else { break }
        word += ["n": "\n", "t": "\t", "r": "\r"][next] ?? String(next)
      case ("$", _): word.append(character)
      case (_, "'"), (_, "\""):
        isInWord = true
        quote = character
      case (_, "$") where characters.first == "'":
        characters.removeFirst()
        isInWord = true
        quote = "$"
      case (_, "\\"):
        guard let next = characters.popFirst() else { break }
        if next == "\r\n" || next == "\n" { break }
        isInWord = true
        word.append(next)
      case (_, let character) where character.isWhitespace:
        if isInWord { words.append(word) }
        (word, isInWord) = ("", false)
      default:
        isInWord = true
        word.append(character)
      }
    }
    if quote != nil { throw InputError("a quotation mark is not closed", file: "curl") }
    if isInWord { words.append(word) }
    return words
  }
}
