import ReparteeRedaction

extension Decoding {
  func rethrowing<R>(at index: Int, _ body: () throws -> R) throws(JSONError) -> R {
    do { return try body() } catch { throw diagnosis.jsonError(error, at: index) }
  }

  func rethrowingNested<R>(at index: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw diagnosis.jsonError(error, at: index) }
  }
}

extension Diagnosis {
  func jsonError(_ error: any Error, at index: Int) -> JSONError {
    // Only an error of this decoding has a place in its text: a model can also throw the error of another text.
    if let error = error as? JSONError, error.storage.origin == notes.serial { return error }
    let origin = notes.origin.flatMap { $0.isOf(error) ? $0 : nil }
    guard let error = error as? DecodingError else { return modelError(error, origin, at: index) }
    if let location = error.context.underlyingError as? ErrorLocation, location.serial == notes.serial {
      return jsonError(location, origin)
    }
    return modelError(error, origin, at: index)
  }

  private func jsonError(_ location: ErrorLocation, _ origin: ErrorOrigin?) -> JSONError {
    let index = location.index
    var expected = location.expected
    var keys: [String] = []
    var hint: String?
    var found = noun(of: index)
    if location.isForContainer, let origin, origin.index == index {
      expected = "\(origin.type) (\(expected))"
    }
    switch location.kind {
    case .keyNotFound:
      found = ""
      keys = names(of: index, limit: JSONError.keyLimit)
      hint = keyHint(location.missingKey ?? "", in: index)
    case .typeMismatch: hint = keyTypeHint(origin, location) ?? typeHint(expected, at: index)
    case .endOfArray: found = "an array of \(decoding.tape[index].length)"
    case .numberOutOfRange: found = "a number that does not"
    case .nullValue: hint = "declare it optional if the server may send null"
    case .corrupted:
      found += " that is not one"
      if expected.hasSuffix("in quotes or not)") { hint = floatHint(at: index) }
    default: break
    }
    return make(
      kind: location.kind, at: index, expected: expected, found: found, keys: keys,
      missingKey: location.missingKey, hint: hint)
  }

  private func modelError(_ error: any Error, _ origin: ErrorOrigin?, at index: Int) -> JSONError {
    let place = origin?.index ?? index
    let name = origin.map { "\($0.type)" } ?? "the model"
    return make(
      kind: .model, at: place, expected: "\(name) threw \(type(of: error))", found: noun(of: place),
      underlying: error)
  }

  /// The error's text may contain values: only `underlying` keeps it.
  private func modelError(_ error: DecodingError, _ origin: ErrorOrigin?, at index: Int) -> JSONError {
    let path = error.context.codingPath
    let place = path.isEmpty ? origin?.index ?? index : find(path)
    if let origin, let keyType = (origin.type as? any KeyedByType.Type)?.keyType,
      place > Tape.root, decoding.knownParents().container(of: place) == origin.index
    {
      let allowed = allowedValues(of: keyType).map { ", \($0)" } ?? ""
      return make(
        kind: error.kind, at: place, marking: place - 1, expected: "\(keyType) (a key\(allowed))",
        found: "a key that is not one", underlying: error)
    }
    if let origin, case .typeMismatch(let type, _) = error, type == origin.type, place == origin.index,
      error.context.isOfKeysOfCases, let allKeys = decoding.allKeys, allKeys.object == place
    {
      return make(
        kind: error.kind, at: place, expected: "\(type) (\(caseNames(of: allKeys.type, at: place)))",
        found: allKeys.count == 0 ? "none of them" : "\(allKeys.count) of them",
        keys: names(of: place, limit: JSONError.keyLimit), underlying: error)
    }
    var expected = origin.map { "\($0.type)" } ?? "what the model accepts"
    if let origin, place == origin.index, let allowed = allowedValues(of: origin.type) {
      expected += " (\(allowed))"
    }
    return make(
      kind: error.kind, at: place, expected: expected, found: noun(of: place) + " it does not accept",
      underlying: error)
  }

  func duplicateKey(_ key: Int) -> JSONError {
    make(
      kind: .duplicateKey, at: key + 1, marking: key, expected: "each key once", found: "a repeated key",
      hint: "set `rejectsDuplicateKeys` to false to read such texts")
  }

  /// - Parameter key: The key to mark, instead of its value at `index`.
  func make(
    kind: JSONError.Kind, at index: Int, marking key: Int? = nil, expected: String, found: String,
    keys: [String] = [], missingKey: String? = nil, hint: String? = nil, underlying: (any Error)? = nil
  ) -> JSONError {
    let source = SourceText(bytes: decoding.tape.text, lines: notes.lines)
    let marked = key ?? index
    let start = decoding.tape.startOffset(of: marked)
    let end = decoding.tape.endOffset(of: marked)
    let path = decoding.path(to: index)
    let redaction = decoding.options.values.redaction
    var secretDepth = path.secretDepth(redaction)
    func mask(_ shown: [Range<Int>]) -> Mask {
      let mask = notes.secrets.mask(of: decoding.tape, redaction, shown: shown)
      // A name beside a value can make the value secret, too. That is unknown where the mask ends before the value.
      let start = decoding.tape.startOffset(of: index)
      let rest = mask.isCut && start >= mask.end ? mask.end : nil
      if secretDepth == nil, let secret = mask.startOfSecret(around: start) ?? rest {
        secretDepth = decoding.depth(to: index, from: secret)
      }
      return mask
    }
    let excerpt = source.excerpt(of: start..<end, width: decoding.options.values.excerptWidth, masking: mask)
    if excerpt == nil { _ = mask([start..<end]) }
    return JSONError(
      storage: JSONError.Storage(
        kind: kind, path: path, position: source.position(at: start), expected: expected, found: found,
        availableKeys: keys, missingKey: missingKey, hint: hint, secretDepth: secretDepth, excerpt: excerpt,
        underlying: underlying, redaction: redaction, origin: notes.serial))
  }

  private func find(_ path: [any CodingKey]) -> Int {
    var place = Tape.root
    for key in path {
      guard let next = child(of: place, key) else { break }
      place = next
    }
    return place
  }

  private func child(of index: Int, _ key: any CodingKey) -> Int? {
    let node = decoding.tape[index]
    if node.kind == .array, let ordinal = key.intValue {
      return decoding.element(ordinal, of: index)
    }
    guard node.kind == .object else { return nil }
    if let value = decoding.member(key.stringValue, of: index) { return value }
    let value = decoding.find(key.stringValue, in: index)
    return value == 0 ? nil : value
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
