/// A place in a checked JSON text, from which values are read, at any paths, any number of times.
///
/// ``JSONCoder/read(_:_:)-(Data,_)`` makes one of a whole text, and a ``JSONDecodable`` is given one that stands at its
/// value. What nothing asks for is checked for syntax and then skipped.
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
/// A reader, and a decoder from it, may be kept: they own their bytes then. Like any decoder they are for one thread.
@frozen public struct JSONReader {
  @usableFromInline let document: Document
  /// Where it stands: an index of the tape.
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(_ document: Document, at index: Int) {
    self.document = document
    self.index = index
  }

  /// Decodes the value at a path from here.
  ///
  /// Throws an error of kind `keyNotFound` that names the object, and the keys it has, where the path ends early.
  public func decode<T: Decodable>(_ type: T.Type = T.self, at path: JSONPath = []) throws(JSONError) -> T {
    try document.rethrowing(at: index) {
      let index = try document.locate(path, from: index)
      return try document.rethrowingNested(at: index) { try document.decodeWhole(type, at: index) }
    }
  }

  /// Decodes the value at a path from here; nil where there is none or it is null.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: JSONPath
  ) throws(JSONError) -> T? {
    guard let index = document.locateIfPresent(path, from: index), !document.isNull(index) else { return nil }
    return try document.rethrowing(at: index) { try document.decodeWhole(type, at: index) }
  }

  /// Whether there is a value at a path from here, null or not.
  public func contains(_ path: JSONPath) -> Bool { document.locateIfPresent(path, from: index) != nil }

  /// A reader that stands at a path from here.
  public func reader(at path: JSONPath) throws(JSONError) -> JSONReader {
    try document.rethrowing(at: index) { JSONReader(document, at: try document.locate(path, from: index)) }
  }

  /// A decoder that stands at a path from here, for code that takes one.
  public func decoder(at path: JSONPath = []) throws(JSONError) -> any Decoder {
    try document.rethrowing(at: index) { TapeDecoder(document, at: try document.locate(path, from: index)) }
  }

  /// What is at a path was read as a whole, by another reader of the same text.
  package func noteWhole(_ path: JSONPath) {
    if let index = document.locateIfPresent(path, from: index) { document.markWhole(index) }
  }

  /// The paths that are in the text and that nothing has asked for so far, in order.
  ///
  /// A value that nobody asked for is one path, whatever is in it. Asking is any decoding under its key, `contains` and
  /// `decodeNil` included; a value read as a whole (``JSONValue``, `[String]`, …) leaves nothing unread in it.
  public var unreadPaths: [JSONPath] { document.unreadPaths() }
}

extension Document {
  /// The value at a path, or the error that says where the path ends.
  func locate(_ path: JSONPath, from start: Int) throws -> Int {
    var index = start
    markRead(index)
    for component in path.components {
      switch component {
      case .key(let key):
        guard tape[index].kind == .object else {
          throw containerMismatch(index, [String: Any].self, "an object")
        }
        guard let value = member(key, of: index) else { throw keyNotFound(component, in: index) }
        index = value
      case .index(let ordinal):
        guard tape[index].kind == .array else { throw containerMismatch(index, [Any].self, "an array") }
        guard let value = element(ordinal, of: index) else {
          throw endOfArray(index, [Any].self, ordinal: ordinal)
        }
        index = value
      }
      markRead(index)
    }
    return index
  }

  func locateIfPresent(_ path: JSONPath, from start: Int) -> Int? {
    var index = start
    markRead(index)
    for component in path.components {
      var next: Int?
      switch (component, tape[index].kind) {
      case (.key(let key), .object): next = member(key, of: index)
      case (.index(let ordinal), .array): next = element(ordinal, of: index)
      default: break
      }
      guard let next else { return nil }
      index = next
      markRead(index)
    }
    return index
  }

  /// As `rethrowing`, for a place below the root.
  func rethrowingNested<R>(at index: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw jsonError(error, at: index) }
  }

  func unreadPaths() -> [JSONPath] {
    var paths: [JSONPath] = []
    var index = Document.root
    if !tape[index].isRead { return [JSONPath()] }
    // Values in order; keys are passed over, as what follows them decides.
    var ends: [(end: Int, isObject: Bool)] = []
    while index < used {
      while let last = ends.last, index >= last.end { ends.removeLast() }
      if ends.last?.isObject == true { index += 1 }
      let node = tape[index]
      if !node.isRead {
        paths.append(path(to: index))
        index = after(index)
      } else if node.isWhole || !node.isContainer {
        index = after(index)
      } else {
        ends.append((node.next, node.kind == .object))
        index += 1
      }
    }
    return paths
  }
}
