/// A fault of a ``ResponseMap``. Minor versions may add others.
public struct ResponseMapIssue: Sendable, Hashable, CustomStringConvertible {
  private enum Fault: Hashable {
    case duplicateCode(Int)
    case unreachable(first: Int, last: Int)
    case outsideStatusCodes(first: Int, last: Int)
    case streamedAlternative(first: Int, last: Int)
    case streamedResolving(first: Int, last: Int)
    case noOutput
    case ignoredRetryRule
  }

  private let fault: Fault

  /// An earlier outcome of the code covers this one's content types.
  public static func duplicateCode(_ code: Int) -> Self { Self(fault: .duplicateCode(code)) }
  /// A range is empty, or other outcomes take precedence for all its codes.
  public static func unreachable(first: Int, last: Int) -> Self {
    Self(fault: .unreachable(first: first, last: last))
  }
  /// A code or a range is not within 100...599 (RFC 9110, section 15).
  public static func outsideStatusCodes(first: Int, last: Int) -> Self {
    Self(fault: .outsideStatusCodes(first: first, last: last))
  }
  /// An outcome combined with ``Outcome/or(_:)`` streams: every such response fails.
  public static func streamedAlternative(first: Int, last: Int) -> Self {
    Self(fault: .streamedAlternative(first: first, last: last))
  }
  /// The outcome streams, and can't be reached through ``ResponseMap/wrapping(_:)``.
  public static func streamedResolving(first: Int, last: Int) -> Self {
    Self(fault: .streamedResolving(first: first, last: last))
  }
  /// No outcome that can apply gives the output.
  public static let noOutput = Self(fault: .noOutput)
  /// A ``ResponseCase/retryRule(_:)`` of a map from ``ResponseMap/map(_:)`` is never called.
  public static let ignoredRetryRule = Self(fault: .ignoredRetryRule)

  public var description: String {
    switch fault {
    case .duplicateCode(let code):
      "\(code) is declared twice; only the first outcome is ever taken"
    case .unreachable(let first, let last) where first > last:
      "a range of codes is empty and never matches"
    case .unreachable(let first, let last):
      "\(first)...\(last) never matches: other outcomes take precedence for all its codes"
    case .outsideStatusCodes(let first, let last):
      "\(Self.codes(first, last)) is not within 100...599, the range of status codes"
    case .streamedAlternative(let first, let last):
      "the outcome of \(Self.codes(first, last)) combines a stream with another by `or`; a stream is read only once, "
        + "so every call fails"
    case .streamedResolving(let first, let last):
      "the outcome of \(Self.codes(first, last)) streams, and can't be reached through `wrapping`"
    case .noOutput:
      "every call fails: no outcome gives the output; add one, such as .code(200, .decode)"
    case .ignoredRetryRule:
      "a retry rule is never called, because its map was transformed; declare the rule in this map"
    }
  }

  private static func codes(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)...\(last)"
  }

  static func all(
    in cases: [ResponseTable.Case], included: [ResponseMapIssue], isResolved: Bool, hasOutput: Bool,
    ignoresRules: Bool
  ) -> [ResponseMapIssue] {
    var issues: [ResponseMapIssue] = []
    if isResolved {
      issues = cases.filter(\.traits.isStreamed).map { .streamedResolving(first: $0.first, last: $0.last) }
    }
    var givesOutput = false
    var exact: [Int: [MediaRange]] = [:]
    var covered: Set<Int> = []

    for each in cases where each.kind == .exact {
      let code = each.first
      if !(100...599).contains(code) { issues.append(.outsideStatusCodes(first: code, last: code)) }
      if each.traits.hasStreamedAlternative {
        issues.append(.streamedAlternative(first: code, last: code))
      }
      let range = each.traits.mediaRange ?? .any
      if exact[code, default: []].contains(where: { $0.contains(range) }) {
        issues.append(.duplicateCode(code))
      } else {
        givesOutput = givesOutput || each.traits.canGiveOutput
      }
      exact[code, default: []].append(range)
    }
    // An exact code takes precedence even over an earlier range, so all count as covered.
    for (code, ranges) in exact where ranges.contains(where: { $0.contains(.any) }) { covered.insert(code) }

    for each in cases where each.kind == .range {
      let (first, last) = (each.first, each.last)
      guard first <= last else {
        issues.append(.unreachable(first: first, last: last))
        continue
      }
      if each.traits.hasStreamedAlternative {
        issues.append(.streamedAlternative(first: first, last: last))
      }
      let isEveryStatus = first <= 0 && last >= 999
      if !isEveryStatus, first < 100 || last > 599 {
        issues.append(.outsideStatusCodes(first: first, last: last))
      }
      let codes = Set(max(first, 0)...max(min(last, 999), max(first, 0)))
      if codes.isSubset(of: covered) {
        issues.append(.unreachable(first: first, last: last))
      } else {
        givesOutput = givesOutput || each.traits.canGiveOutput
      }
      if (each.traits.mediaRange ?? .any).contains(.any) { covered.formUnion(codes) }
    }
    issues += included.filter { $0 != .noOutput && $0 != .ignoredRetryRule }
    if ignoresRules || included.contains(.ignoredRetryRule) { issues.append(.ignoredRetryRule) }
    if !givesOutput, !isResolved, hasOutput { issues.append(.noOutput) }
    return issues
  }
}
