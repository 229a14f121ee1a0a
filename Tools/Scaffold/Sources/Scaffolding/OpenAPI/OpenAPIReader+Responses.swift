import ReparteeJSON

extension OpenAPIReader {
  func response(_ place: Place, key: String, produces: [String]) throws -> DeclaredResponse {
    let place = try resolved(place)
    guard let status = Self.status(key) else { throw place.error("\"\(key)\" is no status") }
    var response = DeclaredResponse(status: status, content: .none)
    response.documentation = prose(place["description"])
    response.fields = (place["headers"]?.children ?? []).map { field($0.place, named: $0.key) }
    response.hasLink = response.fields.contains { $0.name.lowercased() == "link" }
    var contents =
      place["content"]?.children.map { (key: $0.key, schema: schemaPlace($0.place, of: $0.key)) } ?? []
    if version == .swagger, let schema = place["schema"] {
      contents = (produces.isEmpty ? ["application/json"] : produces).map { ($0, schema) }
    }
    let ranked = contents.sorted { MediaType($0.key).responseRank < MediaType($1.key).responseRank }
    // A stream is an endpoint of its own beside anything else.
    let whole = ranked.first { !MediaType($0.key).isStream && !MediaType($0.key).isWildcard }
    guard let chosen = whole ?? ranked.first else { return response }
    response.contentType = chosen.key
    examples[status] = exampleBodies(place, contentType: chosen.key)
    response.content = try content(chosen)
    response.otherContentTypes = ranked.map(\.key).filter { $0 != chosen.key }
    if whole != nil, let stream = ranked.first(where: { MediaType($0.key).isStream }) {
      response.stream = try content(stream)
      response.otherContentTypes.removeAll { $0 == stream.key }
      if MediaType(stream.key).hasStream { response.joinEvents() }
    }
    return response
  }

  private func exampleBodies(_ place: Place, contentType: String) -> [Place] {
    guard MediaType(contentType).isJSON else { return [] }
    if let example = place["examples"]?[contentType] { return [example] }  // OpenAPI 2.0
    guard let content = place["content"]?[contentType] else { return [] }
    let named = (content["examples"]?.children ?? []).compactMap { _, place in
      (try? resolved(place))?["value"]
    }
    return [content["example"]].compactMap { $0 } + named
  }

  /// Reads the examples of an operation whose schemas are known.
  func readExamples(of operation: inout Operation) {
    for (index, response) in operation.responses.enumerated() {
      guard let places = examples[response.status] else { continue }
      switch response.content {
      case .none: break
      case .json(let schema): operation.responses[index].examples = places.map { example($0, of: schema) }
      default: operation.responses[index].examples = places.map(\.value)
      }
    }
  }

  /// Whether a schema describes the members of objects: then it is JSON, whatever the type is called. One with a file is
  /// a form.
  func isObject(_ place: Place, depth: Int = 0) -> Bool {
    guard depth < 8, let place = try? resolved(place) else { return false }
    if let properties = place["properties"]?.children, !properties.isEmpty {
      return !properties.contains { $0.place["format"]?.value.string == "binary" }
    }
    if place["additionalProperties"]?.value.object?.isEmpty == false { return true }
    let parts = ["allOf", "oneOf", "anyOf"].flatMap { place[$0]?.children.map(\.place) ?? [] }
    return (parts + [place["items"]].compactMap { $0 }).contains { isObject($0, depth: depth + 1) }
  }

  // MARK: Header fields

  /// Reads a field; most of the responses of an API refer to the same ones.
  private func field(_ place: Place, named name: String) -> ResponseField {
    guard let reference = place.reference else { return ownField(place, named: name) }
    let key = "\(place.file.name) \(reference) \(name)"
    let field = referencedFields[key] ?? ownField(place, named: name)
    referencedFields[key] = field
    return field
  }

  private func ownField(_ place: Place, named name: String) -> ResponseField {
    let place = (try? resolved(place)) ?? place
    let schema = place["schema"].map { (try? resolved($0)) ?? $0 } ?? place
    var field = ResponseField(name: name, value: fieldValue(schema))
    field.documentation = prose(place["description"]) ?? prose(schema["description"])
    return field
  }

  private func fieldValue(_ schema: Place) -> ResponseField.Value {
    let types = types(schema).types
    switch types.count == 1 ? types[0] : "" {
    case "integer": return .integer
    case "number": return .number
    case "boolean": return .boolean
    case "array":
      guard let items = schema["items"] else { return .texts }
      return fieldValue((try? resolved(items)) ?? items) == .integer ? .integers : .texts
    case "string":
      switch stringFormat(schema) {
      case .date: return .date
      case .uuid: return .uuid
      case .url: return .url
      case .integer, .unsigned: return .integer
      case .number: return .number
      default: return .text
      }
    default: return .text
    }
  }

  // MARK: Problems

  /// A problem with nothing but the members of RFC 9457 is of the library's type.
  func readProblems(of operation: inout Operation) {
    for (index, response) in operation.responses.enumerated() {
      guard case .json(let schema) = response.content, let type = response.contentType,
        MediaType(type).isProblem
      else { continue }
      switch schemas.resolved(schema).shape {
      case .any, .map: break
      case .object(let object):
        let known: Set = ["type", "title", "status", "detail", "instance"]
        guard object.properties.allSatisfy({ known.contains($0.key) }) else { continue }
      default: continue
      }
      operation.responses[index].content = .problem
    }
  }

  private static func status(_ key: String) -> DeclaredResponse.Status? {
    // `200 OK` is meant as 200.
    let key = key.split(separator: " ").first.map(String.init) ?? key
    if key == "default" { return .any }
    let upper = key.uppercased()
    if upper.count == 3, upper.hasSuffix("XX"), let first = Int(upper.prefix(1)) { return .range(first) }
    guard let code = Int(key), (100...599).contains(code) else { return nil }
    return .code(code)
  }
}
