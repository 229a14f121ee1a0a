#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The state of encoding one value by `Encodable`: the text so far, and the value that is being written.
///
/// Models encode their values one after the other, so each is written straight into the text. Only what a model keeps
/// open beside others, with `nestedContainer` or `superEncoder`, has an encoding of its own: a ``Part``, whose text is
/// inserted at the end.
///
/// A container can be used while the value is being written that it was requested for. Other uses throw.
///
/// Unsafe: accesses are not checked for exclusivity. None of them calls code of a model, except that of one that writes
/// itself (`TextEncoder.write`): meanwhile, no container can be used.
final class Encoding {
  enum Kind { case nothing, scalar, array, object }

  /// The value that is being written.
  struct OpenValue {
    /// The number that its encoder and its containers have; never 0.
    let id: UInt32
    var kind = Kind.nothing
    /// The number of members or elements.
    var count = 0
    /// The number of members, in all values around it, when it began.
    let firstMember: Int
  }

  /// A member of an open object, to find equal keys.
  struct Member {
    /// The offset of the quote before the key.
    let start: Int
    let hash: UInt64
  }

  /// A value that is still open when its parent is written on.
  struct Part {
    /// The offset in the text of the parent.
    var offset: Int
    let encoding: Encoding
  }

  /// What an error takes back.
  private struct Checkpoint {
    let writer: JSONWriter.Checkpoint
    let members: Int
    let parts: Int
    let path: Int
    let value: OpenValue
  }

  let options: JSONOptions
  /// Whether the members of objects are sorted by key.
  let sortsKeys: Bool
  let plainKeys: Bool
  @exclusivity(unchecked) var writer: JSONWriter
  @exclusivity(unchecked) private(set) var value = OpenValue(id: 1, firstMember: 0)
  private var lastID: UInt32 = 1
  /// Whether the last complete value was written by a model that encoded nothing.
  private var lastIsEmpty = false
  @exclusivity(unchecked) var members: [Member] = []
  @exclusivity(unchecked) var parts: [Part] = []
  /// The parts under keys, to continue one that is requested again.
  private var partsByKey: [PartKey: Encoding] = [:]
  /// The path of the value.
  @exclusivity(unchecked) private(set) var path: [any CodingKey]

  private struct PartKey: Hashable {
    let object: UInt32
    let key: ByteKey
  }

  init(_ options: JSONOptions, sortsKeys: Bool = false, at path: [any CodingKey] = []) {
    self.options = options
    self.sortsKeys = sortsKeys
    self.path = path
    plainKeys = options.values.keys.isPlain
    writer = JSONWriter(options)
  }

  /// Returns the encoder of the outermost value.
  var root: TextEncoder { TextEncoder(self) }

  // MARK: - Values

  /// Writes the next value with an encoder: an empty object, if `body` writes nothing.
  @inline(__always) func encode(by body: (TextEncoder) throws -> Void) rethrows {
    let outer = value
    lastID &+= 1
    value = OpenValue(id: lastID, firstMember: members.count)
    defer { value = outer }
    try body(TextEncoder(self))
    close()
  }

  /// Begins an object or an array, unless the value is already one; returns false if it can't be one.
  @inline(__always) func open(_ kind: Kind, _ id: UInt32) -> Bool {
    guard value.id == id else { return false }
    if value.kind == .nothing {
      value.kind = kind
      writer.put(UInt8(ascii: kind == .object ? "{" : "["))
    }
    return value.kind == kind
  }

  /// Writes the only value of a single-value container.
  func single(_ id: UInt32, _ body: () throws -> Void) throws {
    guard value.id == id, value.kind == .nothing else { throw misuse() }
    value.kind = .scalar
    let checkpoint = checkpoint
    do { try body() } catch {
      goBack(to: checkpoint)
      value.kind = .nothing
      throw error
    }
  }

  /// Writes the end of the value.
  func close() {
    lastIsEmpty = value.kind == .nothing
    switch value.kind {
    case .nothing: writer.put("{}")
    case .scalar: break
    case .array: writer.put(UInt8(ascii: "]"))
    case .object:
      if members.count > value.firstMember {
        arrangeMembers(from: value.firstMember)
        members.removeLast(members.count - value.firstMember)
      }
      writer.put(UInt8(ascii: "}"))
    }
    value.kind = .scalar
  }

  // MARK: - Members and elements

  /// Writes the key of the next member. A key strategy converts it, unless it is data.
  @inline(__always) func beginMember(_ key: some CodingKey, _ id: UInt32) throws {
    guard value.id == id else { throw misuse() }
    beginMember(plainKeys || key.intValue != nil ? key.stringValue : options.encoded(key.stringValue))
  }

