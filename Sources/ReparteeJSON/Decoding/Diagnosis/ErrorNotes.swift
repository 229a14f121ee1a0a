/// The records of a decoding about its errors, from the first error on.
final class ErrorNotes {
  let serial = ErrorLocation.nextSerial()
  /// The innermost model that the last error left.
  var origin: ErrorOrigin?
  let lines = LineIndex()
  var secrets = SecretRanges()
}

struct ErrorOrigin {
  let index: Int
  let type: Any.Type
  let error: any Error

  func isOf(_ other: any Error) -> Bool {
    identity(of: error) == identity(of: other)
  }
}
