/// Finds what the person called by another name, or moved: types by what they are made of, members by their place.
struct RenameFinder {
  private(set) var renames = Renames()
  private let base: Project
  private let yours: Project

  init(base: Project, yours: Project) {
    self.base = base
    self.yours = yours
    findTypes()
    for path in base.types.keys.sorted() { findMembers(of: path) }
  }

  // MARK: Types

  /// What a type is made of, without its name.
  private static func parts(_ places: [Place], called name: String) -> [String] {
    places.flatMap { place in
      (place.unit.members?.units ?? []).flatMap { unit -> [String] in
        // A long member, such as a map, has many parts.
        unit.container != nil || unit.tokens.count < 12
          ? [unit.tokens.map { $0.text == name ? "Self" : $0.text }.joined(separator: " ")]
          : [unit.key] + unit.lists.flatMap(\.units).map { $0.tokens.map(\.text).joined(separator: " ") }
      }
    }
  }

  /// The call of an endpoint's request: `.get("/users/\(id)"`.
  private static func call(_ places: [Place]) -> String? {
    let request = places.lazy.flatMap { $0.unit.members?.units ?? [] }.first { $0.key == "var request" }
    guard let tokens = request?.tokens.map(\.text),
      let start = tokens.indices.first(where: {
        tokens[$0] == "." && tokens.dropFirst($0 + 2).first == "(" && tokens.dropFirst($0 + 3).first == "\""
      })
    else { return nil }
    // The names of path parameters do not count.
    var call = "", depth = 0
    for token in tokens[start...] {
      if token == "(", call.hasSuffix("\\") { depth = 1; call += "("; continue }
      if depth > 0 { depth += token == "(" ? 1 : token == ")" ? -1 : 0; continue }
      call += token
      if token == "\"", call.filter({ $0 == "\"" }).count == 2 { return call }
    }
    return nil
  }

  private mutating func findTypes() {
    let missing = base.types.keys.filter { yours.types[$0] == nil }.sorted {
      ($0.split(separator: ".").count, $0) < ($1.split(separator: ".").count, $1)
    }
    var free = Set(yours.types.keys.filter { base.types[$0] == nil })
    var partsOfFree: [String: [String]] = [:]
    for path in missing {
      // Within a type that has another name.
      let expected = renames.path(path)
      if yours.types[expected] != nil { continue }
      let places = base.types[path] ?? []
      guard places.contains(where: { $0.unit.container == .type }) else { continue }
      let name = String(path.split(separator: ".").last ?? "")
      let (call, parts) = (Self.call(places), Self.parts(places, called: name))
      var best: (path: String, likeness: Double)?
      for candidate in free.sorted() {
        let other = yours.types[candidate] ?? []
        guard other.contains(where: { $0.unit.container == .type }) else { continue }
        let otherName = String(candidate.split(separator: ".").last ?? "")
        var likeness = 0.0
        if let call, let otherCall = Self.call(other) {
          likeness = call == otherCall ? 1 : 0
        } else if call == nil, Self.call(other) == nil {
          let otherParts = partsOfFree[candidate] ?? Self.parts(other, called: otherName)
          partsOfFree[candidate] = otherParts
          likeness = Alignment.likeness(parts, otherParts)
          // The same name in another place needs less.
          if name == otherName { likeness += 0.25 }
        }
        if likeness > 0.5, likeness > best?.likeness ?? 0 { best = (candidate, likeness) }
      }
      guard let best else { continue }
      free.remove(best.path)
      renames.paths[path] = best.path
      let newName = String(best.path.split(separator: ".").last ?? "")
      if newName != name { renames.types[name] = newName }
    }
  }

  // MARK: Members

  private mutating func findMembers(of path: String) {
    guard let others = yours.types[renames.path(path)] else { return }
    let units = (base.types[path] ?? []).flatMap { $0.unit.members?.units ?? [] }
    let ours = others.flatMap { $0.unit.members?.units ?? [] }
    let keys = Self.codingKeys(ours)
    let known = renames
    let alignment = Alignment(units, ours) { old, new in
      let (old, new) = (units[old], ours[new])
      guard let name = old.name, let other = new.name, old.container == nil, new.container == nil,
        (old.line == nil) == (new.line == nil), old.key.prefix(4) == new.key.prefix(4),
        Self.rest(old, known, path) == Self.rest(new, nil, path)
      else { return 0 }
      if let key = keys[other] { return key == name ? 1 : 0 }
      return 0.75
    }
    for (index, place) in alignment.new.enumerated() {
      guard let place, let name = units[index].name, let other = ours[place].name, name != other,
        units[index].container == nil
      else { continue }
      if units[index].line != nil {
        renames.cases[path, default: [:]][name] = other
      } else {
        renames.members[path, default: [:]][name] = other
        // Its coding key has its name.
        renames.cases["\(path).CodingKeys", default: [:]][name] = other
      }
    }
  }

  /// What stands behind the name: the type.
  private static func rest(_ unit: Unit, _ renames: Renames?, _ path: String) -> [String] {
    let tokens = unit.tokens
    guard let index = tokens.firstIndex(where: { $0.text == unit.name || $0.text == "`\(unit.name ?? "")`" })
    else {
      return []
    }
    let rest = Array(tokens[(index + 1)...])
    return renames?.texts(rest, in: path) ?? rest.map(\.text)
  }

  /// The keys of properties that have another one than their name.
  private static func codingKeys(_ members: [Unit]) -> [String: String] {
    var keys: [String: String] = [:]
    for type in members where type.key == "type CodingKeys" {
      for unit in type.members?.units ?? [] where unit.line != nil {
        let texts = unit.tokens.map(\.text)
        guard let name = unit.name, texts.count == 5, texts[1] == "=", texts[2] == "\"" else { continue }
        keys[name] = texts[3]
      }
    }
    return keys
  }
}
