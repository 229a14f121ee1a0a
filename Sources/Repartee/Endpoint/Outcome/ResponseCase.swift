/// A case of a ``ResponseMap``: status codes and their outcome, included failures, or a retry rule.
public struct ResponseCase<Output: Sendable, Failure: Error>: Sendable {
  enum Content: Sendable {
    case exact(Int, Outcome<Output, Failure>)
    case range(Int, Int, Outcome<Output, Failure>)
    case included(ResponseMap<Output, Failure>, any Error.Type, [IncludedRule])
    /// Nil if the rule is for other types than the map's.
    case rule(RetryRule?)
  }

  typealias RetryRule = @Sendable (Result<Output, CallError<Failure>>) -> Retryability?

  let content: Content

  /// One status code.
  public static func code(_ code: Int, _ outcome: Outcome<Output, Failure>) -> Self {
    Self(content: .exact(code, outcome))
  }

  /// A range of codes: `.codes(500..<504, …)`.
  public static func codes(_ codes: Range<Int>, _ outcome: Outcome<Output, Failure>) -> Self {
    Self(content: .range(codes.lowerBound, codes.last ?? codes.lowerBound &- 1, outcome))
  }

  /// A range of codes: `.codes(500...503, …)`.
  public static func codes(_ codes: ClosedRange<Int>, _ outcome: Outcome<Output, Failure>) -> Self {
    Self(content: .range(codes.lowerBound, codes.upperBound, outcome))
  }

  /// 100...199, of which a client receives only 101 (RFC 9110, section 15.2).
  public static func informational(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(100...199, outcome)
  }

  /// 200...299.
  public static func success(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(200...299, outcome)
  }

  /// 300...399.
  public static func redirection(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(300...399, outcome)
  }

  /// 400...499.
  public static func clientError(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(400...499, outcome)
  }

  /// 500...599.
  public static func serverError(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(500...599, outcome)
  }

  /// Every status code, also outside 100...599.
  public static func any(_ outcome: Outcome<Output, Failure>) -> Self {
    .codes(0...999, outcome)
  }

  /// Includes the failures of a whole API, and its rules for retries.
  public static func including(_ shared: ResponseMap<Never, Failure>) -> Self {
    including(shared) { $0 }
  }

  /// Includes the failures of a whole API, transformed, and its rules for retries.
  public static func including<Shared: Error>(
    _ shared: ResponseMap<Never, Shared>, _ transform: @escaping @Sendable (Shared) -> Failure
  ) -> Self {
    Self(content: .included(shared.included(transform), Shared.self, shared.rulesForOthers))
  }

  /// Decides from the typed result whether to retry; nil leaves that to the outcome, the status and the transport.
  ///
  /// ```swift
  /// .retryRule { result in
  ///   if case .success(.pending) = result { .transient } else { nil }
  /// }
  /// ```
  ///
  /// The first rule that does not return nil decides. A rule of an included map gets each failed call about which
  /// neither the rules nor the outcome of the including map decides; a failure declared with another type is
  /// ``CallError/Reason/undeclared`` for it. In a map from ``ResponseMap/map(_:)`` a rule is ignored
  /// (``ResponseMap/issues``).
  public static func retryRule(
    _ rule: @escaping @Sendable (_ result: Result<Output, CallError<Failure>>) -> Retryability?
  ) -> Self {
    Self(content: .rule(rule))
  }

  /// Drops a rule, which is for other types.
  func mapOutcomes<NewOutput, NewFailure>(
    _ transform: (Outcome<Output, Failure>) -> Outcome<NewOutput, NewFailure>
  ) -> ResponseCase<NewOutput, NewFailure> {
    switch content {
    case .rule: .init(content: .rule(nil))
    case .exact(let code, let outcome): .code(code, transform(outcome))
    case .range(let first, let last, let outcome): .init(content: .range(first, last, transform(outcome)))
    case .included(let map, let failure, let rules):
      .init(content: .included(map.mapOutcomes(transform), failure, rules))
    }
  }

  func changingOutcomes(_ change: (Outcome<Output, Failure>) -> Outcome<Output, Failure>) -> ResponseCase {
    if case .rule = content { self } else { mapOutcomes(change) }
  }
}
