internal import ReparteeBase

/// The place of an error, stored as the `underlyingError` of a `DecodingError`.
struct ErrorLocation: Error {
  let serial: UInt64
  let index: Int
  let kind: JSONError.Kind
  let expected: String
  var missingKey: String?
  /// The error names the model that requested the container.
  var isForContainer = false

  private static let serials = Counter()

  static func nextSerial() -> UInt64 { serials.next() }
}
