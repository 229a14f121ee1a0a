import ReparteeJSON

// In YAML a text needs no quotes: what `1.10`, `true` and `012` are depends on the type that the schema declares.
extension OpenAPIReader {
  /// The only values that a schema allows, of the type that it declares; nil if it allows any.
  ///
  /// - Parameter declared: The type of what it narrows, unless it declares one.
  func listedValues(_ place: Place, of declared: [String]? = nil) -> [JSONValue]? {
    let own = types(place).types
    let types = own.isEmpty ? declared ?? [] : own
    if let constant = place["const"] { return [declaredValue(constant, types: types)] }
    guard let values = place["enum"], values.value.array != nil else { return nil }
    return values.children.map { declaredValue($0.place, types: types) }
  }

  /// A value as the type says it is. What is not of that type stays as it is.
  func declaredValue(_ place: Place, types: [String]) -> JSONValue {
    guard types.count == 1 else { return place.value }
    switch types[0] {
    case "string": return place.text.map(JSONValue.string) ?? place.value
    case "integer": return place.value.string.flatMap(Self.integer) ?? place.value
    case "number":
      let text = place.value.string?.filter { $0 != "_" }
      return text.flatMap(YAMLReader.number).map(JSONValue.number) ?? place.value
    case "boolean":
      let booleans = ["true": true, "false": false]
      return place.value.string.flatMap { booleans[$0.lowercased()] }.map(JSONValue.bool) ?? place.value
    default: return place.value
    }
  }

  /// `012` and `1_000` are numbers of earlier versions of YAML.
  private static func integer(_ text: String) -> JSONValue? {
    let digits = text.filter { $0 != "_" }
    let number = Int(digits).map { JSONNumber($0) } ?? YAMLReader.number(digits)
    return number.map(JSONValue.number)
  }

  /// An example, in which what the schema declares as text is text.
  func example(_ place: Place, of schema: Schema, depth: Int = 0) -> JSONValue {
    guard place.file.isYAML, depth < Contradiction.maximumDepth else { return place.value }
    switch schemas.resolved(schema).shape {
    case .string: return place.text.map(JSONValue.string) ?? place.value
    case .constant(let value) where value.string != nil:
      return place.text.map(JSONValue.string) ?? place.value
    case .enumeration(let enumeration) where !enumeration.isInteger:
      return place.text.map(JSONValue.string) ?? place.value
    case .array(let element) where place.value.array != nil:
      return .array(place.children.map { example($0.place, of: element, depth: depth + 1) })
    case .map(let member) where place.value.object != nil:
      return object(place) { _ in member }
    case .object(let shape) where place.value.object != nil:
      let schemas = Dictionary(shape.properties.map { ($0.key, $0.schema) }, uniquingKeysWith: { $1 })
      return object(place) { schemas[$0] }
    default: return place.value
    }
    func object(_ place: Place, _ schema: (String) -> Schema?) -> JSONValue {
      var object = JSONObject()
      for (key, member) in place.children {
        object[key] = schema(key).map { example(member, of: $0, depth: depth + 1) } ?? member.value
      }
      return .object(object)
    }
  }
}
