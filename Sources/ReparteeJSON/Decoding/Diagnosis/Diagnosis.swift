/// Containers throw `DecodingError`, which is cheap. One that leaves the decoding becomes a ``JSONError``.
struct Diagnosis {
  let decoding: Decoding

  var notes: ErrorNotes { decoding.errorNotes }

  /// Records the innermost model. The error stays unchanged, for models to catch.
  @inline(never) func note(_ error: any Error, from type: Any.Type, at index: Int) {
    if let origin = notes.origin, origin.isOf(error) { return }
    notes.origin = ErrorOrigin(index: index, type: type, error: error)
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

extension Decoding {
  var diagnosis: Diagnosis { Diagnosis(decoding: self) }
}
