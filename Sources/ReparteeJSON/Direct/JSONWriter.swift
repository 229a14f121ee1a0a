#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A ``JSONEncodable`` writes itself to it: members of an object, or one value.
public struct JSONWriter: ~Copyable {
  var buffer = TextBuffer(capacity: 256)
  var count: Int { buffer.count }
  private var value = Value()
  private var misplaced: [any CodingKey]?
  let options: JSONOptions

  @usableFromInline struct Value {
    fileprivate var start = 0
    fileprivate var isObject = false
  }

  @usableFromInline struct Checkpoint {
    fileprivate var count: Int
    fileprivate var value: Value
    fileprivate var isMisplaced: Bool
  }

  /// Only the first 16 errors have a path: each needs a pass over the text.
  private var pathCount = 0

  init(_ options: JSONOptions) {
    self.options = options
  }

  // MARK: - Values

  /// Writes a member of the object; nothing for a nil `Optional`.
  ///
  /// The key follows ``JSONCoder/keys``; duplicates are not detected. A member that throws writes nothing. The
  /// first 16 errors of a text have a coding path.
  @inlinable public mutating func write<Member: JSONEncodable>(
    _ member: Member, forKey key: StaticString
  ) throws {
    let checkpoint = checkpoint
    do {
      try member._write(forKey: key, to: &self)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes a member whose type is only `Encodable`.
  @_disfavoredOverload
  public mutating func write<Member: Encodable>(_ member: Member, forKey key: StaticString) throws {
    if let optional = member as? any Nullable, optional.isNull { return }
    let checkpoint = checkpoint
    begin(key)
    do {
      try append(encoding: member)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes `value` as the whole value, without members.
  @inlinable public mutating func write<Value: JSONEncodable>(_ value: Value) throws {
    beginOnly()
    let checkpoint = checkpoint
    do {
      try value._writeWhole(to: &self)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes a value whose type is only `Encodable` as the whole value.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ value: Value) throws {
    beginOnly()
    try append(encoding: value)
  }

  /// Writes null as the whole value.
  public mutating func writeNull() {
    beginOnly()
    put("null")
  }

  /// Writes null as a member of the object.
  public mutating func writeNull(forKey key: StaticString) {
    begin(key)
    put("null")
  }

  // MARK: - Parts

  @usableFromInline var checkpoint: Checkpoint {
    Checkpoint(count: count, value: value, isMisplaced: misplaced != nil)
  }

  @usableFromInline mutating func goBack(to checkpoint: Checkpoint) {
    buffer.cut(to: checkpoint.count)
    value = checkpoint.value
    if !checkpoint.isMisplaced { misplaced = nil }
  }

  @usableFromInline mutating func begin() -> Value {
    let outer = value
    value = Value(start: count)
    return outer
  }

  @usableFromInline mutating func end(_ outer: Value) {
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
      key.withBytes { append(quoted: $0) }
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
          debugDescription: "write(to:) writes members or one value: this wrote a second one, or both."))
    }
  }

  static func quoted(_ string: String) -> String {
    var writer = JSONWriter(.standard)
    writer.append(string)
    return writer.buffer.withSpan { $0.string(isASCII: false) }
  }

  private mutating func path(to end: Int) -> [any CodingKey] {
    guard pathCount < 16 else { return [] }
    pathCount += 1
    return buffer.withBytes(upTo: end) { JSONCoder.openPath(of: $0).components }
  }

  mutating func invalid(_ value: Any, _ reason: String) -> any Error {
    EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: path(to: count), debugDescription: reason))
  }

  @inline(never) mutating func append(encoding value: some Encodable) throws {
    try Encoding(options).append(value, to: &self)
  }
}
