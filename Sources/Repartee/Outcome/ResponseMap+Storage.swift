import Synchronization

extension ResponseMap {
  /// Whether a status has an outcome by its exact code, whatever its content types.
  func declares(_ code: Int) -> Bool { storage.table.declares(code) }

  /// What the copies of a map share. It is a class so that copying a map, once a call, costs nothing.
  final class Storage: Sendable {
    let cases: [ResponseCase<Output, Failure>]
    let issues: [ResponseMapIssue]
    let table: ResponseTable
    /// The outcomes of the table, by index.
    let outcomes: [Outcome<Output, Failure>]
    /// What every response goes through, see ``ResponseMap/resolving(_:)``.
    let resolution: Outcome<Output, Failure>?
    /// In order of declaration, those of included maps last: what they read, before anything is resolved.
    private let declared: [OutcomeTraits]
    /// What `Accept` says for the formats that were asked for last: nearly always the same.
    private let accept = Mutex<(formats: Formats, value: String)?>(nil)

    init(_ cases: [ResponseCase<Output, Failure>], resolution: Outcome<Output, Failure>?) {
      self.cases = cases
      self.resolution = resolution
      var table = ResponseTable()
      var outcomes: [Outcome<Output, Failure>] = []
      var declared: [OutcomeTraits] = []
      var included: [ResponseMap] = []
      func resolved(
        _ outcome: Outcome<Output, Failure>, by resolution: Outcome<Output, Failure>?
      ) -> OutcomeTraits {
        outcomes.append(resolution.map { $0.resolving(outcome) } ?? outcome)
        return outcomes[outcomes.count - 1].traits
      }
      for line in cases {
        switch line.content {
        case .exact(let code, let outcome):
          table.append(code, resolved(outcome, by: resolution))
          declared.append(outcome.traits)
        case .range(let first, let last, let outcome):
          table.append(first, last, resolved(outcome, by: resolution))
          declared.append(outcome.traits)
        case .included(let map): included.append(map)
        }
      }
      for map in included {
        for (line, outcome) in zip(map.storage.table.lines, map.storage.outcomes) {
          switch line.kind {
          case .exact: table.append(line.first, resolved(outcome, by: resolution))
          case .range: table.append(line.first, line.last, resolved(outcome, by: resolution))
          case .fallback: break
          }
        }
        declared += map.storage.declared
      }
      if let resolution {
        let fallback = resolution.resolving(nil)
        table.appendFallback(fallback.traits)
        outcomes.append(fallback)
      }
      self.table = table
      self.outcomes = outcomes
      self.declared = declared
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
      for outcome in declared {
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
  /// This outcome in the place of the one that is declared, of which it keeps what was said of it.
  func resolving(_ declared: Outcome?) -> Outcome {
    var copy = self
    copy.transience = declared?.transience
    copy.mediaRange = declared?.mediaRange
    return copy
  }
}
