import ReparteeJSON

/// Makes the request of an endpoint, and the properties it takes.
struct RequestBuilder {
  let operation: Operation
  let types: TypePlanner
  let keys: KeyStyle
  let scope: TypePlanner.Scope
  var members: [Member] = []
  var statements: [String] = []
  private(set) var request: Code = .text("")
  var remarks: [String] = []
  /// Those of which the endpoint's encoding consists, if it is encoded as a query or a form.
  var encoded: [Member] = []

  init(_ operation: Operation, types: TypePlanner, keys: KeyStyle, name: String) {
    self.operation = operation
    self.types = types
    self.keys = keys
    // What an endpoint or a page says of itself.
    var taken: Set<String> = [
      "Type", "Protocol", "Self", "CodingKeys", "Error", "Thrown", name, "request", "responses", "resource",
      "self",
      "init", "form",
    ]
    if operation.method == "GET" { taken.insert("Item") }
    scope = TypePlanner.Scope(
      names: NameScope(taken: taken), owner: name,
      used: types.typesUsed(by: operation.schemas).union([types.apiName]),
      isEndpoint: true)
  }

  mutating func build() {
    var path = Literal.string(operation.path)
    var segments: [String: PathValue] = [:]
    var hasRepeated = false
    let queryFields = FieldList(queryOf: operation, resolve: types.resolved)
    var query = RequestItems()
    query.literal = operation.fixedQuery.map { (Literal.string($0.name), Literal.string($0.value)) }
    var itemNames: Set<String> = []
    var headers = HeaderFields()
    headers.given = operation.fixedHeaders.map { (Literal.string($0.name), Literal.string($0.value)) }
    var cookies: [(member: Member, value: ParameterValue)] = []
    for parameter in operation.parameters {
      switch parameter.place {
      case .path:
        let value = ParameterValue(
          parameter.schema, place: .path, types: types, scope: scope, named: parameter.name,
          arrays: parameter.arrays)
        let member = add(parameter, value: value)
        if Self.isRepeated(parameter, value) { hasRepeated = true }
        segments[parameter.name] = (parameter, value, member.name.escapedName)
        path = path.replacing(
          "{\(Literal.string(parameter.name).dropFirst().dropLast())}",
          with:
            "\(Literal.string(parameter.prefix).dropFirst().dropLast())\\(\(value.path(member.name.escapedName)))"
        )
      case .query:
        // Two objects may have a member of one name.
        for field in queryFields.members(of: parameter)
        where queryFields.isFreeForm(field) || itemNames.insert(field.name).inserted {
          add(field, of: queryFields, to: &query)
        }
      case .header:
        let value = ParameterValue(
          parameter.schema, place: .header, types: types, scope: scope, named: parameter.name)
        let member = add(parameter, value: value)
        headers.add(Literal.string(parameter.name), value.header(member.name.escapedName), of: member)
      case .cookie:
        let value = ParameterValue(
          parameter.schema, place: .header, types: types, scope: scope, named: parameter.name)
        let member = add(parameter, value: value)
        cookies.append((member, value))
      }
    }
    add(cookies, to: &headers)
    if hasRepeated { path = writtenPath(segments) }
    var arguments: [Code] = [.text(path)]
    if let query = code(query, named: "query") { arguments.append(.joined([.text("query: "), query])) }
    let body = self.body()
    if let headers = code(headers) { arguments.append(.joined([.text("headers: "), headers])) }
    if let body { arguments.append(.joined([.text("body: "), body])) }
    request = call(arguments, hasBody: body != nil)
  }

  private typealias PathValue = (parameter: Parameter, value: ParameterValue, name: String)

  /// Whether each element of a list has the prefix.
  private static func isRepeated(_ parameter: Parameter, _ value: ParameterValue) -> Bool {
    value.isArray && parameter.arrays == .repeated && !parameter.prefix.isEmpty
  }

