import ReparteeRedaction

extension Decoding {
  func report(to probe: any JSONProbe, _ failure: JSONError?) {
    if let failure {
      probe.didFail(failure.kind, at: place(of: failure))
    } else {
      probe.didRead(ShapeReader.shape(of: self, always: probe.alwaysWantsShape))
    }
  }

  func noteKeysAreData(of object: Int) {
    if options.values.probe != nil { keysAreData.insert(object) }
  }

  func noteSkipped(_ error: any Error, ordinal: Int, of array: Int) {
    guard options.values.probe != nil, tape[array].kind == .array,
      let element = element(ordinal, of: array)
    else { return }
    noteSkipped(error, at: element)
  }

  func noteSkipped(_ error: any Error, at index: Int) {
    guard let probe = options.values.probe, index != 0 else { return }
    let error = diagnosis.jsonError(error, at: index)
    tape.markWhole(index)
    probe.didSkip(error.kind, at: place(of: error))
  }

  func noteUnknownValue(at index: Int) {
    tape.markUnknown(index)
  }

  /// For a missing value, where it would be.
  private func place(of error: JSONError) -> String {
    var steps = steps(to: error.path)
    if let missing = error.storage.missingKey { steps.append(.key(missing)) }
    if error.kind == .endOfArray { steps.append(.element) }
    return JSONShape.text(of: steps, masking: options.values.redaction)
  }

  private func steps(to path: JSONPath) -> [JSONShape.Step] {
    var steps: [JSONShape.Step] = []
    var index: Int? = Tape.root
    for component in path.components {
      switch component {
      case .index(let ordinal):
        steps.append(.element)
        index = index.flatMap { tape[$0].kind == .array ? element(ordinal, of: $0) : nil }
      case .key(let key):
        let isData = index.map { keysAreData.contains($0) } ?? false
        steps.append(isData ? .anyKey : .key(key))
        index = index.flatMap { tape[$0].kind == .object ? member(key, of: $0) : nil }
      }
    }
    return steps
  }
}
