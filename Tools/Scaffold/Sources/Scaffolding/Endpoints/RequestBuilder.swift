import ReparteeJSON

/// Makes the request of an endpoint, and the properties it takes.
struct RequestBuilder {
  let operation: Operation
  let types: TypePlanner
  let keys: KeyStyle
  let scope: TypePlanner.Scope
  private(set) var members: [Member] = []
  private(set) var statements: [String] = []
  private(set) var request: Code = .text("")
  private(set) var remarks: [String] = []
  /// Those of which the endpoint's encoding consists, if it is encoded as a query or a form.
  private(set) var encoded: [Member] = []
  private var names = NameScope(taken: ["request", "responses", "self", "init", "form"])

  init(_ operation: Operation, types: TypePlanner, keys: KeyStyle, name: String) {
    self.operation = operation
    self.types = types
    self.keys = keys
    // What an endpoint or a page says of itself.
    var taken: Set<String> = ["Type", "Protocol", "Self", "CodingKeys", "Error", "Thrown", name]
    if operation.method == "GET" { taken.insert("Item") }
    scope = TypePlanner.Scope(
      names: NameScope(taken: taken), owner: name, used: types.typesUsed(by: operation.schemas),
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
    let path = names.take("path", "pathParts")
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
    let variable = fields.conditional.isEmpty ? "" : names.take("headers", "headerFields")
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
    let list = names.take("cookies", "cookieList")
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

  private mutating func add(_ parameter: Parameter, value: ParameterValue) -> Member {
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

  private mutating func takeName(_ key: String) -> String {
    let base = Names.member(key, acronyms: keys.usesAcronyms)
    // `DateSent<` and `DateSent>` differ in a symbol.
    let spelled = Names.member(TypePlanner.spelled(key), acronyms: keys.usesAcronyms)
    return names.take(base == spelled ? [base, base + "Value"] : [base, spelled, base + "Value"])
  }

  private mutating func add(_ field: Parameter, of list: FieldList, to items: inout RequestItems) {
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
  private mutating func code(_ items: RequestItems, named hint: String) -> Code? {
    let encoding = "encoding: self, arrays: .brackets"
    let isWritten = items.appended.isEmpty && items.freeForm.isEmpty
    if !items.isEncoded, isWritten {
      let list = items.literal.map { Code.text("\($0.name): \($0.value)") }
      return list.isEmpty ? nil : .list(list)
    }
    if items.literal.isEmpty, isWritten { return .text(".init(\(encoding))") }
    let name = names.take(hint, hint + "Items")
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

  // MARK: Bodies

  private mutating func body() -> Code? {
    guard let body = operation.body else { return nil }
    if !body.otherContentTypes.isEmpty {
      remarks.append("The API also takes the body as \(body.otherContentTypes.joined(separator: ", ")).")
    }
    switch body.format {
    case .json: return jsonBody(body)
    case .form:
      guard let list = FieldList(formOf: operation, resolve: types.resolved), !list.fields.isEmpty else {
        return formOfAnyFields(body)
      }
      if list.isEncoded, !encoded.isEmpty {
        // The endpoint is encoded as the query.
        let type = types.type(of: body.schema, use: .fields, named: "Body", in: scope)
        return givenBody(body, type: type) { ".form(.init(encoding: \($0), arrays: .brackets))" }
      }
      var items = RequestItems()
      for field in list.fields { add(field, of: list, to: &items) }
      return code(items, named: "form").map { .call(".form", [$0]) }
    case .multipart: return multipartBody(body)
    case .text:
      return givenBody(body, type: "String") {
        ".text(\($0), contentType: \(Literal.string(body.contentType)))"
      }
    case .bytes:
      var body = body
      if body.contentType != "application/octet-stream" {
        let note = "The API takes `\(body.contentType)`."
        body.documentation = [body.documentation, note].compactMap { $0 }.joined(separator: "\n\n")
      }
      return givenBody(body, type: "Request.Body") { $0 }
    }
  }

  /// A form whose fields the document does not name, or not as those of one object.
  private mutating func formOfAnyFields(_ body: Body) -> Code? {
    // That it has no fields is said where a request has no body.
    let mayBeNone = !body.isRequired && ["GET", "HEAD", "DELETE"].contains(operation.method)
    switch types.resolved(body.schema).shape {
    case .object: return nil
    case .any where mayBeNone, .map(.any) where mayBeNone: return nil
    case .map(let value) where FieldList.isText(value, types.resolved): break
    default: remarks.append("The fields of this form are not written one by one: it takes any.")
    }
    let parameter = Parameter(
      name: "body", place: .query, isRequired: body.isRequired, schema: body.schema,
      documentation: body.documentation)
    var items = RequestItems()
    items.freeForm = [addField(parameter, type: "[String: String]")]
    return code(items, named: "form").map { .call(".form", [$0]) }
  }

  private mutating func jsonBody(_ body: Body) -> Code {
    let type = types.type(of: body.schema, use: .encoded, named: "Body", in: scope)
    let contentType =
      body.contentType == "application/json" ? "" : ", contentType: \(Literal.string(body.contentType))"
    return givenBody(body, type: type) { ".json(\($0)\(contentType))" }
  }

  private mutating func givenBody(_ body: Body, type: String, _ make: (String) -> String) -> Code {
    var member = Member(
      key: "body", name: names.take("body", "bodyValue"), type: type, isOptional: !body.isRequired)
    member.isBody = true
    member.documentation = body.documentation
    if type == "Request.Body", !body.isRequired {
      member.isOptional = false
      member.value = nil
      members.append(member)
      return .text(member.name)
    }
    members.append(member)
    return .text(
      body.isRequired ? make(member.name) : "\(member.name).map { \(make("$0")) } ?? .none")
  }

  private func fields(of body: Body) -> [Schema.Property] {
    guard case .object(let object) = types.resolved(body.schema).shape else { return [] }
    return object.properties.filter { !$0.isReadOnly }
  }

  private mutating func multipartBody(_ body: Body) -> Code {
    let fields = fields(of: body)
    guard !fields.isEmpty else {
      return givenBody(body, type: "MultipartForm") { ".multipart(\($0))" }
    }
    statements.append("var form = MultipartForm()")
    for property in fields { append(property, isRequired: property.isRequired && body.isRequired) }
    return .text(".multipart(form)")
  }

  private mutating func append(_ property: Schema.Property, isRequired: Bool) {
    let schema = property.schema
    let parameter = Parameter(
      name: property.key, place: .query, isRequired: isRequired, schema: schema,
      documentation: schema.documentation)
    switch FormPart(schema, in: types.api.schemas) {
    case .file where ParameterValue.isList(schema, types.resolved):
      let member = addField(parameter, type: "[Request.Body]")
      append(member, isList: true) { "\($0), filename: \(Literal.string(property.key))" }
    case .file:
      let member = addField(parameter, type: "Request.Body")
      let name = addFilename(of: member)
      append(member) { "\($0), filename: \(name)" }
    case .json:
      let type = types.type(of: schema, use: .encoded, named: property.key, in: scope)
      let isList = if case .array = types.resolved(schema).shape { true } else { false }
      append(addField(parameter, type: type), isList: isList) { ".json(\($0))" }
    case .text:
      let value = ParameterValue(schema, place: .header, types: types, scope: scope, named: property.key)
      append(add(parameter, value: value), isList: value.isArray, value.elementText)
    }
  }

  /// The property that holds the name of a file.
  private mutating func addFilename(of file: Member) -> String {
    let name = names.take("\(file.name)Name", "\(file.name)Filename")
    var member = Member(key: name, name: name, type: "String", isOptional: false)
    member.value = Literal.string(file.key)
    member.documentation = "The name that the file has in the request."
    members.append(member)
    return name.escapedName
  }

  /// Appends a value to the form, or each of a list.
  private mutating func append(_ member: Member, isList: Bool = false, _ argument: (String) -> String) {
    let name = member.name.escapedName
    let key = Literal.string(member.key)
    func statement(_ value: String) -> String { "form.append(\(key), \(argument(value)))" }
    if isList {
      statements.append("for item in \(name)\(member.isOptional ? " ?? []" : "") { \(statement("item")) }")
    } else {
      statements.append(member.isOptional ? "if let \(name) { \(statement(name)) }" : statement(name))
    }
  }

  private mutating func addField(_ parameter: Parameter, type: String) -> Member {
    var member = Member(
      key: parameter.name, name: takeName(parameter.name), type: type, isOptional: !parameter.isRequired)
    member.documentation = parameter.documentation
    members.append(member)
    return member
  }
}
