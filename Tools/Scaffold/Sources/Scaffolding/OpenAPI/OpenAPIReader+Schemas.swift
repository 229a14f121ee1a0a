import ReparteeJSON

extension OpenAPIReader {
  /// The most levels of schemas within each other; deeper ones are any JSON.
  private static let maximumDepth = 48
  /// The most levels with those of the schemas that one includes, and the most schemas in these.
  private static let maximumLevel = 100
  private static let maximumCount = 200_000

  /// Reads something and the schemas that it refers to. If one of them can't be read, none of them stays.
  func whole<T>(_ read: () throws -> T) throws -> T {
    latest = []
    combinations = 0
    do {
      let result = try read()
      while let place = awaited.popLast() { try readNamed(place) }
      return result
    } catch {
      for name in latest {
        schemas[name] = nil
        bases[name] = nil
      }
      awaited = []
      inProgress = []
      throw error
    }
  }

  var namedSchemas: [(key: String, place: Place)] { components?.children ?? [] }

  func namedSchema(_ name: String) -> Place? { components?[name] }

  private var components: Place? {
    let root = Place(file: document, pointer: Pointer(), value: document.root)
    return version == .swagger ? root["definitions"] : root["components"]?["schemas"]
  }

  /// Reads all schemas with a name, for their own sake.
  func readModels(into api: inout API) throws {
    for (key, place) in namedSchemas {
      do {
        try whole { try readNamed(place) }
        api.roots[place.name] = .both
      } catch let error as InputError {
        api.omissions.append(
          Omission(operation: "schema \(key)", reason: error.description, isOperation: false))
      }
    }
  }

  func schema(_ place: Place) throws -> Schema { try schema(place, depth: 0) }

  func readNamed(_ place: Place) throws {
    let name = place.name
    guard schemas[name] == nil else { return }
    guard inProgress.insert(name).inserted else { throw place.error("the schema includes itself") }
    defer { inProgress.remove(name) }
    latest.append(name)
    if children[name] != nil, place["discriminator"] != nil {
      schemas[name] = try self.hierarchy(place, children: descendants(of: name))
    } else {
      schemas[name] = try schema(place, depth: 0)
    }
    guard schemas[name]?.exceeds(levels: Self.maximumLevel, count: Self.maximumCount) != true else {
      throw tooLarge(place)
    }
  }

  /// Variants of variants may be more than can be written.
  func countCombination(at place: Place) throws {
    combinations += 1
    if combinations > Self.maximumCount { throw tooLarge(place) }
  }

  private func tooLarge(_ place: Place) -> InputError {
    place.error("the schema is too large with those that it includes")
  }

  /// Reads what may lead to other schemas, which lead to others.
  func deeper<T>(at place: Place, _ read: () throws -> T) throws -> T {
    guard level < Self.maximumLevel else {
      throw place.error("schemas that include each other are more than \(Self.maximumLevel) levels deep")
    }
    level += 1
    defer { level -= 1 }
    return try read()
  }

  func reference(_ place: Place) throws -> Schema {
    named(try target(of: place.reference ?? "", from: place), isDynamic: place["$ref"] == nil)
  }

  func named(_ target: Place, isDynamic: Bool = false) -> Schema {
    if schemas[target.name] == nil, !inProgress.contains(target.name) { awaited.append(target) }
    var schema = Schema(.reference(target.name))
    if isDynamic {
      schema.documentation = "A dynamic reference of the document, read as one that always leads here."
    }
    return schema
  }

  func schema(_ place: Place, depth: Int) throws -> Schema {
    guard depth < Self.maximumDepth else {
      var schema = Schema.any
      schema.documentation = "Nested more than \(Self.maximumDepth) levels deep, and not described here."
      return schema
    }
    var schema = try deeper(at: place) { try shape(place, depth: depth) }
    if let text = prose(place["description"]) {
      // What was said of a shape that could not be read stays.
      let remark = schema.shape == .any || place["$dynamicRef"] != nil ? schema.documentation : nil
      schema.documentation = [text, remark].compactMap { $0 }.joined(separator: "\n\n")
    }
    if let note = orderNote(place, schema) {
      schema.documentation = [schema.documentation, note].compactMap { $0 }.joined(separator: "\n\n")
    }
    if schema.title == nil { schema.title = text(place["title"]) }
    if case .constant(let value) = schema.shape, let standard = place["default"],
      declaredValue(standard, types: types(place).types) == value
    {
      schema.isDefault = true
    }
    if place["deprecated"]?.value.bool == true { schema.isDeprecated = true }
    if place["nullable"]?.value.bool == true || place["x-nullable"]?.value.bool == true {
      schema.isNullable = true
    }
    return schema
  }

