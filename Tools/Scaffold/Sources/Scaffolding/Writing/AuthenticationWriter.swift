/// Writes how one signs in to an API: a function for each scheme, and a credential for those that it needs at once.
struct AuthenticationWriter {
  let signIns: SignIns
  let schemes: [SecurityScheme]
  let style: Style
  let types: TypePlanner

  func write(to writer: inout SwiftWriter) {
    let schemes = schemes.filter { !$0.isCertificate }
    guard !schemes.isEmpty else { return }
    var combinations: [Combination] = []
    writer.line()
    writer.block("extension Authentication") { writer in
      var names = NameScope(taken: [
        "off", "apiKey", "basic", "bearer", "credential", "named", "session", "signing",
      ])
      for (index, scheme) in schemes.enumerated() {
        if index > 0 { writer.line() }
        let base = Names.member(scheme.name)
        write(scheme, named: names.take(base, base + "Scheme"), to: &writer)
      }
      for way in signIns.combinations {
        let type = Names.type(way.name)
        let combination = Combination(way, type: types.takeTopLevel(type, type + "Credential"))
        combinations.append(combination)
        writer.line()
        let base = Names.member(way.name)
        write(combination, named: names.take(base, base + "Schemes"), to: &writer)
      }
    }
    for combination in combinations { write(combination, to: &writer) }
    if combinations.contains(where: \.hasQuery) { queryItem(to: &writer) }
  }

  private func function(
    _ documentation: String, _ name: String, _ parameters: [String], to writer: inout SwiftWriter,
    _ body: (inout SwiftWriter) -> Void
  ) {
    writer.documentation(documentation)
    writer.function("\(style.prefix)static func \(name.escapedName)", parameters, " -> Authentication", body)
  }

  // MARK: One scheme

  private func write(_ scheme: SecurityScheme, named member: String, to writer: inout SwiftWriter) {
    var text = scheme.documentation ?? "The scheme `\(scheme.name)`."
    func write(_ parameters: [String], _ value: String) {
      function(text, member, parameters, to: &writer) { $0.line(value) }
    }
    switch scheme.kind {
    case .basic:
      write(["username: String", "password: String"], ".basic(username: username, password: password)")
    case .bearer: write(["_ token: String"], ".bearer(token)")
    case .header(let field):
      if field.lowercased() == "authorization" {
        text +=
          "\n\nThe key is the whole value of `\(field)`, with the word before it if there is one (`Bearer …`)."
      }
      write(["_ key: String"], ".apiKey(key, header: \(Literal.string(field)))")
    case .query(let item): write(["_ key: String"], ".apiKey(key, query: \(Literal.string(item)))")
    case .cookie(let cookie):
      let pair = Literal.string(cookie).dropFirst().dropLast()
      write(["_ value: String"], ".apiKey(\"\(pair)=\\(value)\", header: \"Cookie\")")
    case .oauth(let authorization, let token):
      let places = [authorization.map { "authorization: \($0)" }, token.map { "tokens: \($0)" }].compactMap {
        $0
      }
      text += "\n\nOAuth 2.0 (\(places.joined(separator: ", "))): `ReparteeOAuth` gets and refreshes tokens."
      write(["_ token: String"], ".bearer(token)")
    case .openID(let url):
      text += "\n\nOpenID Connect (\(url)): `ReparteeOAuth` gets and refreshes tokens."
      write(["_ token: String"], ".bearer(token)")
    case .certificate: break
    case .other(let kind):
      text += "\n\nIt is \(kind), which you write: until then, calls fail."
      function(text, member, [], to: &writer) { writer in
        writer.line(".signing { request in")
        writer.indented { unwritten(scheme, to: &$0) }
        writer.line("}")
      }
    }
  }

  /// What stands for a scheme that can't be written.
  private func unwritten(_ scheme: SecurityScheme, to writer: inout SwiftWriter) {
    let message = Literal.string("the scheme \(scheme.name) is not written yet")
    writer.comment("Instead of this: request.headers[\"Authorization\"] = …")
    writer.line(
      "", .call("throw AuthenticationError", [.text(".unusable"), .text("message: \(message)")]))
  }

  // MARK: Several at once

  /// A credential of several schemes.
  private struct Combination {
    struct Part {
      var scheme: SecurityScheme
      var properties: [String]
    }

    let way: SignIns.Way
    let type: String
    var parts: [Part] = []

    init(_ way: SignIns.Way, type: String) {
      self.way = way
      self.type = type
      var names = NameScope(taken: ["authenticate", "expiration", "request", "secrets", "self", "init"])
      for scheme in way.schemes {
        let base = Names.member(scheme.name)
        switch scheme.kind {
        case .basic:
          let user = names.take("username", base + "Username"),
            password = names.take("password", base + "Password")
          parts.append(Part(scheme: scheme, properties: [user, password]))
        case .other, .certificate: parts.append(Part(scheme: scheme, properties: []))
        default: parts.append(Part(scheme: scheme, properties: [names.take(base, base + "Value")]))
        }
      }
    }

