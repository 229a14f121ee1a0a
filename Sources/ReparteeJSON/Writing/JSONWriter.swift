#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A ``JSONEncodable`` writes itself to it: members of an object, or one value.
public struct JSONWriter: ~Copyable {
  var buffer = TextBuffer(capacity: 256)
  var count: Int { buffer.count }
  private var value = WrittenValue()
  private var misplaced: [any CodingKey]?
  let options: JSONOptions

  @usableFromInline struct WrittenValue {
    fileprivate var start = 0
    fileprivate var isObject = false
  }

  @usableFromInline struct Checkpoint {
    fileprivate var count: Int
    fileprivate var value: WrittenValue
    fileprivate var isMisplaced: Bool
  }

  /// Only the first 16 errors have a path: each needs a pass over the text.
  private var pathCount = 0

  init(_ options: JSONOptions) {
    self.options = options
  }

  @usableFromInline var checkpoint: Checkpoint {
    Checkpoint(count: count, value: value, isMisplaced: misplaced != nil)
  }

  @usableFromInline mutating func goBack(to checkpoint: Checkpoint) {
    buffer.cut(to: checkpoint.count)
    value = checkpoint.value
    if !checkpoint.isMisplaced { misplaced = nil }
  }

  @usableFromInline mutating func begin() -> WrittenValue {
    let outer = value
    value = WrittenValue(start: count)
    return outer
  }

  @usableFromInline mutating func end(_ outer: WrittenValue) {
    if value.isObject {
      put(UInt8(ascii: "}"))
    } else if count == value.start {
      put("{}")
    }
    value = outer
  }

  @usableFromInline mutating func begin(_ key: StaticString) {
    if value.isObject {
      put(UInt8(ascii: ","))
    } else {
      if count != value.start { noteMisplaced() }
      value.isObject = true
      put(UInt8(ascii: "{"))
    }
    if options.values.keys.isPlain, key.hasPointerRepresentation {
      key.withBytes { buffer.append(quoted: $0) }
    } else {
      append(options.encoded("\(key)"))
    }
    put(UInt8(ascii: ":"))
  }

  @usableFromInline mutating func beginOnly() {
    if value.isObject || count != value.start { noteMisplaced() }
  }

  private mutating func noteMisplaced() {
    // The output is no longer JSON: only the first path is kept.
    misplaced = misplaced ?? path(to: value.start)
  }

  @usableFromInline mutating func beginArray() { put(UInt8(ascii: "[")) }

  @usableFromInline mutating func endArray() { put(UInt8(ascii: "]")) }

  @usableFromInline mutating func nextElement() {
    if buffer.last != UInt8(ascii: "[") { put(UInt8(ascii: ",")) }
  }

  @usableFromInline mutating func beginDictionary() { put(UInt8(ascii: "{")) }

  @usableFromInline mutating func endDictionary() { put(UInt8(ascii: "}")) }

  @usableFromInline mutating func nextMember(_ key: String) {
    if buffer.last != UInt8(ascii: "{") { put(UInt8(ascii: ",")) }
    append(key)
    put(UInt8(ascii: ":"))
  }

  func text() throws -> Data {
    try check()
    return buffer.data()
  }

  func check() throws {
    if let misplaced {
      // Without the text, which may hold secrets.
      throw EncodingError.invalidValue(
        JSONValue.null,
        EncodingError.Context(
          codingPath: misplaced,
          debugDescription: "write(to:) must write either members or one value; it wrote both, or two values."
        ))
    }
  }

  private mutating func path(to end: Int) -> [any CodingKey] {
    guard pathCount < 16 else { return [] }
    pathCount += 1
    return buffer.withBytes(upTo: end) { Scanner.openPath(of: $0).components }
  }

  mutating func invalid(_ value: Any, _ reason: String) -> any Error {
    EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: path(to: count), debugDescription: reason))
  }
}
