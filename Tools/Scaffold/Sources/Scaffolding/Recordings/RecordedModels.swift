import ReparteeJSON

/// The objects of a recording that get a name of their own: those of responses and of bodies, by the noun of their path.
struct RecordedModels {
  /// Where an object was recorded.
  struct Place {
    /// `user`
    var noun: String
    /// The noun of what contains it: `team` of `/teams/7/users`.
    var owner: String?
    /// The path without the values at its end: `/users` of `/users/7`.
    var path: String
    var isBody = false
  }

  private struct Model {
    var name: String
    var noun: String
    var isBody: Bool
    var paths: Set<String>
    var sample: Sample
    /// Whole objects, by which one finds the same thing under another path.
    var entities: Set<JSONValue>
  }

  private var models: [Model] = []
  private var indexes: [String: [Int]] = [:]
  private var names: Set<String> = []
  /// The model of what was added under a key.
  private var assigned: [String: Int] = [:]

  /// The keys that only wrap what was asked for.
  private static let wrappers: Set<String> = [
    "data", "result", "results", "items", "rows", "records", "values",
  ]

  /// Adds the bodies of one kind: of an operation and a status, or what it sends.
  mutating func add(_ bodies: [JSONValue], at place: Place, key: String) {
    guard let found = Self.named(in: Sample(bodies)) else { return }
    let entities = Self.entities(bodies)
    if let index = index(of: found, at: place, entities) {
      models[index].sample.merge(found)
      models[index].paths.insert(place.path)
      models[index].entities.formUnion(entities)
      assigned[key] = index
      return
    }
    assigned[key] = models.count
    indexes[place.noun, default: []].append(models.count)
    models.append(
      Model(
        name: takeName(place), noun: place.noun, isBody: place.isBody, paths: [place.path], sample: found,
        entities: entities))
  }

  private mutating func takeName(_ place: Place) -> String {
    let end = place.isBody ? " body" : ""
    var candidates = [Names.type(place.noun + end)]
    if let owner = place.owner { candidates.append(Names.type("\(owner) \(place.noun)\(end)")) }
    candidates.append(candidates[0] + "Details")
    var number = 3
    while let last = candidates.last, !candidates.contains(where: { !names.contains($0) }) {
      candidates.append(number == 3 ? candidates[0] + "3" : "\(last.dropLast())\(number)")
      number += 1
    }
    let name = candidates.first { !names.contains($0) } ?? candidates[0]
    names.insert(name)
    return name
  }

  func schema(of sample: Sample, key: String) -> Schema {
    sample.schema(naming: { _, path in
      guard let index = assigned[key], Self.isNamedPlace(path, in: sample) else { return nil }
      return Self.schemaName(models[index].name)
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

  // MARK: What has a name

  /// The object itself, the elements of a list, or those of the key that wraps them.
  private static func named(in sample: Sample) -> Sample? {
    if let element = sample.elementSample { return element.isObject ? element : nil }
    guard sample.isObject else { return nil }
    guard let key = wrapper(of: sample), let member = sample.member(key) else { return sample }
    if let element = member.elementSample { return element.isObject ? element : nil }
    return member
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

  private static let mostEntities = 200

  private static func entities(_ bodies: [JSONValue]) -> Set<JSONValue> {
    var found: Set<JSONValue> = []
    for body in bodies {
      let value = body.object.flatMap { object in object.first { wrappers.contains($0.key) }?.value } ?? body
      for entity in value.array ?? [value] where (entity.object?.count ?? 0) > 1 {
        found.insert(entity)
        if found.count >= mostEntities { return found }
      }
    }
    return found
  }

  // MARK: What is the same

  private func index(of sample: Sample, at place: Place, _ entities: Set<JSONValue>) -> Int? {
    if let index = indexes[place.noun]?.first(where: { isSame(models[$0], sample, place) }) { return index }
    // Under another noun it needs more than that the keys are the same: a group has a name, too.
    return models.indices.first { index in
      let model = models[index]
      guard model.noun != place.noun, model.isBody == place.isBody, model.sample.keySet == sample.keySet,
        !model.sample.conflicts(with: sample)
      else { return false }
      return sample.keySet.count >= 8 || !model.entities.isDisjoint(with: entities)
        || (sample.tag != nil && sample.tag == model.sample.tag)
    }
  }

  /// Whether two samples of one noun are of one model.
  private func isSame(_ model: Model, _ sample: Sample, _ place: Place) -> Bool {
    let (one, other) = (model.sample.keySet, sample.keySet)
    let shared = one.intersection(other).count
    // What is sent is what is received if it has the same keys.
    if model.isBody != place.isBody { return one == other && !model.sample.conflicts(with: sample) }
    if model.paths.contains(place.path) { return shared * 2 >= max(1, min(one.count, other.count)) }
    guard !model.sample.conflicts(with: sample), sample.tag == nil || sample.tag == model.sample.tag else {
      return false
    }
    return shared == min(one.count, other.count) && shared > 0 || shared * 10 >= one.union(other).count * 6
  }
}

extension Sample {
  /// Whether a key has values of one kind here and of another one there.
  func conflicts(with other: Sample) -> Bool {
    keySet.intersection(other.keySet).contains { key in
      guard let one = member(key), let two = other.member(key) else { return false }
      return one.differs(from: two)
    }
  }

  private func differs(from other: Sample) -> Bool {
    if !kinds.isEmpty, !other.kinds.isEmpty, kinds.isDisjoint(with: other.kinds) { return true }
    if let one = elementSample, let two = other.elementSample { return one.differs(from: two) }
    return isObject && other.isObject && !keySet.isEmpty && !other.keySet.isEmpty
      && keySet.isDisjoint(with: other.keySet)
  }

  /// What an object says that it is: `{"type": "user"}`.
  var tag: String? {
    ["__typename", "object", "kind", "type"].lazy.compactMap { self.member($0)?.onlyText }.first
  }
}
