import ReparteeJSON

extension OpenAPIReader {
  func operation(_ place: Place, method: String, path: String, item: Place) throws -> Operation {
    guard path.hasPrefix("/") else { throw place.error("the path \"\(path)\" does not begin with a slash") }
    let (path, items) = Self.split(path)
    var operation = Operation(
      method: method, path: path,
      name: text(place["operationId"]) ?? "\(method.lowercased()) \(Self.words(of: path, from: prefixCount))")
    operation.prefixCount = prefixCount
    operation.isUnnamed = text(place["operationId"]) == nil
    operation.fixedQuery = items
    operation.tag = place["tags"]?.children.first?.place.text
    operation.documentation = documentation(place)
    operation.isDeprecated = place["deprecated"]?.value.bool ?? false
    operation.servers = [place, item].map(servers(of:)).first { !$0.isEmpty }?.map(\.text) ?? []
    operation.paging = declaredPaging(place)

    var raw: [(name: String, location: String, place: Place)] = []
    for list in [item["parameters"], place["parameters"]] {
      for (_, parameter) in list?.children ?? [] {
        let parameter = try resolved(parameter)
        guard let name = parameter["name"]?.text else {
          throw parameter.error("the parameter has no name")
        }
        let location = parameter["in"]?.value.string ?? "query"
        raw.removeAll { $0.name == name && $0.location == location }
        raw.append((name, location, parameter))
      }
    }
    var fields: [(name: String, place: Place)] = []
    for (name, location, parameter) in raw {
      switch location {
      case "path", "query", "header", "cookie":
        if location == "header", Self.ignoredFields.contains(name.lowercased()) { continue }
        if location == "path", !path.contains("{\(name)}") { continue }
        operation.parameters.append(try self.parameter(parameter, name: name, location: location))
      case "body": operation.body = try swaggerBody(parameter, consumes: consumes(place))
      case "formData": fields.append((name, parameter))
      default: throw parameter.error("a parameter can't be in \"\(location)\"")
      }
    }
    for name in Self.placeholders(of: path)
    where !operation.parameters.contains(where: { $0.place == .path && $0.name == name }) {
      operation.parameters.append(
        Parameter(name: name, place: .path, isRequired: true, schema: Schema(.string(.plain))))
    }
    if !fields.isEmpty { operation.body = try swaggerForm(fields, consumes: consumes(place)) }
    if let body = place["requestBody"] { operation.body = try requestBody(body) }

    for (key, response) in place["responses"]?.children ?? [] where !key.hasPrefix("x-") {
      operation.responses.append(try self.response(response, key: key, produces: produces(place)))
    }
    operation.responses.sort { $0.status < $1.status }
    operation.nameStreamItem()
    for index in operation.responses.indices
    where method == "HEAD" || operation.responses[index].status.isEmpty {
      operation.responses[index].clear()
    }
    let root = Place(file: document, pointer: Pointer(), value: document.root)
    readSecurity(place["security"] ?? root["security"], isOwn: place["security"] != nil, of: &operation)
    // Only such a parameter says that the operation is signed in.
    let signsIn = raw.contains { name, location, place in
      location == "header" && name.lowercased() == "authorization" && place["required"]?.value.bool == true
    }
    if signsIn, operation.security?.isEmpty ?? true, operation.undescribedSecurity.isEmpty {
      // An operation that says itself that it has no sign-in gets no other.
      if place["security"] == nil { operation.security = nil }
      operation.undescribedSecurity = ["Authorization"]
    }
    return operation
  }

  /// What other parts of the document say, or the URL and the body.
  private static let ignoredFields: Set = [
    "accept", "authorization", "content-length", "content-type", "host", "transfer-encoding",
  ]