  /// A path in which the elements of a list are written one by one, and what is between them is not encoded.
  private mutating func writtenPath(_ values: [String: PathValue]) -> String {
    let path = scope.names.take("path", "pathParts")
    statements.append(
      "var \(path) = Request.Path.StringInterpolation(literalCapacity: 0, interpolationCount: 0)")
    func literal(_ text: some StringProtocol) -> String {
      "\(path).appendLiteral(\(Literal.string(String(text))))"
    }
    var text = ""
    for (index, part) in operation.path.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "}"), let segment = values[String(part[..<end])] else {
        text += index > 0 ? "{" + part : part
        continue
      }
      let (parameter, value, name) = segment
      if Self.isRepeated(parameter, value) {
        if !text.isEmpty { statements.append(literal(text)) }
        statements.append("for item in \(name) {")
        statements.append("  " + literal(parameter.prefix))
        statements.append("  \(path).appendInterpolation(item)")
        statements.append("}")
      } else {
        if !(text + parameter.prefix).isEmpty { statements.append(literal(text + parameter.prefix)) }
        statements.append("\(path).appendInterpolation(\(value.path(name)))")
      }
      text = String(part[part.index(after: end)...])
    }
    if !text.isEmpty { statements.append(literal(text)) }
    return "Request.Path(stringInterpolation: \(path))"
  }

  /// The fields as an argument; nil for none.
  private mutating func code(_ fields: HeaderFields) -> Code? {
    if fields.given.isEmpty, fields.conditional.isEmpty { return nil }
    let variable = fields.conditional.isEmpty ? "" : scope.names.take("headers", "headerFields")
    return fields.code(in: variable, &statements)
  }

  /// All cookies are one field (RFC 6265, section 5.4).
  private mutating func add(
    _ cookies: [(member: Member, value: ParameterValue)], to headers: inout HeaderFields
  ) {
    let field = "\"Cookie\""
    let texts = cookies.map { $0.value.cookie($0.member.name.escapedName, named: $0.member.key) }
    if cookies.count <= 1 {
      for (cookie, text) in zip(cookies, texts) { headers.add(field, text, of: cookie.member) }
      return
    }
    let members = zip(cookies.map(\.member), texts)
    let required = members.filter { !$0.0.isOptional }.map(\.1).joined(separator: ", ")
    let optional = members.filter(\.0.isOptional)
    if optional.isEmpty {
      headers.given.append((field, "[\(required)].joined(separator: \"; \")"))
      return
    }
    let list = scope.names.take("cookies", "cookieList")
    statements.append("var \(list): [String] = [\(required)]")
    for (member, text) in optional {
      statements.append("if let \(member.name.escapedName) { \(list).append(\(text)) }")
    }
    let joined = "\(list).joined(separator: \"; \")"
    if required.isEmpty {
      headers.conditional.append(("!\(list).isEmpty", field, joined))
    } else {
      headers.given.append((field, joined))
    }
  }

  private func call(_ arguments: [Code], hasBody: Bool) -> Code {
    let method = operation.method
    switch method {
    case "GET", "HEAD":
      let name = method.lowercased()
      return hasBody ? .call("Request", [.text(".\(name)")] + arguments) : .call(".\(name)", arguments)
    // Without a body there is no `.query(…)`.
    case "QUERY" where hasBody: return .call(".query", arguments)
    case "POST", "PUT", "PATCH", "DELETE": return .call(".\(method.lowercased())", arguments)
    case "OPTIONS", "TRACE": return .call("Request", [.text(".\(method.lowercased())")] + arguments)
    default: return .call("Request", [.text("method: \(Literal.string(method))")] + arguments)
    }
  }

  // MARK: Parameters

  mutating func add(_ parameter: Parameter, value: ParameterValue) -> Member {
    var member = Member(
      key: parameter.name, name: takeName(parameter.name), type: value.type,
      isOptional: !parameter.isRequired)
    member.documentation = [parameter.documentation ?? parameter.schema.documentation, value.remark]
      .compactMap { $0 }.joined(separator: " ")
    if member.documentation?.isEmpty == true { member.documentation = nil }
    // Not of a fraction, which is no parameter's type.
    if parameter.isRequired, case .constant(let value) = types.resolved(parameter.schema).shape,
      value.number == nil || value.int != nil
    {
      member.value = Literal.swift(value)
    }
    member.isDeprecated = false
    members.append(member)
    return member
  }

  mutating func takeName(_ key: String) -> String {
    let base = Names.member(key, acronyms: keys.usesAcronyms)
    // `DateSent<` and `DateSent>` differ in a symbol.
    let spelled = Names.member(TypePlanner.spelled(key), acronyms: keys.usesAcronyms)
    return scope.takeMember(base == spelled ? [base, base + "Value"] : [base, spelled, base + "Value"])
  }

  mutating func add(_ field: Parameter, of list: FieldList, to items: inout RequestItems) {
    if list.isFreeForm(field) {
      items.freeForm.append(addField(field, type: "[String: String]"))
    } else if list.isEncoded, !list.isSingle(field) {
      items.isEncoded = true
      encoded.append(addEncoded(field))
    } else {
      let value = ParameterValue(
        field.schema, place: .query, types: types, scope: scope, named: field.name, arrays: field.arrays)
      let member = add(field, value: value)
      // PHP, Rails and Stripe recognize a list by its name.
      let name = value.isArray && field.objects == .brackets ? field.name + "[]" : field.name
      items.add(
        Literal.string(name), value.field(member), joining: list.isQuery ? value.joining(member) : nil)
    }
  }

  private mutating func addEncoded(_ field: Parameter) -> Member {
    guard field.objects == .brackets else {
      let value = ParameterValue(
        field.schema, place: .query, types: types, scope: scope, named: field.name, use: .fields)
      return add(field, value: value)
    }
    return addField(field, type: types.type(of: field.schema, use: .fields, named: field.name, in: scope))
  }

  /// The items as an argument; nil for none.
  mutating func code(_ items: RequestItems, named hint: String) -> Code? {
    let encoding = "encoding: self, arrays: .brackets"
    let isWritten = items.appended.isEmpty && items.freeForm.isEmpty
    if !items.isEncoded, isWritten {
      let list = items.literal.map { Code.text("\($0.name): \($0.value)") }
      return list.isEmpty ? nil : .list(list)
    }
    if items.literal.isEmpty, isWritten { return .text(".init(\(encoding))") }
    let name = scope.names.take(hint, hint + "Items")
    if items.isEncoded {
      statements.append("var \(name) = Request.Query(\(encoding))")
      for item in items.literal { statements.append("\(name).append(\(item.name), \(item.value))") }
    } else {
      let list = items.literal.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      statements.append("var \(name): Request.Query = [\(list.isEmpty ? ":" : list)]")
    }
    for item in items.appended { statements.append("\(name).append(\(item.name), \(item.arguments))") }
    for member in items.freeForm {
      let map = member.name.escapedName
      let (keys, value) = member.isOptional ? ("(\(map) ?? [:])", "\(map)?") : (map, map)
      let key = map == "key" ? "name" : "key"
      statements.append("for \(key) in \(keys).keys.sorted() { \(name).append(\(key), \(value)[\(key)]) }")
    }
    return .text(name)
  }
}
