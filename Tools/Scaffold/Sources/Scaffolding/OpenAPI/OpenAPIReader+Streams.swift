import ReparteeJSON

extension OpenAPIReader {
  /// The schema of a body, or of the elements of a stream (`itemSchema`, OpenAPI 3.2).
  func schemaPlace(_ content: Place, of type: String) -> Place? {
    (MediaType(type).isStream ? content["itemSchema"] : nil) ?? content["schema"]
  }

  func content(_ content: (key: String, schema: Place?)) throws -> DeclaredResponse.Content {
    let type = MediaType(content.key)
    func schema() throws -> Schema { try content.schema.map(self.schema) ?? .any }
    if type.isProblem { return content.schema == nil ? .problem : .json(try schema()) }
    if type.isEvents { return .events(try dataSchema(content.schema)) }
    if type.isLines { return .lines(try elementSchema(content.schema)) }
    if type.isSequence {
      if type.hasStream, let event = watchEvent { return .sequence(named(event)) }
      return .sequence(try elementSchema(content.schema))
    }
    if type.isJSON {
      let schema = try schema()
      return schema.shape == .string(.binary) ? .bytes : .json(schema)
    }
    if let place = content.schema, type.isWildcard || (!type.isOtherFormat && isObject(place)) {
      let schema = try self.schema(place)
      return schema.shape == .string(.binary) ? .bytes : .json(schema)
    }
    return type.isText ? .text : .bytes
  }

  /// Of a stream that is declared as a list, its elements.
  private func elementSchema(_ place: Place?) throws -> Schema {
    guard let place else { return .any }
    let schema = try self.schema(place)
    if case .array(let element) = try shape(of: schema, at: place) { return element }
    return schema
  }

  /// What the data of an event is. Some documents describe the event around it, whose fields are read by the format.
  private func dataSchema(_ place: Place?) throws -> Schema {
    guard let place else { return .any }
    let described = try resolved(place)
    let variants = (described["oneOf"] ?? described["anyOf"])?.children.map(\.place) ?? []
    if try !variants.isEmpty && variants.allSatisfy({ isEvent(try resolved($0)) }) { return .any }
    guard isEvent(described), let data = described["properties"]?["data"] else { return try schema(place) }
    if let content = data["contentSchema"] { return try schema(content) }
    let schema = try self.schema(data)
    if case .string = schema.shape { return .any }
    return schema
  }

  private func isEvent(_ place: Place) -> Bool {
    let keys = place["properties"]?.children.map(\.key) ?? []
    return keys.contains("data") && keys.count > 1
      && keys.allSatisfy { ["comment", "data", "event", "id", "retry"].contains($0) }
  }
}

extension DeclaredResponse {
  /// A watch is declared as JSON as well, but is never one value.
  mutating func joinEvents() {
    guard case .sequence(let element) = stream, content == .json(element),
      contentType.map({ MediaType($0).name }) == "application/json"
    else { return }
    content = .sequence(element)
    stream = nil
    examples = []
  }
}

extension Operation {
  /// Finds the item of the query that asks for a stream beside another body.
  mutating func nameStreamItem() {
    let item = parameters.first { parameter in
      parameter.place == .query && ["stream", "watch"].contains(parameter.name)
        && parameter.schema.shape == .boolean
    }
    for index in responses.indices where responses[index].stream != nil {
      responses[index].streamItem = item?.name
    }
  }
}
