/// A file of Swift, and what is changed in it.
struct SwiftFile: Sendable {
  /// The path within the folder.
  let path: String
  let bytes: [UInt8]
  private(set) var units: UnitList
  /// Whether its units are all that it has.
  private(set) var isWhole = true
  private(set) var edits: [Edit] = []

  struct Edit: Sendable {
    var range: Range<Int>
    var text: String
  }

  init(path: String, text: String, units: UnitList) {
    self.path = path
    bytes = Array(text.utf8)
    self.units = units
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    units = UnitList(kind: .members, units: [], range: 0..<0)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The file with some of its units and its imports.
  func only(_ isIncluded: (Unit) -> Bool) -> SwiftFile {
    var file = self
    file.units.units.removeAll { !$0.isImport && !isIncluded($0) }
    file.isWhole = false
    return file
  }

  // MARK: Lines

  func lineStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  /// The end of a line, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return end > offset && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// After a line and its line break.
  func nextLine(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return min(end + 1, bytes.count)
  }

  func indentation(_ offset: Int) -> String {
    let start = lineStart(offset)
    return String(
      decoding: bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
  }

  /// Whether a line has nothing but space.
  func isBlank(_ offset: Int) -> Bool {
    bytes[lineStart(offset)..<lineEnd(offset)].allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
    }
  }

  /// Whether only space stands in front of a place on its line.
  func isFirstOnItsLine(_ offset: Int) -> Bool {
    bytes[lineStart(offset)..<offset].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  func isOnOneLine(_ one: Int, _ other: Int) -> Bool {
    !bytes[min(one, other)..<max(one, other)].contains(UInt8(ascii: "\n"))
  }

  /// The next byte that is no space, at or after an offset; nil at the end of the file.
  func next(_ offset: Int) -> (byte: UInt8, offset: Int)? {
    guard let index = bytes[offset...].firstIndex(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
    return (bytes[index], index)
  }

  /// Whether an empty line stands above the line of an offset.
  func hasBlankLineAbove(_ offset: Int) -> Bool {
    let start = lineStart(offset)
    return start > 0 && isBlank(start - 1)
  }

  /// Whether lines end as on Windows.
  private var hasCarriageReturns: Bool {
    guard let first = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return first > 0 && bytes[first - 1] == UInt8(ascii: "\r")
  }

  // MARK: Edits

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(range: range, text: hasCarriageReturns ? text.replacing("\n", with: "\r\n") : text))
  }

  /// The text with all edits. Insertions at one place are in the order in which they were made, in front of what is
  /// replaced there; removals may overlap.
  func edited() -> String {
    guard !edits.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
    let order = edits.enumerated().sorted { one, other in
      let (first, second) = (one.element.range, other.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.isEmpty != second.isEmpty { return first.isEmpty }
      return one.offset < other.offset
    }
    var result: [UInt8] = []
    var position = 0
    for (_, edit) in order {
      if edit.range.lowerBound > position { result += bytes[position..<edit.range.lowerBound] }
      result += edit.text.utf8
      position = max(position, edit.range.upperBound)
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}

extension String {
  /// The lines with another indentation in front of all but the first; text within string literals of several lines
  /// moves with them.
  func indented(from old: String, to new: String) -> String {
    guard old != new else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      guard index > 0, !line.isEmpty else { return String(line) }
      return line.hasPrefix(old) ? new + line.dropFirst(old.count) : String(line)
    }.joined(separator: "\n")
  }
}
