/// Values under the keys of the object at which a reader stands, and what the conformances of ``JSONDecodable`` are
/// made of.
///
/// Inlined into the modules of models, so that what reads a model is made for its types; what they call is not.
extension JSONReader {
  /// The value under a key; of an `Optional` nil where there is none or it is null.
  ///
  /// Throws an error of kind `keyNotFound` where there is none, and of kind `nullValue` where it is null.
  @inlinable public subscript<Value: JSONDecodable>(key: StaticString) -> Value {
    get throws { try Value._value(under: key, in: self) }
  }

  /// The same of a type that is only a `Decodable`.
  @_disfavoredOverload
  public subscript<Value: Decodable>(key: StaticString) -> Value {
    get throws {
      if let optional = Value.self as? any Nullable.Type, try memberIfPresent(key) == 0,
        let none = optional.null as? Value
      {
        return none
      }
      return try document.decode(Value.self, at: try member(key))
    }
  }

  /// Whether what is here is null.
  public var isNull: Bool { document.isNull(index) }

  /// The index of the value under a key.
  @usableFromInline func member(_ key: StaticString) throws -> Int {
    let found = try find(key)
    if found == 0 { throw document.keyNotFound(JSONPath.Component.key("\(key)"), in: index) }
    return found
  }

  /// The same, 0 where it is absent or null.
  @usableFromInline func memberIfPresent(_ key: StaticString) throws -> Int {
    let found = try find(key)
    return document.isNull(found) ? 0 : found
  }

  /// The same, 0 where it is absent, null or not.
  @inline(__always) func find(_ key: StaticString) throws -> Int {
    guard document.tape[index].rawKind == Node.Kind.object.rawValue else {
      throw document.containerMismatch(index, [String: Any].self, "an object")
    }
    guard key.hasPointerRepresentation else { return document.find("\(key)", in: index) }
    return document.find(
      planned: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount), in: index)
  }

  /// Calls `body` with each key of the object that is here, repeated ones too, and the index of its value. It tells
  /// whether it has read that.
  @usableFromInline func forEachMember(_ type: Any.Type, _ body: (String, Int) throws -> Bool) throws {
    let node = document.tape[index]
    guard node.rawKind == Node.Kind.object.rawValue else { throw document.mismatch(index, type, "an object") }
    document.noteKeysAreData(of: index)
    var key = index &+ 1
    while key < node.next {
      let value = key &+ 1
      var isRead = true
      defer { if isRead { document.markRead(value) } }
      isRead = try body(document.string(at: document.tape[key]), value)
      key = document.after(value)
    }
  }

  /// A raw value that a type has not, as the standard library says it.
  func unknown<RawValue>(_ value: RawValue, of type: Any.Type) -> any Error {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: document.codingPath(to: index),
        debugDescription: "Cannot initialize \(type) from invalid \(RawValue.self) value \(value)"))
  }
}
