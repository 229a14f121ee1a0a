/// What the paths of an API begin with that says nothing about an operation: `/rest/shop`, `/api/v2`.
enum PathPrefix {
  /// How many segments that is.
  ///
  /// - Parameters:
  ///   - all: The paths of the document, so that a selection changes no names.
  ///   - selected: Those that are written; a version that they share is skipped, whatever the others begin with.
  static func count(all: [String], selected: [String]) -> Int {
    max(shared(segments(all)), versions(segments(selected)))
  }

  /// `v1`, `api`, `2010-04-01`.
  static func isVersion(_ segment: Substring) -> Bool {
    let rest = segment.first == "v" ? segment.dropFirst() : segment
    return segment == "api"
      || rest.first?.isNumber == true && rest.allSatisfy { $0.isNumber || ".-".contains($0) }
  }

  private static func segments(_ paths: [String]) -> [[Substring]] {
    Set(paths).map { $0.split(separator: "/") }
  }

  private static func isValue(_ segment: Substring) -> Bool { segment.hasPrefix("{") }

  /// Whether all paths have the same segment at a place, or a value.
  private static func isShared(_ index: Int, by paths: [[Substring]]) -> Bool {
    guard let first = paths.first, first.count > index else { return false }
    return paths.allSatisfy { path in
      path.count > index && (path[index] == first[index] || isValue(path[index]) && isValue(first[index]))
    }
  }

  private static func isNamed(_ index: Int, in paths: [[Substring]]) -> Bool {
    paths.allSatisfy { $0.count > index && !isValue($0[index]) }
  }

  private static func shared(_ paths: [[Substring]]) -> Int {
    guard paths.count > 1 else { return 0 }
    var count = 0
    while isShared(count, by: paths) {
      // A segment before a value names what operations are about: `/users/{id}`.
      let isResource =
        isNamed(count, in: paths)
        && paths.contains { $0.count > count + 1 && isValue($0[count + 1]) }
      if isResource { break }
      count += 1
    }
    while count > 0, !isNamed(count, in: paths) { count -= 1 }
    // So does the segment before all that differs: `/users/all` and `/users/new`.
    if count > 0, Set(paths.map { $0[count] }).count == paths.count { count -= 1 }
    while count > 0, !isNamed(count, in: paths) { count -= 1 }
    return count
  }

  private static func versions(_ paths: [[Substring]]) -> Int {
    var count = 0
    while isShared(count, by: paths), isNamed(count + 1, in: paths),
      paths.allSatisfy({ isVersion($0[count]) })
    {
      count += 1
    }
    return count
  }
}