    var properties: [String] { parts.flatMap(\.properties) }
    var hasQuery: Bool { parts.contains { if case .query = $0.scheme.kind { true } else { false } } }
    var names: String { parts.map { "`\($0.scheme.name)`" }.joined(separator: ", ") }
  }

  private func write(_ combination: Combination, named member: String, to writer: inout SwiftWriter) {
    let parameters = combination.properties.map { "\($0.escapedName): String" }
    function("The schemes \(combination.names), at once.", member, parameters, to: &writer) { writer in
      let arguments = combination.properties.map { Code.text("\($0): \($0.escapedName)") }
      writer.line("", .call(".credential", [.call(combination.type, arguments)]))
    }
  }

  private func write(_ combination: Combination, to writer: inout SwiftWriter) {
    writer.line()
    writer.documentation("What the API needs at once: \(combination.names).")
    writer.block("\(style.typePrefix)struct \(combination.type.escapedName): Credential") { writer in
      for property in combination.properties {
        writer.line("\(style.prefix)var \(property.escapedName): String")
      }
      writer.line()
      if style.needsInitializers {
        writer.function(
          "\(style.prefix)init", combination.properties.map { "\($0.escapedName): String" }, ""
        ) { writer in
          for property in combination.properties { writer.line("self.\(property) = \(property.escapedName)") }
        }
        writer.line()
      }
      let secrets = combination.properties.map { Code.text($0.escapedName) }
      if !secrets.isEmpty {
        writer.line("\(style.prefix)var secrets: [String] { ", .list(secrets), " }")
        writer.line()
      }
      writer.declaration(
        "\(style.prefix)func authenticate(_ request: inout AttemptRequest)", "throws(AuthenticationError) {")
      writer.indented { authenticate(combination, to: &$0) }
      writer.line("}")
    }
  }

  private func authenticate(_ combination: Combination, to writer: inout SwiftWriter) {
    // One value of a field is all that an API can read.
    var fields: Set<String> = []
    var unwritten: [SecurityScheme] = []
    var cookies: [String] = []
    for part in combination.parts {
      if let field = part.scheme.field?.lowercased(), !fields.insert(field).inserted {
        writer.comment("`\(part.scheme.name)` is sent in `\(field)`, too, where one of them has place.")
        continue
      }
      let values = part.properties.map(\.escapedName)
      switch part.scheme.kind {
      case .basic:
        writer.line(
          "try ",
          .joined([
            .call("BasicCredential", [.text("username: \(values[0])"), .text("password: \(values[1])")]),
            .text(".authenticate(&request)"),
          ]))
      case .bearer, .oauth, .openID: writer.line("try BearerToken(\(values[0])).authenticate(&request)")
      case .header(let name): writer.line("request.headers[\(Literal.string(name))] = \(values[0])")
      case .query(let name):
        writer.line("request.appendQueryItem(\(Literal.string(name)), \(values[0]))")
      case .cookie(let name):
        cookies.append("\"\(Literal.string(name).dropFirst().dropLast())=\\(\(values[0]))\"")
      case .certificate: break
      case .other: unwritten.append(part.scheme)
      }
    }
    if !cookies.isEmpty {
      // Those of the client stay.
      let list = (["request.headers[\"Cookie\"]"] + cookies).map(Code.text)
      writer.line("let cookies = ", .list(list), ".compactMap { $0 }")
      writer.line("request.headers[\"Cookie\"] = cookies.joined(separator: \"; \")")
    }
    for scheme in unwritten.prefix(1) { self.unwritten(scheme, to: &writer) }
  }

  private func queryItem(to writer: inout SwiftWriter) {
    writer.line()
    writer.block("\(style.isMainActor ? "nonisolated " : "")extension AttemptRequest") { writer in
      writer.documentation("Appends an item to the query, whose value is percent-encoded.")
      writer.block("fileprivate mutating func appendQueryItem(_ name: String, _ value: String)") { writer in
        writer.line("let item = [name, value].map { text in")
        writer.line("  text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text")
        writer.line("}.joined(separator: \"=\")")
        writer.line("let path = head.path ?? \"/\"")
        writer.line("head.path = path + (path.contains(\"?\") ? \"&\" : \"?\") + item")
      }
    }
  }
}

extension SecurityScheme {
  /// The header field that it sets.
  fileprivate var field: String? {
    switch kind {
    case .basic, .bearer, .oauth, .openID: "authorization"
    case .header(let name): name
    case .query, .cookie, .other, .certificate: nil
    }
  }
}
