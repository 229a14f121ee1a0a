import ReparteeBase

extension ResponseMap {
  /// A class, because each call copies its map.
  final class Storage: Sendable {
    let cases: [ResponseCase<Output, Failure>]
    let issues: [ResponseMapIssue]
    let outcomes: [Outcome<Output, Failure>]
    let untyped: UntypedMap
    let rule: ResponseCase<Output, Failure>.RetryRule?
    let resolution: Outcome<Output, Failure>?

    // Not specialized: it runs once for each map.
    @_semantics("optimize.sil.specialize.generic.never")
    init(
      _ cases: [ResponseCase<Output, Failure>], resolution: Outcome<Output, Failure>?, json: JSONChange? = nil
    ) {
      self.cases = cases
      self.resolution = resolution
      var table = ResponseTable()
      var outcomes: [Outcome<Output, Failure>] = []
      var own: [ResponseTable.Case] = []
      var included: [ResponseMap] = []
      var rules: [ResponseCase<Output, Failure>.RetryRule?] = []
      var includedRules: [IncludedRule] = []
      func add(_ added: ResponseTable.Case, _ outcome: Outcome<Output, Failure>) {
        let outcome = resolution?.resolving(outcome) ?? outcome
        outcomes.append(outcome)
        table.append(added.with(outcome.traits))
      }
      for each in cases {
        switch each.content {
        case .exact(let code, let outcome):
          own.append(.exact(code, outcome.traits))
          add(own[own.count - 1], outcome)
        case .range(let first, let last, let outcome):
          own.append(.range(first, last, outcome.traits))
          add(own[own.count - 1], outcome)
        case .included(let map, _, let rules):
          included.append(map)
          includedRules += rules
        case .rule(let rule): rules.append(rule)
        }
      }
      var declared = own.map(\.traits)
      for map in included {
        for (each, outcome) in zip(map.storage.table.cases, map.storage.outcomes) where each.kind != .fallback
        {
          add(each, outcome)
        }
        declared += map.storage.untyped.declared
      }
      if let fallback = resolution?.resolving(nil) {
        table.append(.fallback(fallback.traits))
        outcomes.append(fallback)
      }
      self.outcomes = outcomes
      let kept = rules.compactMap { $0 }
      if kept.isEmpty { rule = nil } else { rule = { result in Self.retryability(of: result, by: kept) } }
      untyped = UntypedMap(
        table, outcomes, declared: declared, own: own.count, rule: rule, includedRules: includedRules,
        json: json)
      issues = ResponseMapIssue.all(
        in: own, included: included.flatMap(\.issues), isResolved: resolution != nil,
        hasOutput: Output.self != Never.self,
        ignoresRules: kept.count < rules.count)
    }

    private static func retryability(
      of result: Result<Output, CallError<Failure>>, by rules: [ResponseCase<Output, Failure>.RetryRule]
    ) -> Retryability? {
      for rule in rules {
        if let retryability = rule(result) { return retryability }
      }
      return nil
    }

    var table: ResponseTable { untyped.table }
    var includedRules: [IncludedRule] { untyped.includedRules }
    var json: JSONChange? { untyped.json }

    var hasOptions: Bool {
      json != nil || outcomes.contains { $0.traits.json != nil || $0.traits.hasInnerOptions }
    }
  }
}

extension Outcome {
  func resolving(_ declared: Outcome?) -> Outcome {
    var copy = self
    copy.retryability = declared?.retryability
    copy.mediaRange = declared?.mediaRange
    return copy
  }
}
