/// A position in a validated JSON text, from which values can be read any number of times.
///
/// ``JSONCoder/read(_:_:)-(Data,_)`` passes a reader for a whole text; a ``JSONDecodable`` gets one at its value.
///
/// ```swift
/// let (users, school) = try json.read(body) { reader in
///   (
///     try reader.decode([User].self, at: "users"),
///     try reader.decode(School.self, at: "school")
///   )
/// }
/// ```
///
/// A reader, and a decoder from it, can outlive the call, and then own their bytes. Use them on one thread at a time.
@frozen public struct JSONReader {
  @usableFromInline let decoding: Decoding
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(_ decoding: Decoding, at index: Int) {
    self.decoding = decoding
    self.index = index
  }

  /// Decodes the value at a path; a missing key is an error of kind `keyNotFound`.
  public func decode<T: Decodable>(_ type: T.Type = T.self, at path: JSONPath = []) throws(JSONError) -> T {
    try decoding.rethrowing(at: index) {
      let index = try decoding.locate(path, from: index)
      return try decoding.rethrowingNested(at: index) { try decoding.decodeWhole(type, at: index) }
    }
  }

  /// Decodes the value at a path; nil if it is absent or null.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: JSONPath
  ) throws(JSONError) -> T? {
    guard let index = decoding.locateIfPresent(path, from: index), !decoding.isNull(index) else { return nil }
    return try decoding.rethrowing(at: index) { try decoding.decodeWhole(type, at: index) }
  }

  /// Returns whether there is a value, even null, at a path.
  public func contains(_ path: JSONPath) -> Bool { decoding.locateIfPresent(path, from: index) != nil }

  /// Returns a reader at a path.
  public func reader(at path: JSONPath) throws(JSONError) -> JSONReader {
    try decoding.rethrowing(at: index) { JSONReader(decoding, at: try decoding.locate(path, from: index)) }
  }

  /// Returns a decoder at a path, for code that takes a `Decoder`.
  public func decoder(at path: JSONPath = []) throws(JSONError) -> any Decoder {
    try decoding.rethrowing(at: index) { TapeDecoder(decoding, at: try decoding.locate(path, from: index)) }
  }

  /// The paths not read so far, in the order of the text.
  ///
  /// `contains` and `decodeNil` count as reading. An unread value has only its own path; a value read as a whole
  /// (``JSONValue``, `[String]`, …) has none inside.
  public var unreadPaths: [JSONPath] { decoding.unreadPaths() }
}

extension Decoding {
  func locate(_ path: JSONPath, from start: Int) throws -> Int {
    var index = start
    tape.markRead(index)
    for component in path.components {
      switch component {
      case .key(let key):
        guard tape[index].kind == .object else {
          throw diagnosis.containerMismatch(index, [String: Any].self, "an object")
        }
        guard let value = member(key, of: index) else { throw diagnosis.keyNotFound(component, in: index) }
        index = value
      case .index(let ordinal):
        guard tape[index].kind == .array else {
          throw diagnosis.containerMismatch(index, [Any].self, "an array")
        }
        guard let value = element(ordinal, of: index) else {
          throw diagnosis.endOfArray(index, [Any].self, ordinal: ordinal)
        }
        index = value
      }
      tape.markRead(index)
    }
    return index
  }

  func locateIfPresent(_ path: JSONPath, from start: Int) -> Int? {
    var index = start
    tape.markRead(index)
    for component in path.components {
      var next: Int?
      switch (component, tape[index].kind) {
      case (.key(let key), .object): next = member(key, of: index)
      case (.index(let ordinal), .array): next = element(ordinal, of: index)
      default: break
      }
      guard let next else { return nil }
      index = next
      tape.markRead(index)
    }
    return index
  }

  func unreadPaths() -> [JSONPath] {
    var paths: [JSONPath] = []
    var index = Tape.root
    if !tape[index].isRead { return [JSONPath()] }
    // Skips keys: their values say whether they were read.
    var ends: [(end: Int, isObject: Bool)] = []
    while index < tape.used {
      while let last = ends.last, index >= last.end { ends.removeLast() }
      if ends.last?.isObject == true { index += 1 }
      let node = tape[index]
      if !node.isRead {
        paths.append(path(to: index))
        index = tape.after(index)
      } else if node.isWhole || !node.isContainer {
        index = tape.after(index)
      } else {
        ends.append((node.next, node.kind == .object))
        index += 1
      }
    }
    return paths
  }
}
