/// Writes the base URLs of an API: the first server's as `baseURL`, the others' by their names, and those that have
/// variables as functions of them.
struct ServerWriter {
  private let style: Style
  private let types: TypePlanner
  private let servers: [Entry]
  private var declarations: [TypeDeclaration] = []

  private struct Entry {
    var name: String
    var url: String
    var documentation: String?
    var variables: [Parameter]
  }

  private struct Parameter {
    var variable: Server.Variable
    var name: String
    var type = "String"
    /// As it stands in Swift.
    var value: String?

    var text: String { "\(name.escapedName): \(type)" + (value.map { " = \($0)" } ?? "") }
  }

  /// The most servers that are written.
  private static let mostServers = 30

  init(_ servers: [Server], style: Style, types: TypePlanner, taken: Set<String>) {
    self.style = style
    self.types = types
    var names = NameScope(taken: ["client", "failures"])
    var typeNames = NameScope(taken: TypePlanner.reserved.union(taken))
    var declarations: [TypeDeclaration] = []
    var known: [Server.Variable: TypeDeclaration] = [:]
    self.servers = (servers.isEmpty ? [Server("")] : servers).prefix(Self.mostServers).enumerated().map {
      index, server in
      let base = index == 0 ? "baseURL" : Names.member(server.name(beside: servers[0]) + " URL")
      let (url, note) = Self.absolute(server)
      let documentation = [server.documentation, note].compactMap { $0 }.joined(separator: "\n\n")
      var parameterNames = NameScope()
      let parameters = server.variables.map { variable in
        var parameter = Parameter(variable: variable, name: parameterNames.take(Names.member(variable.name)))
        parameter.value = variable.value.map { Literal.string($0) }
        guard variable.values.count > 1 else { return parameter }
        var key = variable
        (key.value, key.documentation) = (nil, nil)
        let declaration = known[key] ?? Self.enumeration(variable, types, named: &typeNames)
        if known.updateValue(declaration, forKey: key) == nil { declarations.append(declaration) }
        parameter.type = declaration.name
        if case .enumeration(let cases, _) = declaration.kind, let value = parameter.value {
          parameter.value = cases.first { $0.rawValue == value }.map { ".\($0.name.escapedName)" }
        }
        return parameter
      }
      return Entry(
        name: names.take(base, base + "2"), url: url,
        documentation: documentation.isEmpty ? nil : documentation,
        variables: parameters)
    }
    self.declarations = declarations
  }

  private static func enumeration(
    _ variable: Server.Variable, _ types: TypePlanner, named names: inout NameScope
  ) -> TypeDeclaration {
    let values = variable.values.map { Schema.Enumeration.Value(value: .string($0)) }
    let cases = types.cases(of: Schema.Enumeration(values: values, isInteger: false))
    let base = Names.type(variable.name)
    return TypeDeclaration(names.take(base, base + "Value"), .enumeration(cases, isInteger: false), use: [])
  }

  /// The URL with a scheme and a host, and what is to be done where the document has none.
  private static func absolute(_ server: Server) -> (url: String, note: String?) {
    let (url, text) = (server.url, server.text)
    if text.isEmpty || text == "/" {
      return ("https://api.example.com", "The document names no server: write its URL here.")
    }
    if text.hasPrefix("//") { return ("https:" + url, nil) }
    if text.contains("://") { return (url, nil) }
    return (
      "https://api.example.com" + (text.hasPrefix("/") ? "" : "/") + url,
      "The document names no host, only a path: write it here."
    )
  }

  /// What a client has unless it is told otherwise; nil if a variable has no value.
  func standard(in name: String) -> String? {
    guard let server = servers.first, server.variables.allSatisfy({ $0.value != nil }) else { return nil }
    return "\(name).\(server.name)" + (server.variables.isEmpty ? "" : "()")
  }

  func write(to writer: inout SwiftWriter) {
    for (index, server) in servers.enumerated() {
      if index > 0,
        !server.variables.isEmpty || !servers[index - 1].variables.isEmpty || server.documentation != nil
      {
        writer.line()
      }
      writer.documentation(server.documentation)
      guard !server.variables.isEmpty else {
        writer.declaration(
          "\(style.prefix)static let \(server.name.escapedName) =", Literal.string(server.url))
        continue
      }
      let documented = server.variables.filter { $0.variable.documentation != nil }
      if !documented.isEmpty, server.documentation != nil { writer.line("///") }
      for parameter in documented {
        writer.documentation("- Parameter \(parameter.name): \(parameter.variable.documentation ?? "")")
      }
      writer.function(
        "\(style.prefix)static func \(server.name.escapedName)", server.variables.map(\.text), " -> String"
      ) { $0.line(expression(server)) }
    }
  }

  /// The types of the variables that have listed values.
  func writeTypes(to writer: inout SwiftWriter, with types: TypeWriter) {
    for declaration in declarations {
      writer.line()
      types.write(declaration, to: &writer)
    }
  }

  private func expression(_ server: Entry) -> String {
    server.variables.reduce(Literal.string(server.url)) { text, parameter in
      let value = parameter.name.escapedName + (parameter.type == "String" ? "" : ".rawValue")
      return text.replacing("{\(parameter.variable.name)}", with: "\\(\(value))")
    }
  }
}