  func shape(_ place: Place, depth: Int) throws -> Schema {
    guard place.value.object != nil else {
      guard place.value.bool != nil else { throw place.error("a schema is an object") }
      return .any
    }
    if place.reference != nil {
      // What stands beside a reference holds as well, since 3.1.
      let hasMore = version == .openAPI && (place["properties"] ?? place["required"] ?? place["allOf"]) != nil
      return hasMore ? try merged(place, parts: [], depth: depth) : try reference(place)
    }
    if let parts = place["allOf"]?.children.map(\.place), !parts.isEmpty {
      return narrowed(try merged(place, parts: parts, depth: depth), by: place)
    }
    for key in ["oneOf", "anyOf"] {
      if let variants = place[key]?.children.map(\.place), !variants.isEmpty {
        let described = variants.filter { hasShape($0) }
        if described.isEmpty { break }
        return try union(place, variants: described, depth: depth)
      }
    }
    if let values = listedValues(place) {
      let schema =
        place["const"] == nil
        ? enumeration(place, values: values) : enumeration(values.map { Schema.Enumeration.Value(value: $0) })
      // Of values that contradict the type, the type is right.
      return schema.shape == .any ? try typed(place, depth: depth) : schema
    }
    return try typed(place, depth: depth)
  }

  /// A named enumeration, of which only the values beside it are allowed: one is a constant.
  private func narrowed(_ schema: Schema, by place: Place) -> Schema {
    guard place["const"] ?? place["enum"] != nil,
      let values = listedValues(place, of: isText(schema, at: place) ? ["string"] : nil), !values.isEmpty
    else { return schema }
    var own = enumeration(place, values: values)
    if case .constant(let value) = own.shape {
      own.documentation = constantName(value, in: schema, at: place)
      return own
    }
    guard case .reference = schema.shape else { return own }
    var result = schema
    result.allowed = values.filter { !$0.isNull }
    if own.isNullable { result.isNullable = true }
    return result
  }

  private func isText(_ schema: Schema, at place: Place) -> Bool {
    switch try? shape(of: schema, at: place) {
    case .string: true
    case .enumeration(let enumeration): !enumeration.isInteger
    default: false
    }
  }

  /// What the enumeration calls a value.
  private func constantName(_ value: JSONValue, in schema: Schema, at place: Place) -> String? {
    guard case .enumeration(let enumeration) = try? shape(of: schema, at: place) else { return nil }
    return enumeration.values.first { $0.value == value }?.name.map {
      "Always `\(Literal.swift(value))`, \($0)."
    }
  }

  func null() -> Schema {
    var schema = Schema(.null)
    schema.isNullable = true
    return schema
  }

  func hasShape(_ place: Place) -> Bool {
    guard let object = place.value.object else { return true }
    let telling = [
      "$ref", "$dynamicRef", "type", "properties", "items", "enum", "const", "oneOf", "anyOf", "allOf",
      "additionalProperties", "patternProperties", "prefixItems",
    ]
    return object.isEmpty || telling.contains { object[$0] != nil }
  }

  func types(_ place: Place) -> (types: [String], isNullable: Bool) {
    var types: [String] = []
    if let type = place["type"]?.value.string { types = [type] }
    if let list = place["type"]?.value.array { types = list.compactMap(\.string) }
    if types.isEmpty {
      if (place["properties"] ?? place["additionalProperties"] ?? place["patternProperties"]) != nil {
        types = ["object"]
      } else if (place["items"] ?? place["prefixItems"]) != nil {
        types = ["array"]
      }
    }
    return (types.filter { $0 != "null" }, types.contains("null"))
  }

  func typed(_ place: Place, depth: Int) throws -> Schema {
    let (types, isNullable) = types(place)
    var schema: Schema
    switch types.count {
    case 0: schema = isNullable ? null() : .any
    case 1: schema = try typed(place, as: types[0], depth: depth)
    default:
      let variants = try types.map { try typed(place, as: $0, depth: depth) }
      schema = Schema(.union(Schema.Union(variants: variants)))
    }
    if isNullable { schema.isNullable = true }
    return schema
  }