  /// The path, and the query items that some documents write behind it.
  static func split(_ path: String) -> (String, [FixedItem]) {
    let path = path.split(separator: "#", omittingEmptySubsequences: false)[0]
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return (String(path), []) }
    let items = parts[1].split(separator: "&").compactMap { item -> FixedItem? in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? String(sides[1]) : ""
      return value.contains("{") ? nil : FixedItem(name: String(sides[0]), value: value)
    }
    return (String(parts[0]), items)
  }

  static func words(of path: String, from prefixCount: Int) -> String {
    path.split(separator: "/").dropFirst(prefixCount).map { segment in
      guard segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") else { return String(segment) }
      return "by \(segment[..<end].dropFirst()) \(segment[end...].dropFirst())"
    }.joined(separator: " ")
  }

  static func placeholders(of path: String) -> [String] {
    var names: [String] = []
    for part in path.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: "}") else { continue }
      let name = String(part[..<end])
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func documentation(_ place: Place) -> String? {
    let summary = prose(place["summary"]), description = prose(place["description"])
    guard let summary, let description, description != summary else { return summary ?? description }
    if description.hasPrefix(summary) { return description }
    return "\(summary)\n\n\(description)"
  }

  // MARK: Parameters

  private func parameter(_ place: Place, name: String, location: String) throws -> Parameter {
    let places: [String: Parameter.Place] = [
      "path": .path, "query": .query, "header": .header, "cookie": .cookie,
    ]
    var parameter = Parameter(
      name: name, place: places[location] ?? .query,
      isRequired: location == "path" || place["required"]?.value.bool == true, schema: Schema(.string(.plain))
    )
    parameter.documentation = prose(place["description"])
    parameter.isDeprecated = place["deprecated"]?.value.bool ?? false
    if let schema = place["schema"] {
      parameter.schema = try self.schema(schema)
    } else if place["content"] != nil {
      // The value is a document of its own, as text.
      parameter.documentation = [parameter.documentation, "As JSON."].compactMap { $0 }.joined(separator: " ")
    } else if version == .swagger {
      parameter.schema = try self.schema(place)
      parameter.schema.documentation = nil
    }
    let numbers = try place["schema"].map(resolved) ?? place
    parameter.defaultNumber = numbers["default"]?.value.int
    parameter.minimum = numbers["minimum"]?.value.int
    let (styleName, style) = style(place, location: location)
    parameter.arrays = style.arrays
    parameter.objects = style.objects
    if location == "path" { parameter.prefix = ["label": ".", "matrix": ";\(name)="][styleName] ?? "" }
    return parameter
  }

  /// The style of a parameter or field, and how lists and objects are written in it.
  private func style(_ place: Place, location: String) -> (name: String, style: FieldStyle) {
    let isForm = location == "query" || location == "cookie"
    let style = place["style"]?.value.string ?? (isForm ? "form" : "simple")
    let explodes = place["explode"]?.value.bool ?? (style == "form")
    if version == .swagger {
      switch place["collectionFormat"]?.value.string {
      case "multi": return (style, FieldStyle(arrays: .repeated))
      case "ssv": return (style, FieldStyle(arrays: .joined(" ")))
      case "tsv": return (style, FieldStyle(arrays: .joined("\t")))
      case "pipes": return (style, FieldStyle(arrays: .joined("|")))
      default: return (style, FieldStyle(arrays: .joined(",")))
      }
    }
    switch style {
    case "spaceDelimited" where !explodes: return (style, FieldStyle(arrays: .joined(" ")))
    case "pipeDelimited" where !explodes: return (style, FieldStyle(arrays: .joined("|")))
    case "form", "spaceDelimited", "pipeDelimited":
      return (
        style, explodes ? FieldStyle(arrays: .repeated, objects: .members) : FieldStyle(arrays: .joined(","))
      )
    case "deepObject": return (style, FieldStyle(arrays: .repeated, objects: .brackets))
    case "label" where explodes: return (style, FieldStyle(arrays: .joined(".")))
    case "matrix" where explodes: return (style, FieldStyle(arrays: .repeated))
    default: return (style, FieldStyle(arrays: .joined(",")))
    }
  }

  // MARK: Bodies

  private func consumes(_ place: Place) -> [String] { mediaTypes("consumes", place) }
  private func produces(_ place: Place) -> [String] { mediaTypes("produces", place) }

  private func mediaTypes(_ key: String, _ place: Place) -> [String] {
    let root = Place(file: document, pointer: Pointer(), value: document.root)
    return (place[key] ?? root[key])?.children.compactMap(\.place.value.string) ?? []
  }

  private func swaggerBody(_ place: Place, consumes: [String]) throws -> Body {
    let chosen = Self.best(of: consumes) ?? "application/json"
    let schema = try place["schema"].map(schema) ?? .any
    let (format, contentType) = Self.format(chosen, of: schema)
    return Body(
      format: format, contentType: contentType, schema: schema,
      isRequired: place["required"]?.value.bool ?? false, documentation: prose(place["description"]),
      otherContentTypes: consumes.filter { $0 != chosen })
  }

  /// The type of body that is sent, of those that an operation takes.
  private static func best(of types: [String]) -> String? {
    types.min { MediaType($0).bodyRank < MediaType($1).bodyRank }
  }

  private func swaggerForm(_ fields: [(name: String, place: Place)], consumes: [String]) throws -> Body {
    let properties = try fields.map { name, place in
      var schema = try self.schema(place)
      schema.documentation = prose(place["description"])
      return Schema.Property(key: name, schema: schema, isRequired: place["required"]?.value.bool ?? false)
    }
    let styles = fields.map { ($0.name, style($0.place, location: "formData").style) }
    let hasFile = fields.contains { $0.place["type"]?.value.string == "file" }
    let isMultipart =
      hasFile || (consumes.contains("multipart/form-data") && !consumes.contains(MediaType.form))
    return Body(
      format: isMultipart ? .multipart : .form,
      contentType: isMultipart ? "multipart/form-data" : MediaType.form,
      schema: Schema(.object(Schema.Object(properties: properties))), isRequired: true,
      fieldStyles: Dictionary(styles, uniquingKeysWith: { $1 }))
  }

  /// How a body is sent, and its type. The type of bytes may be a pattern, which is only documented.
  private static func format(_ name: String, of schema: Schema) -> (Body.Format, contentType: String) {
    let type = MediaType(name)
    guard type.isWildcard else { return (type.bodyFormat, name) }
    if type.bodyFormat == .multipart { return (.multipart, "multipart/form-data") }
    let isJSON = type.bodyFormat == .json && schema.shape != .string(.binary)
    if isJSON { return (.json, "application/json") }
    return (.bytes, name == "*/*" ? "application/octet-stream" : name)
  }

  private func requestBody(_ place: Place) throws -> Body? {
    let place = try resolved(place)
    let contents = place["content"]?.children ?? []
    let best = Self.best(of: contents.map(\.key))
    guard let chosen = contents.first(where: { $0.key == best }) else { return nil }
    let schema = try chosen.place["schema"].map(schema) ?? .any
    let (format, contentType) = Self.format(chosen.key, of: schema)
    let styles: [(String, FieldStyle)] = (chosen.place["encoding"]?.children ?? []).compactMap {
      name, encoding in
      encoding["style"] == nil && encoding["explode"] == nil
        ? nil : (name, style(encoding, location: "query").style)
    }
    var body = Body(
      format: format, contentType: contentType, schema: schema,
      isRequired: place["required"]?.value.bool ?? false, documentation: prose(place["description"]),
      fieldStyles: Dictionary(styles, uniquingKeysWith: { $1 }),
      otherContentTypes: contents.map(\.key).filter { $0 != chosen.key })
    for (name, encoding) in chosen.place["encoding"]?.children ?? [] where format == .multipart {
      // One type; of several the one that sends it knows which.
      guard let type = encoding["contentType"]?.value.string, !type.contains(","), !MediaType(type).isWildcard
      else { continue }
      body.parts[name] = Body.Part(contentType: type)
    }
    return body
  }
}
