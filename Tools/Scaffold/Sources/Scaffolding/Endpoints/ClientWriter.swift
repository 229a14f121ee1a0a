/// Writes the file about the API as a whole: its base URL, how one signs in, and its shared failures.
struct ClientWriter {
  let api: API
  let name: String
  let style: Style
  let keys: KeyStyle
  let shared: SharedFailures?
  let types: TypePlanner
  let fields: ResponseFields
  let signIns: SignIns

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
    AuthenticationWriter(signIns: signIns, schemes: api.security, style: style, types: types).write(
      to: &writer)
    ResponseFieldWriter(fields: fields, style: style).write(to: &writer)
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
    for scheme in api.security where scheme.isCertificate {
      let text = scheme.documentation.map { " " + $0 } ?? ""
      writer.line("///")
      writer.documentation(
        "The scheme `\(scheme.name)` is the client's certificate, which the transport sends: `tls.certificateChain` and "
          + "`tls.privateKey` of `AsyncHTTPClientTransport`.\(text)")
    }
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
