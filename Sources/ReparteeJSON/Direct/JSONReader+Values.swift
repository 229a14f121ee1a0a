/// Values under the keys of the object at the reader's position, and the functions behind the conformances to
/// ``JSONDecodable``.
///
/// Code that is generic over a model's types is inlined into the model's module, to be specialized there. The functions
/// that it calls are not.
extension JSONReader {
  /// The value under a key; for an `Optional`, nil if the key is absent or the value is null.
  ///
  /// For other types, throws an error of kind `keyNotFound` if the key is absent, and of kind `nullValue` if the value
  /// is null.
  @inlinable public subscript<Value: JSONDecodable>(key: StaticString) -> Value {
    get throws { try Value._value(under: key, in: self) }
  }

  /// The value under a key, for a type that is only `Decodable`.
  @_disfavoredOverload
  public subscript<Value: Decodable>(key: StaticString) -> Value {
    get throws {
      if let optional = Value.self as? any Nullable.Type, try memberIfPresent(key) == 0,
        let none = optional.null as? Value
      {
        return none
      }
      return try decoding.decode(Value.self, at: try member(key))
    }
  }

  /// Whether the value at the reader's position is null.
  public var isNull: Bool { decoding.isNull(index) }

  /// Returns the index of the value under a key, or throws if the key is absent.
  @usableFromInline func member(_ key: StaticString) throws -> Int {
    let found = try find(key)
    if found == 0 { throw decoding.diagnosis.keyNotFound(JSONPath.Component.key("\(key)"), in: index) }
    return found
  }

  /// Returns the index of the value under a key; 0 if it is absent or null.
  @usableFromInline func memberIfPresent(_ key: StaticString) throws -> Int {
    let found = try find(key)
    return decoding.isNull(found) ? 0 : found
  }

  /// Returns the index of the value under a key, null or not; 0 if the key is absent.
  @inline(__always) func find(_ key: StaticString) throws -> Int {
    guard decoding.tape[index].rawKind == Node.Kind.object.rawValue else {
      throw decoding.diagnosis.containerMismatch(index, [String: Any].self, "an object")
    }
    guard key.hasPointerRepresentation else { return decoding.find("\(key)", in: index) }
    return decoding.find(
      planned: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount), in: index)
  }

  /// Calls `body` with each key of the object, repeated keys included, and the index of its value. `body` returns
  /// whether it has read the value.
  @usableFromInline func forEachMember(_ type: Any.Type, _ body: (String, Int) throws -> Bool) throws {
    let node = decoding.tape[index]
    guard node.rawKind == Node.Kind.object.rawValue else {
      throw decoding.diagnosis.mismatch(index, type, "an object")
    }
    decoding.noteKeysAreData(of: index)
    var key = index &+ 1
    while key < node.next {
      let value = key &+ 1
      var isRead = true
      defer { if isRead { decoding.tape.markRead(value) } }
      isRead = try body(decoding.tape.string(at: decoding.tape[key]), value)
      key = decoding.tape.after(value)
    }
  }

  /// Returns the error for a raw value that a type does not have, with the text of the standard library.
  func unknown<RawValue>(_ value: RawValue, of type: Any.Type) -> any Error {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoding.codingPath(to: index),
        debugDescription: "Cannot initialize \(type) from invalid \(RawValue.self) value \(value)"))
  }
}
