/// Writes the file about the API as a whole: its base URL, how one signs in, and its shared failures.
struct ClientWriter {
  let api: API
  let name: String
  let style: Style
  let keys: KeyStyle
  let shared: SharedFailures?
  let types: TypePlanner

  func write(to writer: inout SwiftWriter) {
    writer.documentation(api.documentation.map { "\(api.title)\n\n\($0)" } ?? api.title)
    let servers = ServerWriter(
      api.servers, style: style, types: types, taken: Set([name, shared?.type ?? ""]))
    let typeWriter = TypeWriter(style: style, keys: keys)
    writer.block("\(style.typePrefix)enum \(name)") { writer in
      servers.write(to: &writer)
      writer.line()
      client(baseURL: servers.standard(in: name), to: &writer)
      if let shared {
        writer.line()
        writer.documentation("The failures that most operations declare.")
        writer.list(
          "\(style.prefix)static let failures", "ResponseMap<Never, \(shared.type)>", shared.lines)
      }
      servers.writeTypes(to: &writer, with: typeWriter)
    }
    if let shared {
      EndpointWriter(style: style, types: typeWriter)
        .payloads(shared.cases, named: shared.type, conformance: "Error", to: &writer)
    }
    authentication(to: &writer)
    support(to: &writer)
  }

  /// The types that models need.
  func support(to writer: inout SwiftWriter) {
    if types.needsBox { box(to: &writer) }
    if types.needsEmptyable { emptyable(to: &writer) }
    if types.needsOtherKeys {
      writer.line()
      OtherKeysWriter(style: style).write(to: &writer)
    }
  }

  private func client(baseURL: String?, to writer: inout SwiftWriter) {
    writer.documentation("A client of the API. All calls share its settings.")
    let parameters = [
      "transport: some Transport", "authentication: Authentication = .off",
      "baseURL: String" + (baseURL.map { " = \($0)" } ?? ""),
    ]
    writer.function("\(style.prefix)static func client", parameters, " -> Client") { writer in
      let json = keys == .snakeCase ? ", json: JSONCoder(keys: .snakeCase)" : ""
      writer.line("var client = Client(baseURL: baseURL, transport: transport\(json))")
      writer.line("client.authentication = authentication")
      writer.line("return client")
    }
  }

  private func authentication(to writer: inout SwiftWriter) {
    guard !api.security.isEmpty else { return }
    writer.line()
    writer.block("extension Authentication") { writer in
      var names = NameScope(taken: [
        "off", "apiKey", "basic", "bearer", "credential", "named", "session", "signing",
      ])
      for (index, scheme) in api.security.enumerated() {
        if index > 0 { writer.line() }
        let base = Names.member(scheme.name)
        self.scheme(scheme, named: names.take(base, base + "Scheme"), to: &writer)
      }
    }
  }

  private func scheme(_ scheme: SecurityScheme, named member: String, to writer: inout SwiftWriter) {
    var text = scheme.documentation ?? "The scheme `\(scheme.name)`."
    func write(_ parameters: String, _ value: String) {
      writer.documentation(text)
      writer.line("\(style.prefix)static func \(member.escapedName)(\(parameters)) -> Authentication {")
      writer.indented { $0.line(value) }
      writer.line("}")
    }
    switch scheme.kind {
    case .basic: write("username: String, password: String", ".basic(username: username, password: password)")
    case .bearer: write("_ token: String", ".bearer(token)")
    case .header(let field): write("_ key: String", ".apiKey(key, header: \(Literal.string(field)))")
    case .query(let item): write("_ key: String", ".apiKey(key, query: \(Literal.string(item)))")
    case .cookie(let cookie):
      let pair = Literal.string(cookie).dropFirst().dropLast()
      write("_ value: String", ".apiKey(\"\(pair)=\\(value)\", header: \"Cookie\")")
    case .oauth(let authorization, let token):
      let places = [authorization.map { "authorization: \($0)" }, token.map { "tokens: \($0)" }].compactMap {
        $0
      }
      text += "\n\nOAuth 2.0 (\(places.joined(separator: ", "))): `ReparteeOAuth` gets and refreshes tokens."
      write("_ token: String", ".bearer(token)")
    case .openID(let url):
      text += "\n\nOpenID Connect (\(url)): `ReparteeOAuth` gets and refreshes tokens."
      write("_ token: String", ".bearer(token)")
    case .other(let kind):
      writer.comment("\(scheme.name): \(kind). Write it with `Authentication.signing`.")
    }
  }

  private func emptyable(to writer: inout SwiftWriter) {
    writer.line()
    writer.documentation("A value of a form's field, or the empty text that unsets it.")
    writer.block("\(style.typePrefix)enum Emptyable<Value: Encodable & Sendable>: Encodable, Sendable") {
      writer in
      writer.line("case value(Value)")
      writer.line("case empty")
      writer.line()
      writer.block("\(style.prefix)func encode(to encoder: any Encoder) throws") { writer in
        writer.line("var container = encoder.singleValueContainer()")
        writer.line("switch self {")
        writer.line("case .value(let value): try container.encode(value)")
        writer.line("case .empty: try container.encode(\"\")")
        writer.line("}")
      }
    }
  }

  private func box(to writer: inout SwiftWriter) {
    writer.line()
    writer.documentation("Holds a value of a type that contains values of its own type.")
    writer.block("\(style.typePrefix)final class Box<Value: Sendable>: Sendable") { writer in
      writer.line("\(style.prefix)let value: Value")
      writer.line()
      writer.line("\(style.prefix)init(_ value: Value) { self.value = value }")
    }
    writer.line()
    writer.block("\(style.isMainActor ? "nonisolated " : "")extension Box: Decodable where Value: Decodable")
    { writer in
      writer.block("\(style.prefix)convenience init(from decoder: any Decoder) throws") { writer in
        writer.line("self.init(try Value(from: decoder))")
      }
    }
    writer.line()
    writer.block("\(style.isMainActor ? "nonisolated " : "")extension Box: Encodable where Value: Encodable")
    { writer in
      writer.block("\(style.prefix)func encode(to encoder: any Encoder) throws") { writer in
        writer.line("try value.encode(to: encoder)")
      }
    }
  }
}
