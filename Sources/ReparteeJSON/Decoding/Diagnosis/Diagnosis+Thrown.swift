import ReparteeRedaction

/// What containers throw.
extension Diagnosis {
  @inline(never) func mismatch(_ index: Int, _ type: Any.Type, _ noun: String) -> any Error {
    if decoding.isNull(index) {
      let location = ErrorLocation(
        serial: notes.serial, index: index, kind: .nullValue, expected: "\(type) (\(noun))")
      return DecodingError.valueNotFound(type, context(index, "Expected \(noun), found null.", location))
    }
    let location = ErrorLocation(
      serial: notes.serial, index: index, kind: .typeMismatch, expected: "\(type) (\(noun))")
    return DecodingError.typeMismatch(
      type, context(index, "Expected \(noun), found \(self.noun(of: index)).", location))
  }

  @inline(never) func containerMismatch(
    _ index: Int, _ type: Any.Type, _ noun: String, owner: Int = 0
  ) -> any Error {
    let place = index == 0 ? owner : index
    let isMissing = decoding.isNull(index)
    var location = ErrorLocation(
      serial: notes.serial, index: place, kind: isMissing ? .nullValue : .typeMismatch, expected: noun)
    location.isForContainer = true
    let context = context(place, "Expected \(noun), found \(self.noun(of: index)).", location)
    return isMissing ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
  }

  @inline(never) func outOfRange(_ index: Int, _ type: Any.Type) -> any Error {
    corrupted(index, type, "a number that fits", kind: .numberOutOfRange)
  }

  @inline(never)
  func corrupted(_ index: Int, _ type: Any.Type, _ noun: String, kind: JSONError.Kind = .corrupted)
    -> any Error
  {
    let location = ErrorLocation(
      serial: notes.serial, index: index, kind: kind, expected: "\(type) (\(noun))")
    let found = self.noun(of: index)
    return DecodingError.dataCorrupted(
      context(index, "Expected \(type) (\(noun)), found \(found) that is not one.", location))
  }

  @inline(never) func keyNotFound(_ key: any CodingKey, in object: Int) -> any Error {
    let name = DisplayText.text(key.stringValue, limit: DisplayText.name)
    var location = ErrorLocation(
      serial: notes.serial, index: object, kind: .keyNotFound, expected: "the key \"\(name)\"")
    location.missingKey = key.stringValue
    return DecodingError.keyNotFound(
      key, context(object, "There is no key \"\(name)\".", location))
  }

  /// - Parameter ordinal: The requested element; nil for the one after the last.
  @inline(never) func endOfArray(_ array: Int, _ type: Any.Type, ordinal: Int? = nil) -> any Error {
    let count = decoding.tape[array].length
    let location = ErrorLocation(
      serial: notes.serial, index: array, kind: .endOfArray,
      expected: ordinal.map { "element \($0)" } ?? "more than \(count) \(count == 1 ? "element" : "elements")"
    )
    let path = decoding.codingPath(to: array) + [JSONPath.Component.index(ordinal ?? count)]
    return DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "The array has no more than \(count) elements.",
        underlyingError: location))
  }

  private func context(_ index: Int, _ text: String, _ location: ErrorLocation) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: decoding.codingPath(to: index), debugDescription: text, underlyingError: location)
  }
}
