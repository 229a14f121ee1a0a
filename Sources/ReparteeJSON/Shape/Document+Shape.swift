extension Document {
  /// Tells a probe of this document, which was read, or could not be.
  func tell(_ probe: any JSONProbe, _ failure: JSONError?) {
    if let failure {
      let missing = failure.storage.missingKey.map { JSONPath.Component.key($0) }
      probe.didFail(failure, at: place(of: missing.map(failure.path.appending) ?? failure.path))
    } else {
      probe.didRead(ShapeReader.shape(of: self, evenIfAllIsRead: probe.wantsAll))
    }
  }

  /// Remembers that a model has read a value that is none of those that it knows.
  func noteUnknownValue(at index: Int) {
    if !tape[index].isContainer { tape[index].head |= Node.unknownValue }
  }

  /// A path as the place that it leads to.
  private func place(of path: JSONPath) -> String {
    var steps: [JSONShape.Step] = []
    var index: Int? = Document.root
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
    return JSONShape.text(of: steps, masking: options.values.excerpts.redaction)
  }
}
