import ReparteeJSON

extension OpenAPIReader {
  func response(_ place: Place, key: String, produces: [String]) throws -> DeclaredResponse {
    let place = try resolved(place)
    guard let status = Self.status(key) else { throw place.error("\"\(key)\" is no status") }
    var response = DeclaredResponse(status: status, content: .none)
    response.documentation = prose(place["description"])
    response.hasLink = place["headers"]?.children.contains { $0.key.lowercased() == "link" } ?? false
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
    response.examples = examples(place, contentType: chosen.key)
    response.content = try content(chosen)
    response.otherContentTypes = ranked.map(\.key).filter { $0 != chosen.key }
    if whole != nil, let stream = ranked.first(where: { MediaType($0.key).isStream }) {
      response.stream = try content(stream)
      response.otherContentTypes.removeAll { $0 == stream.key }
      if MediaType(stream.key).hasStream { response.joinEvents() }
    }
    return response
  }

  private func examples(_ place: Place, contentType: String) -> [JSONValue] {
    guard MediaType(contentType).isJSON else { return [] }
    if let example = place["examples"]?[contentType] { return [example.value] }  // OpenAPI 2.0
    guard let content = place["content"]?[contentType] else { return [] }
    let named = (content["examples"]?.children ?? []).compactMap { _, place in
      (try? resolved(place))?["value"]?.value
    }
    return [content["example"]?.value].compactMap { $0 } + named
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
