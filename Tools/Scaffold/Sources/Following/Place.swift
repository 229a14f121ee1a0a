/// A unit, and the file that it is in.
struct Place: Sendable {
  var file: Int
  var unit: Unit
}

/// The declarations of some files: those at the top, and where types are.
struct Project: Sendable {
  var files: [SwiftFile]
  /// All types, by their paths, with all their extensions: the declaration first.
  private(set) var types: [String: [Place]] = [:]

  init(_ files: [SwiftFile]) {
    self.files = files
    for (index, file) in files.enumerated() { add(file.units, in: index, path: "") }
    for (path, places) in types {
      types[path] =
        places.filter { $0.unit.container == .type } + places.filter { $0.unit.container != .type }
    }
  }

  private mutating func add(_ list: UnitList, in file: Int, path: String) {
    for unit in list.units {
      guard unit.container != nil, let name = unit.name else { continue }
      let path = path.isEmpty ? name : "\(path).\(name)"
      types[path, default: []].append(Place(file: file, unit: unit))
      for list in unit.lists where list.kind == .members { add(list, in: file, path: path) }
    }
  }

  func declares(_ path: String) -> Bool { types[path]?.first?.unit.container == .type }

  /// The units at the top of all files.
  var top: [Place] {
    files.indices.flatMap { file in files[file].units.units.map { Place(file: file, unit: $0) } }
  }
}

extension Unit {
  /// The list of declarations in its braces.
  var members: UnitList? { lists.last { $0.kind == .members } }

  var isImport: Bool { key.hasPrefix("import ") || key.contains(" import ") }

  /// The range with the comments above it; of a case that has its line to itself, the whole line.
  var fullRange: Range<Int> {
    let range = line.map { $0.count == 1 ? $0.range : self.range } ?? self.range
    return (comments.aboveRange?.lowerBound ?? range.lowerBound)..<range.upperBound
  }
}
