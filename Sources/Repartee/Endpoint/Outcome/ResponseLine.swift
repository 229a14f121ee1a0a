package import HTTPTypes

package struct ResponseLine: Sendable, Hashable, CustomStringConvertible {
  package let first: Int
  package let last: Int
  package let mediaRange: MediaRange?

  package var description: String {
    let codes = first == last ? "\(first)" : "\(first)...\(last)"
    return mediaRange.map { "\(codes) \($0)" } ?? codes
  }
}

package struct SharedLines: Sendable, Hashable {
  package let name: String
  package fileprivate(set) var lines: [ResponseLine] = []
  private let failure: ObjectIdentifier

  fileprivate init(_ failure: any Error.Type) {
    name = String(describing: failure)
    self.failure = ObjectIdentifier(failure)
  }
}

extension ResponseMap {
  package var lines: (own: [ResponseLine], shared: [SharedLines]) {
    var own: [ResponseLine] = []
    var shared: [SharedLines] = []
    func append(_ line: ResponseLine, to lines: inout [ResponseLine]) {
      if !lines.contains(line) { lines.append(line) }
    }
    for line in cases {
      switch line.content {
      case .exact(let code, let outcome):
        append(ResponseLine(first: code, last: code, mediaRange: outcome.mediaRange), to: &own)
      case .range(let first, let last, let outcome):
        append(ResponseLine(first: first, last: last, mediaRange: outcome.mediaRange), to: &own)
      case .included(let map, let failure, _):
        let (lines, further) = map.lines
        var included = SharedLines(failure)
        included.lines = lines
        for lines in [included] + further where !shared.contains(lines) { shared.append(lines) }
      case .rule: break
      }
    }
    return (own, shared)
  }

  package func line(for head: HTTPResponse, to request: SentRequest) -> ResponseLine? {
    storage.table.declared(
      for: head.status.code, contentType: head.headerFields.mediaType,
      isUnaskedPart: request.isUnaskedPart(head.status)
    ).map {
      let line = storage.table.lines[$0]
      return ResponseLine(first: line.first, last: line.last, mediaRange: line.traits.mediaRange)
    }
  }
}
