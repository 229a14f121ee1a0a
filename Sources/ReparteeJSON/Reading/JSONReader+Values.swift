/// Inlined, to be specialized in a model's module.
extension JSONReader {
  /// The value under a key; for an `Optional`, nil if it is absent or null.
  ///
  /// For other types, an absent key is an error of kind `keyNotFound`, null one of kind `nullValue`.
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

  @usableFromInline func member(_ key: StaticString) throws -> Int {
    let found = try find(key)
    if found == 0 { throw decoding.diagnosis.keyNotFound(JSONPath.Component.key("\(key)"), in: index) }
    return found
  }

  @usableFromInline func memberIfPresent(_ key: StaticString) throws -> Int {
    let found = try find(key)
    return decoding.isNull(found) ? 0 : found
  }

  @inline(__always) func find(_ key: StaticString) throws -> Int {
    guard decoding.tape[index].rawKind == Node.Kind.object.rawValue else {
      throw decoding.diagnosis.containerMismatch(index, [String: Any].self, "an object")
    }
    guard key.hasPointerRepresentation else { return decoding.find("\(key)", in: index) }
    return decoding.find(planned: key, in: index)
  }

  @usableFromInline func forEachMember(_ type: Any.Type, _ body: (String, Int) throws -> Bool) throws {
    let node = decoding.tape[index]
    guard node.rawKind == Node.Kind.object.rawValue else {
      throw decoding.diagnosis.mismatch(index, type, "an object")
    }
    decoding.noteKeysAreData(of: index)
    var key = index + 1
    while key < node.next {
      let value = key + 1
      var isRead = true
      defer { if isRead { decoding.tape.markRead(value) } }
      isRead = try body(decoding.tape.string(at: decoding.tape[key]), value)
      key = decoding.tape.after(value)
    }
  }

  func unknown<RawValue>(_ value: RawValue, of type: Any.Type) -> any Error {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoding.codingPath(to: index),
        debugDescription: "Cannot initialize \(type) from invalid \(RawValue.self) value \(value)"))
  }
}
