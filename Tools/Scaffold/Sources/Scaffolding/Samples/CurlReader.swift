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

  /// The options of one letter that have a value.
  private static let letters = Set("AbcCdDeEFHKmoPQrtTuUwxXyYz")

  /// The longer ones that have a value which says nothing of the endpoint.
  private static let withValue: Set<String> = [
    "--abstract-unix-socket", "--alt-svc", "--aws-sigv4", "--cacert", "--capath", "--cert", "--cert-type",
    "--ciphers", "--config", "--connect-timeout", "--connect-to", "--continue-at", "--cookie", "--cookie-jar",
    "--create-file-mode", "--crlfile", "--curves", "--delegation", "--dns-interface", "--dns-ipv4-addr",
    "--dns-ipv6-addr", "--dns-servers", "--doh-url", "--dump-header", "--ech", "--egd-file", "--engine",
    "--etag-compare", "--etag-save", "--expect100-timeout", "--ftp-account", "--ftp-alternative-to-user",
    "--ftp-method", "--ftp-port", "--ftp-ssl-ccc-mode", "--happy-eyeballs-timeout-ms", "--haproxy-clientip",
    "--hostpubmd5", "--hostpubsha256", "--hsts", "--interface", "--ip-tos", "--ipfs-gateway",
    "--keepalive-cnt", "--keepalive-time", "--key", "--key-type", "--knownhosts", "--krb", "--libcurl",
    "--limit-rate", "--local-port", "--login-options", "--mail-auth", "--mail-from", "--mail-rcpt",
    "--max-filesize", "--max-redirs", "--max-time", "--netrc-file", "--noproxy", "--output", "--output-dir",
    "--parallel-max", "--parallel-max-host", "--pass", "--pinnedpubkey", "--preproxy", "--proto",
    "--proto-default", "--proto-redir", "--proxy", "--proxy-cacert", "--proxy-capath", "--proxy-cert",
    "--proxy-cert-type", "--proxy-ciphers", "--proxy-crlfile", "--proxy-header", "--proxy-key",
    "--proxy-key-type", "--proxy-pass", "--proxy-pinnedpubkey", "--proxy-service-name",
    "--proxy-tls13-ciphers", "--proxy-tlsauthtype", "--proxy-tlspassword", "--proxy-tlsuser", "--proxy-user",
    "--proxy1.0", "--pubkey", "--quote", "--random-file", "--range", "--rate", "--referer",
    "--request-target", "--resolve", "--retry", "--retry-delay", "--retry-max-time", "--sasl-authzid",
    "--service-name", "--sigalgs", "--socks4", "--socks4a", "--socks5", "--socks5-gssapi-service",
    "--socks5-hostname", "--speed-limit", "--speed-time", "--ssl-sessions", "--stderr", "--telnet-option",
    "--tftp-blksize", "--time-cond", "--tls-max", "--tls13-ciphers", "--tlsauthtype", "--tlspassword",
    "--tlsuser", "--trace", "--trace-ascii", "--trace-config", "--unix-socket", "--upload-flags",
    "--user-agent", "--variable", "--vlan-priority", "--write-out",
  ]

  /// What the body is made of: a text, or what a file holds.
  private struct Part {
    var text: String
    var isFile = false

    /// `@name` stands for a file.
    init(_ text: String) {
      isFile = text.hasPrefix("@")
      self.text = text
    }

    init(raw text: String) { self.text = text }
  }

  private mutating func read(_ words: [String]) throws {
    var method: String?
    var url: String?
    var positional: [String] = []
    var headers: [(name: String, value: String)] = []
    var data: [Part] = []
    var encoded: [String] = []
    var queryItems: [String] = []
    var form: [(name: String, isFile: Bool)] = []
    var isQuery = false, isJSON = false, hasUser = false, isUpload = false
    var queue = words[...]
    reading: while let word = queue.popFirst() {
      for (option, attached) in Self.options(word) {
        func value() throws -> String {
          if let attached { return attached }
          guard let next = queue.popFirst() else {
            throw InputError("\(option) has no value", file: "curl")
          }
          return next
        }
        switch option {
        case "": positional.append(word)
        case "-:", "--next": break reading
        case "--url":
          let value = try value()
          url = url ?? value
        case "-X", "--request": method = try value().uppercased()
        case "-I", "--head": method = method ?? "HEAD"
        case "-G", "--get": isQuery = true
        case "-u", "--user": hasUser = true; _ = try value()
        case "--oauth2-bearer": headers.append(("Authorization", "Bearer \(try value())"))
        case "-H", "--header":
          let field = try value()
          let parts = field.split(separator: ":", maxSplits: 1)
          if parts.count == 2 {
            headers.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
          }
        case "-d", "--data", "--data-ascii", "--data-binary": data.append(Part(try value()))
        case "--data-raw": data.append(Part(raw: try value()))
        case "--data-urlencode": encoded.append(try value())
        case "--url-query": queryItems.append(try value())
        case "--json": isJSON = true; data.append(Part(try value()))
        case "-T", "--upload-file": isUpload = true; _ = try value()
        case "-F", "--form", "--form-string":
          let field = try value()
          let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          let isFile = parts.count == 2 && (parts[1].hasPrefix("@") || parts[1].hasPrefix("<"))
          form.append((String(parts[0]), isFile && option != "--form-string"))
        case let option where Self.hasValue(option): _ = try value()
        default: break
        }
      }
    }
    var text = try url ?? Self.url(among: positional)
    if !Self.hasScheme(text) { text = "https://" + text }
    // It may hold a password, or be a field that was meant for an option.
    guard let components = URLComponents(string: text), let host = components.host, !host.isEmpty
    else {
      throw InputError("the command's URL can't be read", file: "curl")
    }
    if components.user != nil { hasUser = true }
    let hasBody = !data.isEmpty || !encoded.isEmpty || !form.isEmpty || isUpload
    let port = components.port.map { ":\($0)" } ?? ""
    api.servers = [Server("\(components.scheme ?? "https")://\(host)\(port)")]
    let template = PathShapes([]).template(of: HARReader.segments(components.percentEncodedPath))
    let verb = method ?? (isUpload ? "PUT" : hasBody && !isQuery ? "POST" : "GET")
    let endsInSlash = components.percentEncodedPath.hasSuffix("/") && !template.segments.isEmpty
    let path = "/" + template.segments.joined(separator: "/") + (endsInSlash ? "/" : "")
    var operation = Operation(
      method: verb, path: path,
      name:
        "\(verb.lowercased()) \(template.segments.filter { !$0.hasPrefix("{") }.suffix(2).joined(separator: " "))"
    )
    for value in template.values {
      operation.parameters.append(
        Parameter(
          name: value.name, place: .path, isRequired: true,
          schema: Schema(RecordingReader.shape(of: [value.value]))))
    }
    var items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    items += Self.fields([], encoded: queryItems)
    if isQuery { items += Self.fields(data, encoded: encoded) }
    add(items, to: &operation)
    note(headers, hasUser: hasUser)
    if !isQuery, hasBody {
      operation.body = try body(
        data: data, encoded: encoded, form: form,
        type: headers.first { $0.name.lowercased() == "content-type" }?.value, isJSON: isJSON,
        isFile: isUpload || data.contains(where: \.isFile))
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
    operation.responses = [
      DeclaredResponse(status: .range(2), content: verb == "HEAD" ? .none : .json(.any))
    ]
    api.operations = [operation]
  }

  private mutating func add(_ items: [(String, String)], to operation: inout Operation) {
    var seen: Set<String> = []
    for (name, _) in items where seen.insert(name).inserted {
      if Secrets.isCredentialItem(name) {
        api.security.append(SecurityScheme(name: name, kind: .query(name)))
        continue
      }
      let values = items.filter { $0.0 == name }.map(\.1)
      let shape = RecordingReader.shape(of: values)
      operation.parameters.append(
        Parameter(
          name: name, place: .query, isRequired: false,
          schema: Schema(values.count > 1 ? .array(Schema(shape)) : shape)))
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
    data: [Part], encoded: [String], form: [(name: String, isFile: Bool)], type: String?, isJSON: Bool,
    isFile: Bool
  ) throws -> Body? {
    if !form.isEmpty {
      let properties = form.map { name, isFile in
        Schema.Property(key: name, schema: Schema(.string(isFile ? .binary : .plain)), isRequired: true)
      }
      return Body(
        format: .multipart, contentType: "multipart/form-data",
        schema: Schema(.object(Schema.Object(properties: properties))), isRequired: true)
    }
    let text = data.map(\.text).joined(separator: isJSON ? "" : "&")
    if text.isEmpty, encoded.isEmpty, !isFile { return nil }
    let usual = isFile ? "application/octet-stream" : MediaType.form
    let type = type ?? (isJSON || Self.looksLikeJSON(text) ? "application/json" : usual)
    let mediaType = MediaType(type)
    if mediaType.isJSON {
      if isFile {
        return Body(format: .json, contentType: mediaType.name, schema: .any, isRequired: true)
      }
      let value = try SourceFile.json(Data(text.utf8), file: "the body")
      return Body(
        format: .json, contentType: mediaType.name, schema: Sample([value]).schema(), isRequired: true)
    }
    if mediaType.bodyFormat == .form, !isFile, data.isEmpty || Self.isForm(text) {
      let properties = Self.fields(data, encoded: encoded).map { name, _ in
        Schema.Property(key: name, schema: Schema(.string(.plain)), isRequired: true)
      }
      return Body(
        format: .form, contentType: MediaType.form,
        schema: Schema(.object(Schema.Object(properties: properties))), isRequired: true)
    }
    let isText = mediaType.bodyFormat == .text || (mediaType.bodyFormat == .form && !isFile)
    let format: Body.Format = isText ? .text : .bytes
    return Body(format: format, contentType: type, schema: .any, isRequired: true)
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    let start = text.first { !$0.isWhitespace }
    return start == "{" || start == "["
  }

  /// Whether a text has fields, whose names are without spaces.
  private static func isForm(_ text: String) -> Bool {
    text.contains("=")
      && text.split(separator: "&").allSatisfy { !$0.prefix { $0 != "=" }.contains(where: \.isWhitespace) }
  }

  private static func fields(_ data: [Part], encoded: [String]) -> [(String, String)] {
    let fields = data.filter { !$0.isFile }.flatMap { $0.text.split(separator: "&") }.map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).removingPercentEncoding ?? String(parts[0])
      return (name, parts.count == 2 ? String(parts[1]) : "")
    }
    // `name=text`, or `name@file`; what has no name in front is no field.
    return fields
      + encoded.compactMap { field in
        guard let end = field.firstIndex(of: "=") ?? field.firstIndex(of: "@"), end > field.startIndex
        else { return nil }
        return (String(field[..<end]), String(field[field.index(after: end)...]))
      }
  }

  private static func hasValue(_ option: String) -> Bool {
    withValue.contains(option) || (option.count == 2 && letters.contains(option.last ?? "-"))
  }

  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.prefix { $0.isASCII && $0.isLetter }
    return !scheme.isEmpty && text[scheme.endIndex...].hasPrefix("://")
  }

  private static func url(among words: [String]) throws -> String {
    if let word = words.first(where: hasScheme) { return word }
    guard let word = words.first else { throw InputError("the command has no URL", file: "curl") }
    guard words.count == 1 else {
      throw InputError(
        "\(words.count) words may be the URL: begin it with https://, or name it with --url", file: "curl")
    }
    return word
  }

  /// The options in a word: `--data=x` is `--data x`, and `-sXPUT` is `-s -X PUT`. What is none has no name.
  private static func options(_ word: String) -> [(name: String, value: String?)] {
    guard word.hasPrefix("-"), word != "-" else { return [("", nil)] }
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? [(String(parts[0]), String(parts[1]))] : [(word, nil)]
    }
    var options: [(name: String, value: String?)] = []
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      guard letters.contains(letter) else {
        options.append(("-\(letter)", nil))
        continue
      }
      options.append(("-\(letter)", rest.isEmpty ? nil : String(rest)))
      break
    }
    return options
  }
}
