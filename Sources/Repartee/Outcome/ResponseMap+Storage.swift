import Synchronization

extension ResponseMap {
  /// The lines of a map, in the order in which outcomes are looked for.
  struct Table: Sendable {
    fileprivate(set) var exact: [Int: [Outcome<Output, Failure>]] = [:]
    fileprivate(set) var ranges: [(first: Int, last: Int, outcome: Outcome<Output, Failure>)] = []

    func outcome(for code: Int, contentType: MediaType?) -> Outcome<Output, Failure>? {
      line(for: code, contentType: contentType)?.outcome
    }

    /// The first line for a status and a content type, with its statuses.
    func line(
      for code: Int, contentType: MediaType?
    ) -> (first: Int, last: Int, outcome: Outcome<Output, Failure>)? {
      if let exact = exact[code], let outcome = exact.first(where: { $0.takes(contentType) }) {
        return (code, code, outcome)
      }
      return ranges.first { $0.first <= code && code <= $0.last && $0.outcome.takes(contentType) }
    }
  }

  /// Whether a status has an outcome by its exact code, whatever its content types.
  func declares(_ code: Int) -> Bool { storage.table.exact[code] != nil }

  /// What the copies of a map share. It is a class so that copying a map, once a call, costs nothing.
  final class Storage: Sendable {
    let cases: [ResponseCase<Output, Failure>]
    let issues: [ResponseMapIssue]
    let table: Table
    /// What every response goes through, see ``ResponseMap/resolving(_:)``.
    let resolution: Outcome<Output, Failure>?
    /// In order of declaration, those of included maps last.
    private let outcomes: [Outcome<Output, Failure>]
    /// What `Accept` says for the formats that were asked for last: nearly always the same.
    private let accept = Mutex<(formats: Formats, value: String)?>(nil)

    init(_ cases: [ResponseCase<Output, Failure>], resolution: Outcome<Output, Failure>?) {
      self.cases = cases
      self.resolution = resolution
      var table = Table()
      var outcomes: [Outcome<Output, Failure>] = []
      var included: [ResponseMap] = []
      for line in cases {
        switch line.content {
        case .exact(let code, let outcome):
          table.exact[code, default: []].append(outcome)
          outcomes.append(outcome)
        case .range(let first, let last, let outcome):
          table.ranges.append((first, last, outcome))
          outcomes.append(outcome)
        case .included(let map): included.append(map)
        }
      }
      for map in included {
        let resolution = map.storage.resolution
        func resolved(_ outcome: Outcome<Output, Failure>) -> Outcome<Output, Failure> {
          resolution.map { $0.resolving(outcome) } ?? outcome
        }
        for (code, more) in map.storage.table.exact {
          table.exact[code, default: []] += more.map(resolved)
        }
        table.ranges += map.storage.table.ranges.map { ($0, $1, resolved($2)) }
        outcomes += map.storage.outcomes
      }
      self.table = table
      self.outcomes = outcomes
      issues = ResponseMapIssue.all(in: cases, isResolved: resolution != nil)
    }

    /// What `Accept` says: the content types of the outcomes in order, those of the decoders for outcomes that
    /// decode whatever comes, `*/*` for those that take anything (RFC 9110, section 12.5.1).
    func accept(_ formats: Formats) -> String {
      if let known = accept.withLock({ $0?.formats === formats ? $0?.value : nil }) { return known }
      let value = makeAccept(formats)
      accept.withLock { $0 = (formats, value) }
      return value
    }

    private func makeAccept(_ formats: Formats) -> String {
      var ranges: [MediaRange] = []
      for outcome in outcomes {
        switch (outcome.mediaRange, outcome.bodyUse) {
        case (let range?, _): ranges.append(range)
        case (nil, _) where !outcome.accepts.isEmpty: ranges += outcome.accepts
        case (nil, .decoded): ranges += formats.mediaTypes
        case (nil, .raw): ranges.append(.any)
        case (nil, .none): break
        }
      }
      return ranges.isEmpty ? "*/*" : acceptValue(ranges)
    }
  }
}

extension Outcome {
  fileprivate func takes(_ contentType: MediaType?) -> Bool {
    guard let mediaRange, let contentType else { return true }
    return mediaRange.contains(contentType)
  }

  /// This outcome in the place of the one that is declared, of which it keeps what was said of it.
  func resolving(_ declared: Outcome?) -> Outcome {
    var copy = self
    copy.transience = declared?.transience
    copy.mediaRange = declared?.mediaRange
    return copy
  }
}
