/// Containers throw `DecodingError`, which is cheap. One that leaves the decoding becomes a ``JSONError``.
final class Diagnosis {
  /// The owner of this diagnosis.
  unowned let decoding: Decoding
  let serial = ErrorLocation.nextSerial()
  var origin: ErrorOrigin?
  let lines = LineIndex()
  var secrets = SecretRanges()

  init(of decoding: Decoding) { self.decoding = decoding }

  /// Records the innermost model. The error stays unchanged, for models to catch.
  @inline(never) func note(_ error: any Error, from type: Any.Type, at index: Int) {
    if let origin, origin.isOf(error) { return }
    origin = ErrorOrigin(index: index, type: type, error: error)
  }

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

struct ErrorOrigin {
  let index: Int
  let type: Any.Type
  let error: any Error

  func isOf(_ other: any Error) -> Bool {
    identity(of: error) == identity(of: other)
  }
}
