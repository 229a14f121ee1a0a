import ReparteeJSON

extension OpenAPIReader {
  func union(_ place: Place, variants: [Place], depth: Int) throws -> Schema {
    var isNullable = types(place).isNullable
    // What stands beside the variants holds for each of them.
    let base = place["properties"] == nil ? nil : try object(place, depth: depth)
    var schemas: [(schema: Schema, place: Place)] = []
    for variant in variants {
      var schema = try self.schema(variant, depth: depth + 1)
      if schema.shape == .null { isNullable = true; continue }
      if let base { schema = try combined([base, schema], at: variant) }
      if schema.isNullable { isNullable = true }
      schemas.append((schema, variant))
    }
    let texts = schemas.map { (schema: listedText($0.schema, at: $0.place) ?? $0.schema, place: $0.place) }
    let isNull = texts.map { $0.schema.shape == .null }
    if isNull.contains(true) { isNullable = true }
    schemas = zip(schemas, isNull).filter { !$1 }.map(\.0)
    let listables = texts.map(\.schema).filter(isListable)
    // One that has a name keeps it, also beside any text.
    let lists = listables.count { $0.shape != .string(.plain) }
    if lists > 1, listables.allSatisfy(isText) {
      schemas = texts.filter { $0.schema.shape != .null }
      if listables.contains(where: \.isNullable) { isNullable = true }
    }
    var result: Schema
    let listable = schemas.filter { isListable($0.schema) }
    if let listed = listed(listable) {
      if listable.count == schemas.count {
        result = listed
        if isNullable { result.isNullable = true }
        return result
      }
      // The values that are listed are one variant.
      let first = schemas.firstIndex { isListable($0.schema) } ?? 0
      let place = schemas[first].place
      schemas.removeAll { isListable($0.schema) }
      schemas.insert((listed, place), at: min(first, schemas.count))
    }
    if schemas.count <= 1 {
      result = schemas.first?.schema ?? null()
    } else {
      let distinct = schemas.reduce(into: [(schema: Schema, place: Place)]()) { distinct, next in
        if !distinct.contains(where: { $0.schema.bare.shape == next.schema.bare.shape }) {
          distinct.append(next)
        }
      }
      result =
        distinct.count == 1
        ? distinct[0].schema
        : Schema(
          .union(
            Schema.Union(
              variants: distinct.map(\.schema),
              discriminator: try discriminator(place, variants: distinct.map(\.place)))))
    }
    if isNullable { result.isNullable = true }
    return result
  }

  /// The texts, or null, that a reference leads to.
  private func listedText(_ schema: Schema, at place: Place) -> Schema? {
    guard case .reference(let name) = schema.shape,
      let file = try? placeIn(name, place),
      let target = try? resolved(target(of: name.pointer.description, from: file)),
      target["allOf"] ?? target["oneOf"] ?? target["anyOf"] == nil,
      target["enum"] ?? target["const"] != nil || types(target) == ([], true),
      var result = try? self.schema(target)
    else { return nil }
    if !schema.allowed.isEmpty, case .enumeration(var enumeration) = result.shape {
      enumeration.values.removeAll { !schema.allowed.contains($0.value) }
      result.shape = .enumeration(enumeration)
    }
    return result.shape == .null || isListable(result) ? result : nil
  }

  private func isText(_ schema: Schema) -> Bool {
    switch schema.shape {
    case .constant(let value): value.string != nil
    case .enumeration(let enumeration): !enumeration.isInteger
    default: schema.shape == .string(.plain)
    }
  }

  func isListable(_ schema: Schema) -> Bool {
    switch schema.shape {
    case .constant(let value): value.bool == nil
    case .enumeration, .string(.plain): true
    default: false
    }
  }

  /// Constants, enumerations and a free string are together an enumeration, open if there is a free string.
  func listed(_ variants: [(schema: Schema, place: Place)]) -> Schema? {
    var values: [Schema.Enumeration.Value] = []
    var isOpen = false
    for (schema, place) in variants {
      switch schema.shape {
      case .constant(let value):
        values.append(
          Schema.Enumeration.Value(
            value: value, name: text(place["title"]), documentation: prose(place["description"])))
      case .enumeration(let enumeration): values += enumeration.values
      case .string(.plain): isOpen = true
      default: return nil
      }
    }
    guard !values.isEmpty else { return nil }
    // An empty text says no more than any text.
    if isOpen, values.allSatisfy({ $0.value.string?.isEmpty == true }) { return Schema(.string(.plain)) }
    if values.count == 1, !isOpen {
      let isInteger = values[0].value.int != nil
      return Schema(.enumeration(Schema.Enumeration(values: values, isInteger: isInteger)))
    }
    if isOpen, values.allSatisfy({ $0.value.string != nil }) {
      return Schema(.enumeration(Schema.Enumeration(values: unique(values), isInteger: false, isOpen: true)))
    }
    return isOpen ? nil : enumeration(values)
  }

