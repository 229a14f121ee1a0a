import SwiftParser

extension Merge {
  /// A property of the new version in a type whose coding keys the person wrote has a key there, too: without one it
  /// would not be read.
  mutating func addCodingKey(_ unit: Unit, to target: Target, old: [Place], in path: String) {
    guard let name = unit.name, unit.key == "var \(name)", target.list.kind == .members else { return }
    let wroteKeys = old.contains { $0.unit.key == "type CodingKeys" }
    for place in target.places where place.unit.key == "type CodingKeys" && !wroteKeys {
      guard let cases = place.unit.members?.units.filter({ $0.line != nil }), let last = cases.last,
        !cases.contains(where: { $0.name == name })
      else { continue }
      let file = yours.files[place.file]
      let end = file.lineEnd(last.line?.range.upperBound ?? last.range.upperBound)
      if last.line?.count == 1, file.isFirstOnItsLine((last.line?.range ?? last.range).lowerBound) {
        let indentation = file.indentation(last.range.lowerBound)
        edit(end..<end, in: place.file, with: "\n\(indentation)case \(escaped(name))")
      } else {
        edit(last.range.upperBound..<last.range.upperBound, in: place.file, with: ", \(escaped(name))")
      }
    }
    let own = target.places.filter { place in
      ["init(from:)", "func encode(to:)"].contains(place.unit.key)
        && !old.contains { $0.unit.key == place.unit.key }
    }
    if !own.isEmpty {
      let keys = own.map(\.unit.key).joined(separator: " and ")
      report.notes.append("\(renames.path(path)) has \(keys) of yours, which does not know \(name) yet.")
    }
  }

  private func escaped(_ name: String) -> String {
    name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
  }
}
