/// What the errors of one decoding share, created for the first of them: where an error left a model, the lines of the
/// text and its secrets, for excerpts.
///
/// A container throws a `DecodingError` with an ``ErrorLocation``, which is cheap, because models may catch it. If the
/// error leaves the decoding, it becomes a ``JSONError``, with its place in the text.
final class Diagnosis {
  /// The decoding owns its diagnosis.
  unowned let decoding: Decoding
  /// The number that distinguishes errors of this text from others.
  let serial = ErrorLocation.nextSerial()
  /// Where the last error left a model.
  var origin: ErrorOrigin?
  /// The lines, for the positions of errors.
  let lines = LineIndex()
  /// The secrets, for the excerpts of errors.
  var secrets = SecretRanges()

  init(of decoding: Decoding) { self.decoding = decoding }

  /// Records where an error first left a model: the innermost place. The error itself is thrown on unchanged, so that
  /// models can catch errors of their parts.
  @inline(never) func note(_ error: any Error, from type: Any.Type, at index: Int) {
    if let origin, origin.isOf(error) { return }
    origin = ErrorOrigin(index: index, type: type, error: error)
  }

  /// Returns a noun for the type of the value at `index`, which says nothing about its contents.
  func noun(of index: Int) -> String {
    switch decoding.tape[index].kind {
    case .null: "null"
    case .no, .yes: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Returns the first keys of an object as they are in the JSON.
  func names(of object: Int, limit: Int) -> [String] {
    guard decoding.tape[object].kind == .object else { return [] }
    var names: [String] = []
    var key = object + 1
    while key < decoding.tape[object].next, names.count < limit {
      names.append(decoding.tape.string(at: decoding.tape[key]))
      key = decoding.tape.after(key + 1)
    }
    return names
  }
}

/// Where an error left the innermost model.
///
/// Unsafe: compares the references of two errors as words. `error` is retained, so no other error can have its
/// address.
struct ErrorOrigin {
  let index: Int
  let type: Any.Type
  let error: any Error

  /// Returns whether `other` is the same instance, not another error that was thrown before or after it.
  func isOf(_ other: any Error) -> Bool {
    ErrorOrigin.reference(error) == ErrorOrigin.reference(other)
  }

  /// `as any Error` keeps the compiler from opening the existential.
  private static func reference(_ error: any Error) -> UInt {
    unsafeBitCast(error as any Error, to: UInt.self)
  }
}
