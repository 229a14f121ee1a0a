package import HTTPTypes

/// A case of a response map, without its outcome.
package struct DeclaredCase: Sendable, Hashable, CustomStringConvertible {
  package let first: Int
  package let last: Int
  package let mediaRange: MediaRange?

  package var description: String {
    let codes = first == last ? "\(first)" : "\(first)...\(last)"
    return mediaRange.map { "\(codes) \($0)" } ?? codes
  }
}

/// The cases of an included map.
package struct SharedCases: Sendable, Hashable {
  package let name: String
  package fileprivate(set) var cases: [DeclaredCase] = []
  private let failure: ObjectIdentifier

  fileprivate init(_ failure: any Error.Type) {
    name = String(describing: failure)
    self.failure = ObjectIdentifier(failure)
  }
}

extension ResponseMap {
  package var declaredCases: (own: [DeclaredCase], shared: [SharedCases]) {
    var own: [DeclaredCase] = []
    var shared: [SharedCases] = []
    func append(_ added: DeclaredCase, to cases: inout [DeclaredCase]) {
      if !cases.contains(added) { cases.append(added) }
    }
    for each in cases {
      switch each.content {
      case .exact(let code, let outcome):
        append(DeclaredCase(first: code, last: code, mediaRange: outcome.mediaRange), to: &own)
      case .range(let first, let last, let outcome):
        append(DeclaredCase(first: first, last: last, mediaRange: outcome.mediaRange), to: &own)
      case .included(let map, let failure, _):
        let (cases, further) = map.declaredCases
        var included = SharedCases(failure)
        included.cases = cases
        for cases in [included] + further where !shared.contains(cases) { shared.append(cases) }
      case .rule: break
      }
    }
    return (own, shared)
  }

  package func declaredCase(for head: HTTPResponse, to request: SentRequest) -> DeclaredCase? {
    storage.table.declared(
      for: head.status.code, contentType: head.headerFields.mediaType,
      isUnaskedPart: request.isUnaskedPart(head.status)
    ).map {
      let found = storage.table.cases[$0]
      return DeclaredCase(first: found.first, last: found.last, mediaRange: found.traits.mediaRange)
    }
  }
}