  func typed(_ place: Place, as type: String, depth: Int) throws -> Schema {
    switch type {
    case "boolean": return Schema(.boolean)
    case "integer": return Schema(place["format"]?.value.string == "uint64" ? .unsigned : .integer)
    case "number": return Schema(.number)
    // As Kubernetes calls it.
    case "string" where place["format"]?.value.string == "int-or-string":
      return Schema(.union(Schema.Union(variants: [Schema(.integer), Schema(.string(.plain))])))
    case "string": return Schema(.string(stringFormat(place)))
    case "file": return Schema(.string(.binary))
    case "array": return try list(place, depth: depth)
    case "object": return try object(place, depth: depth)
    default:
      var schema = Schema.any
      schema.documentation = "The document says that its type is `\(type)`, which no version of OpenAPI has."
      return schema
    }
  }

  func stringFormat(_ place: Place) -> Schema.Format {
    if place["contentEncoding"]?.value.string == "base64" { return .base64 }
    if place["contentEncoding"]?.value.string == "binary" { return .binary }
    if place["contentEncoding"] == nil,
      let type = place["contentMediaType"]?.value.string.map(MediaType.init),
      !type.isText, !type.isJSON
    {
      return .binary
    }
    switch place["format"]?.value.string {
    case "date-time": return .date
    case "uuid": return .uuid
    case "uri", "url": return .url
    case "byte": return .base64
    case "binary": return .binary
    case "int32", "int64": return .integer
    case "uint32", "uint64": return .unsigned
    case "double", "float": return .number
    default: return .plain
    }
  }

  func object(_ place: Place, depth: Int) throws -> Schema {
    let required = Set((place["required"]?.children ?? []).compactMap(\.place.text))
    let properties = try (place["properties"]?.children ?? []).map { key, place in
      var property = Schema.Property(
        key: key, schema: try schema(place, depth: depth + 1), isRequired: required.contains(key))
      property.isReadOnly = place["readOnly"]?.value.bool ?? false
      property.isWriteOnly = place["writeOnly"]?.value.bool ?? false
      return property
    }
    let additional = try additional(place, depth: depth)
    if properties.isEmpty {
      if additional == nil, place["additionalProperties"]?.value.bool == false {
        return Schema(.object(Schema.Object(properties: [])))
      }
      return Schema(.map(additional ?? .any))
    }
    return Schema(.object(Schema.Object(properties: properties, additional: additional)))
  }

  // MARK: Enumerations

  func enumeration(_ place: Place, values: [JSONValue]) -> Schema {
    let names = (place["x-enum-varnames"] ?? place["x-enumNames"])?.children.map(\.place.text) ?? []
    let texts =
      (place["x-enum-descriptions"] ?? place["x-enumDescriptions"])?.children.map(\.place.text) ?? []
    let described = values.enumerated().map { index, value in
      Schema.Enumeration.Value(
        value: value, name: index < names.count ? names[index] : nil,
        documentation: index < texts.count ? texts[index].map(HTMLText.markdown) : nil)
    }
    var schema = enumeration(described)
    if values.contains(where: \.isNull) || types(place).isNullable { schema.isNullable = true }
    return schema
  }

  /// An enumeration of strings or of integers, a constant if there is one value; otherwise the values' type.
  func enumeration(_ values: [Schema.Enumeration.Value]) -> Schema {
    var seen: Set<JSONValue> = []
    let values = values.filter { !$0.value.isNull && seen.insert($0.value).inserted }
    if values.isEmpty { return null() }
    let areStrings = values.allSatisfy { $0.value.string != nil }
    let areIntegers = values.allSatisfy { $0.value.int != nil }
    if values.count == 1, areStrings || areIntegers || values[0].value.bool != nil {
      return Schema(.constant(values[0].value))
    }
    if areStrings || areIntegers {
      return Schema(.enumeration(Schema.Enumeration(values: values, isInteger: areIntegers)))
    }
    if values.allSatisfy({ $0.value.bool != nil }) { return Schema(.boolean) }
    return values.allSatisfy { $0.value.number != nil } ? Schema(.number) : .any
  }
}
