import ReparteeRedaction

internal import Synchronization

/// The place on the tape of an error that a container throws. It travels as the `underlyingError` of a `DecodingError`.
/// The whole `JSONError` is made from it only if the error leaves the decoding.
struct Pinpoint: Error {
  /// The serial number of the document that `index` belongs to. An error of another document is treated like any error.
  let document: UInt64
  let index: Int
  let kind: JSONError.Kind
  let expected: String
  /// The key that is missing.
  var missingKey: String?
  /// Whether a model requested the object or array that is not there: then the error names the model.
  var isForContainer = false

  private static let serials = Atomic<UInt64>(0)

  static func nextSerial() -> UInt64 { serials.add(1, ordering: .relaxed).newValue }
}

extension Document {
  @inline(never) func mismatch(_ index: Int, _ type: Any.Type, _ noun: String) -> any Error {
    if isNull(index) {
      let pinpoint = Pinpoint(document: serial, index: index, kind: .nullValue, expected: "\(type) (\(noun))")
      return DecodingError.valueNotFound(type, context(index, "Expected \(noun), found null.", pinpoint))
    }
    let pinpoint = Pinpoint(
      document: serial, index: index, kind: .typeMismatch, expected: "\(type) (\(noun))")
    return DecodingError.typeMismatch(
      type, context(index, "Expected \(noun), found \(self.noun(of: index)).", pinpoint))
  }

  /// Returns the error for a container that was requested where there is no object or array.
  @inline(never) func containerMismatch(
    _ index: Int, _ type: Any.Type, _ noun: String, owner: Int = 0
  ) -> any Error {
    let place = index == 0 ? owner : index
    let isMissing = isNull(index)
    var pinpoint = Pinpoint(
      document: serial, index: place, kind: isMissing ? .nullValue : .typeMismatch, expected: noun)
    pinpoint.isForContainer = true
    let context = context(place, "Expected \(noun), found \(self.noun(of: index)).", pinpoint)
    return isMissing ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
  }

  @inline(never) func outOfRange(_ index: Int, _ type: Any.Type) -> any Error {
    corrupted(index, type, "a number that fits", kind: .numberOutOfRange)
  }

  @inline(never)
  func corrupted(_ index: Int, _ type: Any.Type, _ noun: String, kind: JSONError.Kind = .corrupted)
    -> any Error
  {
    let pinpoint = Pinpoint(document: serial, index: index, kind: kind, expected: "\(type) (\(noun))")
    let found = self.noun(of: index)
    return DecodingError.dataCorrupted(
      context(index, "Expected \(type) (\(noun)); \(found) is there that is not one.", pinpoint))
  }

  @inline(never) func keyNotFound(_ key: any CodingKey, in object: Int) -> any Error {
    let name = Shown.text(key.stringValue, limit: Shown.name)
    var pinpoint = Pinpoint(
      document: serial, index: object, kind: .keyNotFound, expected: "the key \"\(name)\"")
    pinpoint.missingKey = key.stringValue
    return DecodingError.keyNotFound(
      key, context(object, "There is no key \"\(name)\".", pinpoint))
  }

  /// - Parameter ordinal: The index of the requested element; nil for the one after the last.
  @inline(never) func endOfArray(_ array: Int, _ type: Any.Type, ordinal: Int? = nil) -> any Error {
    let count = tape[array].length
    let pinpoint = Pinpoint(
      document: serial, index: array, kind: .endOfArray,
      expected: ordinal.map { "element \($0)" } ?? "more than \(count) \(count == 1 ? "element" : "elements")"
    )
    let path = codingPath(to: array) + [JSONPath.Component.index(ordinal ?? count)]
    return DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "The array has no more than \(count) elements.",
        underlyingError: pinpoint))
  }

  private func context(_ index: Int, _ text: String, _ pinpoint: Pinpoint) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(to: index), debugDescription: text, underlyingError: pinpoint)
  }

  /// Returns a noun for the type of the value at `index`, which says nothing about its contents.
  func noun(of index: Int) -> String {
    switch tape[index].kind {
    case .null: "null"
    case .no, .yes: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