  func unique(_ values: [Schema.Enumeration.Value]) -> [Schema.Enumeration.Value] {
    var seen: Set<JSONValue> = []
    return values.filter { seen.insert($0.value).inserted }
  }

  func discriminator(_ place: Place, variants: [Place]) throws -> Schema.Discriminator? {
    guard let discriminator = place["discriminator"], let key = discriminator["propertyName"]?.text
    else {
      return nil
    }
    let targets = try variants.map {
      try $0.reference.map { [place = $0] in try target(of: $0, from: place) } ?? $0
    }
    let unnamed = Set(variants.indices.filter { variants[$0].reference == nil })
    return Schema.Discriminator(
      key: key, mapping: try mapping(discriminator, key: key, variants: targets, unnamed: unnamed))
  }

  /// The values of a discriminator, by the document's mapping or by what the variants say themselves.
  ///
  /// `base` is a variant after the others, by its values, or if the mapping names it.
  func mapping(
    _ discriminator: Place?, key: String, variants: [Place], base: (place: Place, values: [String])? = nil,
    unnamed: Set<Int> = []
  ) throws -> [Schema.Discriminator.Mapping] {
    let named = variants + (base.map { [$0.place] } ?? [])
    let indices = Dictionary(named.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    var mapping: [Schema.Discriminator.Mapping] = []
    for (value, target) in discriminator?["mapping"]?.children ?? [] {
      guard let reference = target.value.string,
        let name = try? self.target(of: mappingReference(reference), from: target).name,
        let index = indices[name]
      else { continue }
      mapping.append(Schema.Discriminator.Mapping(value: value, variant: index))
    }
    for value in base?.values ?? [] where !mapping.contains(where: { $0.value == value }) {
      mapping.append(Schema.Discriminator.Mapping(value: value, variant: variants.count))
    }
    let mappedValues = Set(mapping.map(\.value)), mappedVariants = Set(mapping.map(\.variant))
    // A variant without a name has only the values that it lists itself.
    let values = try variants.enumerated().map { index, variant in
      try discriminatingValues(variant, key: key, isNamed: !unnamed.contains(index))
    }
    let counts = Dictionary(values.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, variant) in variants.enumerated() where !mappedVariants.contains(index) {
      let free = values[index].filter { !mappedValues.contains($0) }
      var own = free.filter { counts[$0] == 1 }
      // Of an enumeration that variants share, each has the value of its name.
      let shared = free.filter { counts[$0] != 1 }
      let name = unnamed.contains(index) ? "" : variant.name.text
      if let value = shared.first(where: { $0 == name })
        ?? shared.first(where: { $0.lowercased() == name.lowercased() })
      {
        own.append(value)
      }
      mapping += own.map { Schema.Discriminator.Mapping(value: $0, variant: index) }
    }
    return mapping
  }

  /// A mapping has references or names of schemas, which may have dots.
  func mappingReference(_ text: String) -> String {
    let isNamed = namedSchema(text) != nil
    if !isNamed, text.contains("#") || text.contains("/") || text.contains(".") { return text }
    return (version == .swagger ? "#/definitions/" : "#/components/schemas/") + text
  }

  /// The fewest values that a variant or what it includes lists for its discriminator; its name if it has one
  /// and none are listed.
  func discriminatingValues(_ place: Place, key: String, isNamed: Bool) throws -> [String] {
    let listed = try properties(key, of: place).map { property in
      let property = try resolved(property)
      return listedValues(property)?.compactMap(\.string) ?? []
    }
    if let values = listed.filter({ !$0.isEmpty }).min(by: { $0.count < $1.count }) { return values }
    return isNamed && place.pointer.tokens.count >= 2 ? [place.name.text] : []
  }

  /// A schema's own property, and those of what it includes, from the last to the first.
  private func properties(_ key: String, of place: Place) -> [Place] {
    var found: [Place] = []
    var seen: Set<Schema.Name> = []
    var work = [place]
    while let next = work.popLast() {
      guard let place = try? resolved(next), seen.insert(place.name).inserted else { continue }
      if let property = place["properties"]?[key] { found.append(property) }
      work += (place["allOf"]?.children ?? []).map(\.place)
    }
    return found
  }
}