  func beginMember(_ name: String) {
    if value.count != 0 { writer.put(UInt8(ascii: ",")) }
    value.count &+= 1
    let start = writer.count
    writer.append(name)
    members.append(Member(start: start, hash: writer.hash(from: start)))
    writer.put(UInt8(ascii: ":"))
  }

  /// Writes the comma before the next element.
  @inline(__always) func beginElement(_ id: UInt32) throws {
    guard value.id == id else { throw misuse() }
    if value.count != 0 { writer.put(UInt8(ascii: ",")) }
    value.count &+= 1
  }

  /// Writes a member whose value may throw. Then nothing of it is written, so that a model may catch the error.
  @inline(__always) func member(_ key: some CodingKey, _ id: UInt32, _ body: () throws -> Void) throws {
    let checkpoint = checkpoint
    try beginMember(key, id)
    try write(at: key, checkpoint, body)
  }

  /// Writes a member whose key is data.
  func member(named name: String, _ id: UInt32, _ body: () throws -> Void) throws {
    let checkpoint = checkpoint
    guard value.id == id else { throw misuse() }
    beginMember(name)
    try write(at: JSONPath.Component.key(name), checkpoint, body)
  }

  /// Writes an element whose value may throw.
  @inline(__always) func element(_ id: UInt32, _ body: () throws -> Void) throws {
    let checkpoint = checkpoint
    try beginElement(id)
    try write(at: JSONPath.Component.index(checkpoint.value.count), checkpoint, body)
  }

  @inline(__always)
  private func write(at key: any CodingKey, _ checkpoint: Checkpoint, _ body: () throws -> Void) throws {
    path.append(key)
    do { try body() } catch {
      goBack(to: checkpoint)
      throw error
    }
    path.removeLast()
  }

  @inline(__always) private var checkpoint: Checkpoint {
    Checkpoint(
      writer: writer.checkpoint, members: members.count, parts: parts.count, path: path.count, value: value)
  }

  @inline(never) private func goBack(to checkpoint: Checkpoint) {
    writer.goBack(to: checkpoint.writer)
    members.removeLast(members.count - checkpoint.members)
    parts.removeLast(parts.count - checkpoint.parts)
    path.removeLast(path.count - checkpoint.path)
    value = checkpoint.value
  }

  // MARK: - Parts

  /// Begins a value that stays open. It is the same again for the same key of an object.
  func part(at key: any CodingKey, in id: UInt32) -> Encoding {
    guard value.id == id, value.kind == .object || value.kind == .array else { return detached(at: key) }
    guard value.kind == .object else {
      try? beginElement(id)
      return addPart(at: key)
    }
    let partKey = PartKey(object: id, key: ByteKey(text: key.stringValue))
    if let known = partsByKey[partKey] { return known }
    beginMember(plainKeys || key.intValue != nil ? key.stringValue : options.encoded(key.stringValue))
    let part = addPart(at: key)
    partsByKey[partKey] = part
    return part
  }

  private func addPart(at key: any CodingKey) -> Encoding {
    let part = Encoding(options, sortsKeys: sortsKeys, at: path + [key])
    parts.append(Part(offset: writer.count, encoding: part))
    return part
  }

  /// Returns the encoding of a container that was requested too late: each use of it throws.
  private func detached(at key: any CodingKey) -> Encoding {
    let encoding = Encoding(options, at: path + [key])
    encoding.value.kind = .scalar
    return encoding
  }

  /// Returns the text of a value.
  func text<T: Encodable>(of value: T) throws -> Data {
    try encode(value)
    if lastIsEmpty {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(T.self) did not encode any values."))
    }
    if parts.isEmpty { return try writer.text() }
    var whole = JSONWriter(options)
    try append(to: &whole)
    return try whole.text()
  }

  /// Appends the text of a value to another text.
  func append(_ value: some Encodable, to whole: inout JSONWriter) throws {
    try encode(value)
    try append(to: &whole)
  }

  /// Appends the text, parts included.
  private func append(to whole: inout JSONWriter) throws {
    try writer.check()
    var offset = 0
    for part in parts {
      whole.put(writer, offset..<part.offset)
      part.encoding.close()
      try part.encoding.append(to: &whole)
      offset = part.offset
    }
    whole.put(writer, offset..<writer.count)
  }

  // MARK: - Errors

  @inline(never) private func misuse() -> any Error {
    EncodingError.invalidValue(
      JSONValue.null,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "A container was used after its value was written, or for a value of another kind.")
    )
  }
}
