/// Finds the schemas without a name that an API repeats, and gives them one: what is the same at over three quarters of
/// the places of one name is written once.
struct SharedSchemas {
  private struct Place: Hashable {
    var name: String
    /// Without its documentation.
    var shape: Schema.Shape
  }

  private var counts: [Place: Int] = [:]
  /// How often each name is there.
  private var totals: [String: Int] = [:]
  private var shared: Set<Place> = []
  private var api: API

  init(_ api: API) {
    self.api = api
    let uses = SchemaUses(api).uses
    for (name, schema) in api.schemas where uses[name] != nil { count(inside: schema) }
    for operation in api.operations { Self.each(in: operation) { count($0, named: $1) } }
    let names = Set(api.schemas.keys.map { Names.type($0.text) })
    shared = Set(
      counts.filter { place, count in
        count >= Self.leastCount(of: place.shape) && count * 4 > totals[place.name, default: 0] * 3
          && !names.contains(place.name)
      }.keys)
  }

  /// The API, with references to what it repeats.
  func applied() -> API {
    guard !shared.isEmpty else { return api }
    var result = api
    var definitions: [Schema.Name: Schema] = [:]
    for (name, schema) in api.schemas.sorted(by: { $0.key < $1.key }) {
      result.schemas[name] = rewritten(inside: schema, &definitions)
    }
    for index in result.operations.indices {
      let operation = result.operations[index]
      for (number, parameter) in operation.parameters.enumerated() {
        result.operations[index].parameters[number].schema = rewritten(
          parameter.schema, named: parameter.name, &definitions)
      }
      if let body = operation.body {
        result.operations[index].body?.schema = rewritten(body.schema, named: nil, &definitions)
      }
      for (number, response) in operation.responses.enumerated() {
        result.operations[index].responses[number].content = rewritten(response.content, &definitions)
        result.operations[index].responses[number].stream = response.stream.map {
          rewritten($0, &definitions)
        }
      }
    }
    result.schemas.merge(definitions) { $1 }
    return result
  }

  static func isShared(_ name: Schema.Name) -> Bool { name.file.isEmpty }

  /// An enumeration is short: it is worth a name of its own if there are many of it.
  private static func leastCount(of shape: Schema.Shape) -> Int {
    if case .object(let object) = shape, object.properties.count > 1 { 2 } else { 3 }
  }

  // MARK: Counting

  private static func each(in operation: Operation, _ body: (Schema, String?) -> Void) {
    for parameter in operation.parameters { body(parameter.schema, parameter.name) }
    if let schema = operation.body?.schema { body(schema, nil) }
    for response in operation.responses {
      for schema in response.schemas { body(schema, nil) }
    }
  }

  private mutating func count(_ schema: Schema, named name: String?) {
    if let place = Self.place(schema, named: name) {
      totals[place.name, default: 0] += 1
      counts[place, default: 0] += 1
      // What is in it counts once.
      if counts[place, default: 0] > 1 { return }
    }
    for (child, name) in Self.children(of: schema, named: name) { count(child, named: name) }
  }

  private mutating func count(inside schema: Schema) {
    for (child, name) in Self.children(of: schema, named: nil) { count(child, named: name) }
  }

  private static func children(of schema: Schema, named name: String?) -> [(Schema, String?)] {
    switch schema.shape {
    case .array(let element), .map(let element): [(element, name.map { Names.singular($0) ?? $0 })]
    case .object(let object):
      object.properties.map { ($0.schema, $0.key) }
        + [object.typedAdditional].compactMap { $0.map { ($0, nil) } }
    case .union(let union):
      // A value or nothing has the name of the value.
      union.variants.map { ($0, union.valueUnlessEmpty == $0 ? name : nil) }
    default: []
    }
  }

  /// Nil for what is of no type of its own, or at a place without a name.
  private static func place(_ schema: Schema, named name: String?) -> Place? {
    switch schema.shape {
    case .object(let object) where !object.properties.isEmpty: break
    case .enumeration: break
    default: return nil
    }
    let title = schema.title.flatMap { TypePlanner.isName($0) ? $0 : nil }
    guard let text = name ?? title else { return nil }
    let type = Names.type(text)
    return Place(name: type == "Type" ? "Kind" : type, shape: plain(schema).shape)
  }

  private static func plain(_ schema: Schema) -> Schema {
    var result = Schema(schema.shape)
    result.isNullable = schema.isNullable
    switch schema.shape {
    case .array(let element): result.shape = .array(plain(element))
    case .map(let element): result.shape = .map(plain(element))
    case .object(var object):
      for index in object.properties.indices {
        object.properties[index].schema = plain(object.properties[index].schema)
      }
      object.additional = object.additional.map(plain)
      result.shape = .object(object)
    case .union(var union):
      union.variants = union.variants.map(plain)
      result.shape = .union(union)
    case .enumeration(var enumeration):
      for index in enumeration.values.indices { enumeration.values[index].documentation = nil }
      enumeration.values.sort { $0.value.description < $1.value.description }
      result.shape = .enumeration(enumeration)
    default: break
    }
    return result
  }

  // MARK: Rewriting

  private func rewritten(
    _ schema: Schema, named name: String?, _ definitions: inout [Schema.Name: Schema]
  ) -> Schema {
    guard let place = Self.place(schema, named: name), shared.contains(place) else {
      return rewritten(inside: schema, named: name, &definitions)
    }
    let shared = Schema.Name(file: "", pointer: Pointer([place.name]))
    if definitions[shared] == nil {
      var definition = rewritten(inside: schema, named: name, &definitions)
      definition.documentation = nil
      definition.isNullable = false
      definition.isDeprecated = false
      definitions[shared] = definition
    }
    var reference = schema
    reference.shape = .reference(shared)
    return reference
  }

  private func rewritten(
    inside schema: Schema, named name: String? = nil, _ definitions: inout [Schema.Name: Schema]
  ) -> Schema {
    var result = schema
    let element = name.map { Names.singular($0) ?? $0 }
    switch schema.shape {
    case .array(let value): result.shape = .array(rewritten(value, named: element, &definitions))
    case .map(let value): result.shape = .map(rewritten(value, named: element, &definitions))
    case .object(var object):
      for (index, property) in object.properties.enumerated() {
        object.properties[index].schema = rewritten(property.schema, named: property.key, &definitions)
      }
      object.additional = object.additional.map { rewritten($0, named: nil, &definitions) }
      result.shape = .object(object)
    case .union(var union):
      let value = union.valueUnlessEmpty
      union.variants = union.variants.map { rewritten($0, named: value == $0 ? name : nil, &definitions) }
      result.shape = .union(union)
    default: break
    }
    return result
  }

  private func rewritten(
    _ content: DeclaredResponse.Content, _ definitions: inout [Schema.Name: Schema]
  ) -> DeclaredResponse.Content {
    content.schema.map { content.with(rewritten($0, named: nil, &definitions)) } ?? content
  }
}
