/// Finds the types of the tool's code that a person moved into other modules.
///
/// What another module calls by the name of a type that the code's own module has, under that name or a new one, is
/// something else.
enum MovedTypes {
  /// The files of other modules that have such types, with nothing but these and the imports.
  static func files(_ others: [SwiftFile], base: Project, own: Project) -> [SwiftFile] {
    let named = others.lazy.flatMap(\.units.units).compactMap { unit in
      unit.container == .type ? unit.name : nil
    }
    let missing = Set(named.filter { base.declares($0) && !own.declares($0) })
    guard !missing.isEmpty else { return [] }
    let renames = RenameFinder(base: base, yours: own).renames
    let elsewhere = Project(others)
    let moved = missing.filter { renames.paths[$0] == nil && isAlike($0, base, elsewhere) }
    return others.compactMap { file in
      guard file.units.units.contains(where: { moved.contains($0.container == .type ? $0.name ?? "" : "") })
      else { return nil }
      return file.only { moved.contains($0.container == nil ? "" : $0.name ?? "") }
    }
  }

  /// Whether a type has most of the members that the tool wrote, whatever was edited in them.
  private static func isAlike(_ name: String, _ base: Project, _ others: Project) -> Bool {
    func members(_ project: Project) -> Set<String> {
      Set((project.types[name] ?? []).flatMap { $0.unit.members?.units ?? [] }.map(\.key))
    }
    let written = members(base)
    return written.intersection(members(others)).count * 2 > written.count
  }
}
