/// From what came out of a model to a `JSONError`.
///
/// Unsafe: makes a `SourceText` over the document's bytes, which does not outlive the call.
extension Document {
  func rethrowing<R>(at index: Int, _ body: () throws -> R) throws(JSONError) -> R {
    do {
      return try body()
    } catch {
      throw jsonError(error, at: index)
    }
  }

  /// `index` is where decoding began: the place of an error that does not say where it is from.
  func jsonError(_ error: any Error, at index: Int) -> JSONError {
    // An error of this document has its place; one that a model got from another text does not.
    if let error = error as? JSONError, error.storage.origin == serial { return error }
    guard let error = error as? DecodingError else { return modelError(error, at: index) }
    let context = error.context
    if let pinpoint = context.underlyingError as? Pinpoint, pinpoint.document == serial {
      return jsonError(pinpoint)
    }
    // A model's own DecodingError says where by its coding path. Its text may hold values: it stays in `underlying`.
    let noted = failure.flatMap { $0.error == ObjectIdentifier(DecodingError.self) ? $0 : nil }
    let place = context.codingPath.isEmpty ? noted?.index ?? index : find(context.codingPath)
    return make(
      kind: error.kind, at: place, expected: noted.map { "\($0.type)" } ?? "what the model accepts",
      found: noun(of: place) + " it does not accept", underlying: error)
  }

  private func jsonError(_ pinpoint: Pinpoint) -> JSONError {
    let index = pinpoint.index
    var keys: [String] = []
    var hint: String?
    var found = noun(of: index)
    switch pinpoint.kind {
    case .keyNotFound:
      found = ""
      keys = Array(rawNames(of: index).prefix(50))
      hint = keyHint(pinpoint.missingKey ?? "", in: index)
    case .typeMismatch: hint = typeHint(pinpoint.expected, at: index)
    case .endOfArray: found = "an array of \(tape[index].length)"
    case .numberOutOfRange: found = "a number that does not"
    case .nullValue: hint = "declare it optional if the server may send null"
    case .corrupted: found += " that is not one"
    default: break
    }
    return make(
      kind: pinpoint.kind, at: index, expected: pinpoint.expected, found: found, keys: keys,
      missingKey: pinpoint.missingKey, hint: hint)
  }

  private func modelError(_ error: any Error, at index: Int) -> JSONError {
    let noted = failure.flatMap { $0.error == ObjectIdentifier(type(of: error)) ? $0 : nil }
    let place = noted?.index ?? index
    let name = noted.map { "\($0.type)" } ?? "the model"
    return make(
      kind: .model, at: place, expected: "\(name) threw \(type(of: error))", found: noun(of: place),
      underlying: error)
  }

  /// Remembers where an error came out of a model first, that is, innermost; the error itself travels unchanged, so that
  /// models can catch what their parts throw.
  @inline(never) func note(_ error: any Error, from type: Any.Type, at index: Int) {
    let identity = ObjectIdentifier(Swift.type(of: error))
    if let failure, failure.error == identity, failure.index >= index, failure.index < after(index) { return }
    failure = Failure(index: index, type: type, error: identity)
  }

  struct Failure {
    let index: Int
    let type: Any.Type
    let error: ObjectIdentifier
  }

  func make(
    kind: JSONError.Kind, at index: Int, expected: String, found: String, keys: [String] = [],
    missingKey: String? = nil, hint: String? = nil, underlying: (any Error)? = nil
  ) -> JSONError {
    let source = SourceText(bytes: UnsafeBufferPointer(start: bytes, count: count))
    let start = startOffset(of: index)
    // Of a container only its bracket is underlined.
    let end = tape[index].isContainer ? start + 1 : endOffset(of: index)
    let path = path(to: index)
    return JSONError(
      storage: JSONError.Storage(
        kind: kind, path: path, position: source.position(at: start), expected: expected, found: found,
        availableKeys: keys, missingKey: missingKey, hint: hint, isSensitive: isSensitive(path),
        excerpt: source.excerpt(of: start..<end, options.values.excerpts), underlying: underlying,
        redaction: options.values.excerpts.redaction, origin: serial))
  }

  private func isSensitive(_ path: JSONPath) -> Bool {
    path.components.contains { component in
      guard case .key(let key) = component else { return false }
      return options.values.excerpts.redaction.isSecret(key)
    }
  }

  /// The value at the end of a coding path, as far as it can be followed.
  private func find(_ path: [any CodingKey]) -> Int {
    var place = Document.root
    for key in path {
      guard let next = child(of: place, key) else { break }
      place = next
    }
    return place
  }

  private func child(of index: Int, _ key: any CodingKey) -> Int? {
    let node = tape[index]
    if node.kind == .array, let ordinal = key.intValue {
      return element(ordinal, of: index)
    }
    guard node.kind == .object else { return nil }
    var at = index + 1
    while at < node.next {
      if string(at: tape[at]) == key.stringValue || name(of: at) == key.stringValue { return at + 1 }
      at = after(at + 1)
    }
    return nil
  }

  /// The element at an ordinal, nil beyond the end.
  func element(_ ordinal: Int, of array: Int) -> Int? {
    guard ordinal >= 0, ordinal < tape[array].length else { return nil }
    var at = array + 1
    for _ in 0..<ordinal { at = after(at) }
    return at
  }

  /// The keys as they stand in the JSON.
  func rawNames(of object: Int) -> [String] {
    guard tape[object].kind == .object else { return [] }
    var names: [String] = []
    var key = object + 1
    while key < tape[object].next {
      names.append(string(at: tape[key]))
      key = after(key + 1)
    }
    return names
  }
}

extension DecodingError {
  fileprivate var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "\(self)")
    }
  }

  fileprivate var kind: JSONError.Kind {
    switch self {
    case .typeMismatch: .typeMismatch
    case .valueNotFound: .nullValue
    case .keyNotFound: .keyNotFound
    case .dataCorrupted: .corrupted
    @unknown default: .corrupted
    }
  }
}
