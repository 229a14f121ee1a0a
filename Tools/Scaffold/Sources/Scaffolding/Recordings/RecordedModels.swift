/// The objects of a recording that get a name of their own: those of responses and of bodies, by the noun of their path.
struct RecordedModels {
  private struct Model {
    var name: String
    var sample: Sample
  }

  private var models: [Model] = []

  /// The keys that only wrap what was asked for.
  private static let wrappers: Set<String> = [
    "data", "result", "results", "items", "rows", "records", "values",
  ]

  mutating func add(_ sample: Sample, noun: String) {
    for found in Self.named(in: sample) {
      if let index = models.firstIndex(where: { Self.isSame($0, found, noun) }) {
        models[index].sample.merge(found)
      } else {
        var name = Names.type(noun)
        var number = 2
        while models.contains(where: { $0.name == name }) {
          name = Names.type(noun) + (number == 2 ? "Details" : String(number))
          number += 1
        }
        models.append(Model(name: name, sample: found))
      }
    }
  }

  func schema(of sample: Sample, noun: String) -> Schema {
    sample.schema(naming: { found, path in
      guard Self.isNamedPlace(path, in: sample) else { return nil }
      return models.first { Self.isSame($0, found, noun) }.map { Self.schemaName($0.name) }
    })
  }

  func schemas() -> [Schema.Name: Schema] {
    var schemas: [Schema.Name: Schema] = [:]
    for model in models {
      schemas[Self.schemaName(model.name)] = Schema(model.sample.objectShape({ _, _ in nil }, []))
    }
    return schemas
  }

  private static func schemaName(_ name: String) -> Schema.Name {
    Schema.Name(file: "recording", pointer: Pointer([name]))
  }

  /// The object itself, the elements of a list, or those of the key that wraps them.
  private static func named(in sample: Sample) -> [Sample] {
    if let element = sample.elementSample { return element.isObject ? [element] : [] }
    guard sample.isObject else { return [] }
    guard let key = wrapper(of: sample), let member = sample.member(key) else { return [sample] }
    if let element = member.elementSample { return element.isObject ? [element] : [] }
    return [member]
  }

  private static func isNamedPlace(_ path: [String], in sample: Sample) -> Bool {
    if sample.isArray { return path == ["[]"] }
    guard let key = wrapper(of: sample) else { return path.isEmpty }
    return path == [key] || path == [key, "[]"]
  }

  private static func wrapper(of sample: Sample) -> String? {
    sample.keySet.sorted().first { key in
      guard wrappers.contains(key), let member = sample.member(key) else { return false }
      return member.isObject || member.elementSample?.isObject == true
    }
  }

  /// Whether two samples are of one model: of one noun, with most keys in common, or with all of them.
  private static func isSame(_ model: Model, _ sample: Sample, _ noun: String) -> Bool {
    let (one, other) = (model.sample.keySet, sample.keySet)
    if one == other, !one.isEmpty { return true }
    guard model.name.hasPrefix(Names.type(noun)), !noun.hasSuffix(" body") || model.name == Names.type(noun)
    else {
      return false
    }
    let shared = one.intersection(other).count
    return shared * 2 >= max(1, min(one.count, other.count))
  }
}
