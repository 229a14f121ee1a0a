import ReparteeJSON

/// What distinguishes the variants of a union: the document's discriminator, or a key whose values differ.
struct Discrimination {
  var key: String?
  /// Of the key's values.
  var type = "String"
  /// Whether a variant may leave the key out.
  var isOptional = false
  /// For each variant, the values of the key, as they stand in Swift; empty for one that has to be tried.
  var values: [[String]]

  init(_ union: Schema.Union, resolve: (Schema) -> Schema) {
    values = Array(repeating: [], count: union.variants.count)
    let objects = union.variants.map { variant -> Schema.Object? in
      if case .object(let object) = resolve(variant).shape { object } else { nil }
    }
    let mayHaveKey = union.variants.map { variant in
      switch resolve(variant).shape {
      case .object, .map, .union, .any, .reference: true
      default: false
      }
    }
    let mappings = union.discriminator?.mapping.filter { mayHaveKey[$0.variant] } ?? []
    if let declared = union.discriminator, Self.isInteger(declared.key, of: objects, resolve) {
      var seen: Set<Int> = []
      for mapping in mappings {
        guard let value = Int(mapping.value), seen.insert(value).inserted else { continue }
        values[mapping.variant].append(String(value))
      }
      if !seen.isEmpty {
        key = declared.key
        type = "Int"
        addConstants(of: objects, except: seen, resolve)
        return
      }
    } else if let declared = union.discriminator, !mappings.isEmpty {
      key = declared.key
      var seen: Set<String> = []
      for mapping in mappings where seen.insert(mapping.value).inserted {
        values[mapping.variant].append(Literal.string(mapping.value))
      }
      return
    }
    guard let found = Self.found(in: objects, resolve) else { return }
    key = found.key
    isOptional = found.isOptional
    if let first = found.values.lazy.joined().first, first.string == nil {
      type = first.bool == nil ? "Int" : "Bool"
    }
    values = found.values.map { $0.map(Literal.swift) }
  }

  private typealias Found = (key: String, values: [[JSONValue]], isOptional: Bool)

  /// The required key that distinguishes most variants; otherwise one that is a constant in all variants that have it.
  private static func found(in objects: [Schema.Object?], _ resolve: (Schema) -> Schema) -> Found? {
    var best: Found?
    var candidates: [String] = []
    for object in objects {
      for property in object?.properties ?? [] where !candidates.contains(property.key) {
        if !constants(property.schema, resolve).isEmpty { candidates.append(property.key) }
      }
    }
    for isOptional in [false, true] where best == nil {
      for candidate in candidates {
        let values = objects.map { object -> [JSONValue] in
          guard let property = object?.properties.first(where: { $0.key == candidate }) else { return [] }
          if isOptional, case .constant(let value) = resolve(property.schema).shape { return [value] }
          return isOptional || !property.isRequired ? [] : constants(property.schema, resolve)
        }
        let count = values.count { !$0.isEmpty }
        guard isDistinct(values.flatMap { $0 }), count > (isOptional ? objects.count - 1 : 1) else {
          continue
        }
        if count > best?.values.count(where: { !$0.isEmpty }) ?? 0 { best = (candidate, values, isOptional) }
      }
    }
    return best
  }

  /// Whether the values are of one type, and none is there twice.
  private static func isDistinct(_ values: [JSONValue]) -> Bool {
    Set(values).count == values.count
      && (values.allSatisfy { $0.string != nil } || values.allSatisfy { $0.int != nil }
        || values.allSatisfy { $0.bool != nil })
  }

  private static func isInteger(
    _ key: String, of objects: [Schema.Object?], _ resolve: (Schema) -> Schema
  ) -> Bool {
    objects.contains { object in
      guard let property = object?.properties.first(where: { $0.key == key }) else { return false }
      return switch resolve(property.schema).shape {
      case .integer, .unsigned: true
      case .enumeration(let enumeration): enumeration.isInteger
      case .constant(let value): value.int != nil
      default: false
      }
    }
  }

  /// Gives the variants without a value those that only they have.
  private mutating func addConstants(
    of objects: [Schema.Object?], except seen: Set<Int>, _ resolve: (Schema) -> Schema
  ) {
    let found = objects.map { object -> [Int] in
      let property = object?.properties.first { $0.key == key }
      return property.map { Self.constants($0.schema, resolve).compactMap(\.int) } ?? []
    }
    let counts = Dictionary(found.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    for index in values.indices where values[index].isEmpty {
      values[index] = found[index].filter { counts[$0] == 1 && !seen.contains($0) }.map(String.init)
    }
  }

  private static func constants(_ schema: Schema, _ resolve: (Schema) -> Schema) -> [JSONValue] {
    if !schema.allowed.isEmpty { return schema.allowed }
    return switch resolve(schema).shape {
    case .constant(let value): [value]
    case .enumeration(let enumeration) where !enumeration.isOpen: enumeration.values.map(\.value)
    default: []
    }
  }
}
