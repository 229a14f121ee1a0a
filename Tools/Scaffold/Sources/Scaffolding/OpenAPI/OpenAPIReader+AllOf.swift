import ReparteeJSON

extension OpenAPIReader {
  func merged(_ place: Place, parts: [Place], depth: Int) throws -> Schema {
    var schemas: [Schema] = []
    if place.reference != nil { schemas.append(try reference(place)) }
    let parts = parts.isEmpty ? place["allOf"]?.children.map(\.place) ?? [] : parts
    for part in parts where hasShape(part) && part.value.object?.isEmpty == false {
      schemas.append(try schema(part, depth: depth + 1))
    }
    if place["properties"] != nil { schemas.append(try object(place, depth: depth)) }
    for key in ["oneOf", "anyOf"] {
      let variants = (place[key]?.children.map(\.place) ?? []).filter { hasShape($0) }
      if !variants.isEmpty { schemas.append(try union(place, variants: variants, depth: depth)) }
    }
    guard !schemas.isEmpty else { return .any }
    let required = Set((place["required"]?.children ?? []).compactMap(\.place.text))
    if schemas.count == 1, required.isEmpty { return schemas[0] }
    return try combined(schemas, required: required, at: place)
  }

  /// One schema of several that hold at once.
  func combined(_ schemas: [Schema], required: Set<String> = [], at place: Place) throws -> Schema {
    try countCombination(at: place)
    var object = Schema.Object(properties: [])
    var union: Schema.Union?
    var other: Schema?
    for schema in schemas {
      switch try shape(of: schema, at: place) {
      case .object(let next):
        for property in next.properties { add(property, to: &object) }
        object.additional = object.additional ?? next.additional
      case .map(let values):
        if values != .any { object.additional = object.additional ?? values }
      case .union(let next): union = union ?? next
      case .any, .null: break
      case .constant: other = schema
      case .enumeration:
        if other.map({ !isListable($0) || $0.shape == .string(.plain) }) ?? true { other = schema }
      default: other = other ?? schema
      }
    }
    for index in object.properties.indices where required.contains(object.properties[index].key) {
      object.properties[index].isRequired = true
    }
    if let union {
      if object.properties.isEmpty { return Schema(.union(union)) }
      let base = Schema(.object(object))
      var variants = union
      variants.variants = try union.variants.map { variant in
        var result = try deeper(at: place) { try combined([base, variant], at: place) }
        if case .reference(let name) = variant.shape { result.title = name.text }
        return result
      }
      return Schema(.union(variants))
    }
    if object.properties.isEmpty {
      if let other { return other }
      return Schema(.map(object.additional ?? .any))
    }
    return Schema(.object(object))
  }

  func add(_ property: Schema.Property, to object: inout Schema.Object) {
    guard let index = object.properties.firstIndex(where: { $0.key == property.key }) else {
      object.properties.append(property)
      return
    }
    let isRequired = object.properties[index].isRequired || property.isRequired
    // The later one is the narrower one, unless it says nothing.
    if ![.any, .map(.any), .array(.any)].contains(property.schema.shape)
      || object.properties[index].schema.shape == .any
    {
      object.properties[index].schema = property.schema
    }
    object.properties[index].isRequired = isRequired
  }

  /// The shape that a reference leads to.
  func shape(of schema: Schema, at place: Place) throws -> Schema.Shape {
    var schema = schema
    var seen: Set<Schema.Name> = []
    while case .reference(let name) = schema.shape {
      guard seen.insert(name).inserted else { throw place.error("the reference leads back to itself") }
      if let base = bases[name] { return .object(base) }
      if schemas[name] == nil {
        guard let file = try? self.target(of: name.pointer.description, from: placeIn(name, place)) else {
          return .any
        }
        try readNamed(file)
        if let base = bases[name] { return .object(base) }
      }
      guard let next = schemas[name] else { throw place.error("the schema includes itself") }
      schema = next
    }
    return schema.shape
  }

  func placeIn(_ name: Schema.Name, _ place: Place) throws -> Place {
    let file = name.file == place.file.name ? place.file : try loaded(name.file)
    return Place(file: file, pointer: Pointer(), value: file.root)
  }

  // MARK: Hierarchies

  /// The named schemas that include another one by `allOf`, by its name.
  func includingSchemas() -> [Schema.Name: [Place]] {
    var children: [Schema.Name: [Place]] = [:]
    for (_, place) in namedSchemas {
      for (_, part) in place["allOf"]?.children ?? [] {
        guard let reference = part.reference, let parent = try? target(of: reference, from: part)
        else {
          continue
        }
        children[parent.name, default: []].append(place)
      }
    }
    return children
  }

  /// The named schemas that include one, also by way of others.
  func descendants(of name: Schema.Name) -> [Place] {
    var found: [Place] = []
    var seen: Set<Schema.Name> = [name]
    var parents = [name]
    while let parent = parents.popLast() {
      let next = (children[parent] ?? []).filter { seen.insert($0.name).inserted }
      found += next
      parents += next.map(\.name).reversed()
    }
    return found
  }

  /// The values that mean a schema itself: by the mappings of what it includes, or its name if it is listed or not
  /// mapped.
  private func ownValues(_ place: Place, key: String) throws -> [String] {
    var values: [String] = []
    for ancestor in included(by: place) where ancestor["discriminator"] != nil {
      for (value, target) in ancestor["discriminator"]?["mapping"]?.children ?? [] {
        guard let reference = target.value.string,
          (try? self.target(of: mappingReference(reference), from: target).name) == place.name
        else { continue }
        values.append(value)
      }
    }
    let listed = try place["properties"]?[key].map { listedValues(try resolved($0)) ?? [] } ?? []
    let isVariant = included(by: place).contains { $0["discriminator"] != nil } && values.isEmpty
    if isVariant || listed.contains(.string(place.name.text)) { values.append(place.name.text) }
    return values
  }

  /// The schemas that one includes, also by way of others.
  private func included(by place: Place) -> [Place] {
    var found: [Place] = []
    var seen: Set<Schema.Name> = [place.name]
    var work = [place]
    while let next = work.popLast() {
      for (_, part) in next["allOf"]?.children ?? [] where part.reference != nil {
        guard let target = try? resolved(part), seen.insert(target.name).inserted else { continue }
        found.append(target)
        work.append(target)
      }
    }
    return found
  }

  /// A schema with a discriminator that others include: it stands for any of them.
  func hierarchy(_ place: Place, children: [Place]) throws -> Schema {
    var base = try schema(place, depth: 0)
    guard case .object(let object) = base.shape else { return base }
    bases[place.name] = object
    let key =
      place["discriminator"]?.value.string ?? place["discriminator"]?["propertyName"]?.text ?? "type"
    awaited += children
    // The mapping, or that of a schema that it includes, may name the schema itself.
    let mapping = try mapping(
      place["discriminator"], key: key, variants: children, base: (place, try ownValues(place, key: key)))
    var own = Schema(.object(object))
    own.title = "base"
    let isVariant = mapping.contains { $0.variant == children.count }
    base.shape = .union(
      Schema.Union(
        variants: children.map { Schema(.reference($0.name)) } + (isVariant ? [own] : []),
        discriminator: Schema.Discriminator(key: key, mapping: mapping)))
    return base
  }
}
