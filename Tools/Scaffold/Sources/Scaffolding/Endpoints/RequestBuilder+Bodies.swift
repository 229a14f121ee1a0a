extension RequestBuilder {
  mutating func body() -> Code? {
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
    // A body that may be null is sent as null.
    let isNull = body.isRequired && type != "JSONValue" && types.isNullable(body.schema)
    return givenBody(body, type: isNull ? type + "?" : type) { ".json(\($0)\(contentType))" }
  }

  private mutating func givenBody(_ body: Body, type: String, _ make: (String) -> String) -> Code {
    var member = Member(
      key: "body", name: scope.names.take("body", "bodyValue"), type: type, isOptional: !body.isRequired)
    member.isBody = true
    member.documentation = body.documentation
    members.append(member)
    if body.isRequired { return .text(make(member.name)) }
    let value = make("$0")
    return .text(value == "$0" ? "\(member.name) ?? .none" : "\(member.name).map { \(value) } ?? .none")
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
    let part = operation.body?.parts[property.key] ?? Body.Part()
    let type = part.contentType.map(Literal.string)
    switch FormPart(schema, in: types.api.schemas) {
    case .file:
      // A body has a type of its own, which this one replaces.
      let fields = type.map { ", headers: [\"Content-Type\": \($0)]" } ?? ""
      if schema.listElement(types.resolved) != nil {
        let member = addField(parameter, type: "[Request.Body]")
        append(member, isList: true) { "\($0), filename: \(Literal.string(property.key))\(fields)" }
      } else {
        let member = addField(parameter, type: "Request.Body")
        let name = addFilename(of: member, part.filename)
        append(member) { "\($0), filename: \(name)\(fields)" }
      }
    case .json:
      let json = types.type(of: schema, use: .encoded, named: property.key, in: scope)
      let isList = if case .array = types.resolved(schema).shape { true } else { false }
      let given = type.map { $0 == "\"application/json\"" ? "" : ", contentType: \($0)" } ?? ""
      append(addField(parameter, type: json), isList: isList) { ".json(\($0)\(given))" }
    case .text:
      let value = ParameterValue(schema, place: .header, types: types, scope: scope, named: property.key)
      append(add(parameter, value: value), isList: value.isArray) { name in
        let text = value.elementText(name)
        return type.map { ".text(\(text), contentType: \($0))" } ?? text
      }
    }
  }

  /// The property that holds the name of a file.
  private mutating func addFilename(of file: Member, _ given: String?) -> String {
    let name = scope.names.take("\(file.name)Name", "\(file.name)Filename")
    var member = Member(key: name, name: name, type: "String", isOptional: false)
    member.value = Literal.string(given ?? file.key)
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

  mutating func addField(_ parameter: Parameter, type: String) -> Member {
    var member = Member(
      key: parameter.name, name: takeName(parameter.name), type: type, isOptional: !parameter.isRequired)
    member.documentation = parameter.documentation
    members.append(member)
    return member
  }
}
