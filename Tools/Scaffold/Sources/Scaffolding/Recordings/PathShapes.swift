import Foundation

/// Which segments of recorded paths are values: `/users/7` and `/users/8` are `/users/{userID}`.
struct PathShapes {
  /// For each place, the segments that are values there.
  private let varied: Set<[String]>
  private let values: [[String]: Set<String>]

  init(_ paths: [[String]]) { self.init(calls: paths.map { RecordedPath(segments: $0) }) }

  init(calls: [RecordedPath]) {
    // A segment varies if many differ behind the same ones, and what is behind them is alike.
    var children: [[String]: Set<String>] = [:]
    for path in calls.map(\.segments) {
      let shape = path.map { Self.isValue(Self.split($0).0) ? "{}" : $0 }
      for index in shape.indices where shape[index] != "{}" {
        children[Array(shape[..<index]), default: []].insert(shape[index])
      }
    }
    var counts: [[String]: [Int: Int]] = [:]
    for path in Set(calls.map(\.segments)) {
      let shape = path.map { Self.isValue(Self.split($0).0) ? "{}" : $0 }
      for index in shape.indices { counts[Array(shape[..<index]), default: [:]][path.count, default: 0] += 1 }
    }
    varied = Set(
      children.compactMap { prefix, names in
        // The root's segments name resources.
        guard !prefix.isEmpty, names.count >= 4,
          counts[prefix]?.values.contains(where: { $0 >= names.count }) == true
        else { return nil }
        return prefix
      })
    values =
      SiblingValues(calls, isValue: { [varied] in Self.isValue(Self.split($0).0) || varied.contains($1) })
      .found
  }

  /// The template of a path, with the values that it has.
  func template(of path: [String]) -> (segments: [String], values: [(name: String, value: String)]) {
    var segments: [String] = []
    var values: [(name: String, value: String)] = []
    var prefix: [String] = []
    var names = NameScope()
    for full in path {
      // One that was named before.
      if full.contains("{") {
        segments.append(full)
        prefix.append("{}")
        continue
      }
      // `7.json` is a value with an extension.
      let (segment, suffix) = Self.split(full)
      if Self.isValue(segment) || varied.contains(prefix) || self.values[prefix]?.contains(full) == true {
        let noun =
          segments.last { !$0.contains("{") }.map { Names.singular(Self.name(of: $0)) ?? Self.name(of: $0) }
          ?? "value"
        let name = names.take(Names.member(noun + " id"))
        segments.append("{\(name)}\(suffix)")
        values.append((name, segment))
        prefix.append("{}")
      } else {
        segments.append(full)
        prefix.append(full)
      }
    }
    return (segments, values)
  }

  private static func split(_ segment: String) -> (String, String) {
    for suffix in [".json", ".xml", ".csv", ".html", ".txt"] where segment.hasSuffix(suffix) {
      return (String(segment.dropLast(suffix.count)), suffix)
    }
    return (segment, "")
  }

  /// The words of a segment, without its extension.
  static func name(of segment: String) -> String { split(segment).0 }

  /// `cus_123`, `C012AB3CD`, `ada@example.com`
  private static func isIdentifier(_ segment: String) -> Bool {
    if segment.dropFirst().contains("@"), segment.contains(".") { return true }
    let parts = segment.split(separator: "_", maxSplits: 1)
    if parts.count == 2, (2...8).contains(parts[0].count), parts[0].allSatisfy({ $0.isLowercase }),
      parts[1].count >= 3, parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      parts[1].contains(where: \.isNumber)
    {
      return true
    }
    return segment.count >= 8 && segment.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
      && segment.count(where: \.isNumber) >= 2 && segment.contains(where: \.isLetter)
  }

  /// Whether a value may be a token: it is long, and neither a number nor a UUID.
  static func mayBeSecret(_ value: String) -> Bool {
    value.count >= 16 && UUID(uuidString: value) == nil && !value.allSatisfy(\.isNumber)
  }

  /// Numbers, UUIDs, and long words with digits in them.
  static func isValue(_ segment: String) -> Bool {
    if UUID(uuidString: segment) != nil { return true }
    if segment.allSatisfy(\.isNumber) { return !segment.isEmpty }
    let digits = segment.count { $0.isNumber }
    if segment.count >= 8, segment.allSatisfy(\.isHexDigit), digits > 0 { return true }
    if isIdentifier(segment) { return true }
    // A token of a bot has a colon in it: `bot110201543:AAH…`.
    return segment.count >= 16 && digits >= 3
  }
}
