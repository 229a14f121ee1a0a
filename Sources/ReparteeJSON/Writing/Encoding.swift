/// A value that a model keeps open beside others is a ``Part``, inserted at the end. A container throws once its value
/// was written.
final class Encoding: EncodingState {
  enum Kind { case nothing, scalar, array, object }

  struct OpenValue {
    /// Never 0.
    let id: UInt32
    var kind = Kind.nothing
    var count = 0
    let firstMember: Int
  }

  struct Member {
    /// The offset of the quote before the key.
    let start: Int
    let hash: UInt64
  }

  struct Part {
    var offset: Int
    let encoding: Encoding
  }

  private struct Checkpoint {
    let writer: JSONWriter.Checkpoint
    let members: Int
    let parts: Int
    let path: Int
    let value: OpenValue
  }

  let options: JSONOptions
  let sortsKeys: Bool
  let plainKeys: Bool
  private var lastID: UInt32 = 1
  private(set) var lastIsEmpty = false
  private var partsByKey: [PartKey: Encoding] = [:]

  private struct PartKey: Hashable {
    let object: UInt32
    let key: ByteKey
  }

  init(_ options: JSONOptions, sortsKeys: Bool = false, at path: [any CodingKey] = []) {
    self.options = options
    self.sortsKeys = sortsKeys
    plainKeys = options.values.keys.isPlain
    super.init(JSONWriter(options), at: path)
  }

  // MARK: - Values

  /// Begins a value within the open one, and returns the open one.
  @inline(__always) func beginValue() -> OpenValue {
    let outer = value
    lastID += 1
    value = OpenValue(id: lastID, firstMember: members.count)
    return outer
  }

  @inline(__always) func open(_ kind: Kind, _ id: UInt32) -> Bool {
    guard value.id == id else { return false }
    if value.kind == .nothing {
      value.kind = kind
      writer.put(UInt8(ascii: kind == .object ? "{" : "["))
    }
    return value.kind == kind
  }

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

  /// The key strategy applies.
  @inline(__always) func beginMember(_ key: some CodingKey, _ id: UInt32) throws {
    guard value.id == id else { throw misuse() }
    beginMember(plainKeys ? key.stringValue : options.encoded(key.stringValue))
  }

  func beginMember(_ name: String) {
    if value.count != 0 { writer.put(UInt8(ascii: ",")) }
    value.count += 1
    let start = writer.count
    writer.append(name)
    members.append(Member(start: start, hash: writer.hash(from: start)))
    writer.put(UInt8(ascii: ":"))
  }

  @inline(__always) func beginElement(_ id: UInt32) throws {
    guard value.id == id else { throw misuse() }
    if value.count != 0 { writer.put(UInt8(ascii: ",")) }
    value.count += 1
  }

  /// A value that throws writes nothing of the member.
  @inline(__always) func member(_ key: some CodingKey, _ id: UInt32, _ body: () throws -> Void) throws {
    let checkpoint = checkpoint
    try beginMember(key, id)
    try write(at: key, checkpoint, body)
  }

  /// The key is data.
  func member(named name: String, _ id: UInt32, _ body: () throws -> Void) throws {
    let checkpoint = checkpoint
    guard value.id == id else { throw misuse() }
    beginMember(name)
    try write(at: JSONPath.Component.key(name), checkpoint, body)
  }

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

  /// Returns the same part for the same key.
  func part(at key: any CodingKey, in id: UInt32) -> Encoding {
    guard value.id == id, value.kind == .object || value.kind == .array else { return detached(at: key) }
    guard value.kind == .object else {
      try? beginElement(id)
      return addPart(at: key)
    }
    let partKey = PartKey(object: id, key: ByteKey(text: key.stringValue))
    if let known = partsByKey[partKey] { return known }
    beginMember(plainKeys ? key.stringValue : options.encoded(key.stringValue))
    let part = addPart(at: key)
    partsByKey[partKey] = part
    return part
  }

  private func addPart(at key: any CodingKey) -> Encoding {
    let part = Encoding(options, sortsKeys: sortsKeys, at: path + [key])
    parts.append(Part(offset: writer.count, encoding: part))
    return part
  }

  /// The container was requested too late: each use throws.
  private func detached(at key: any CodingKey) -> Encoding {
    let encoding = Encoding(options, at: path + [key])
    encoding.value.kind = .scalar
    return encoding
  }

  func append(to whole: inout JSONWriter) throws {
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
