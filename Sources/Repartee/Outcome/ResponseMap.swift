/// Everything an API can answer: status → outcome.
///
/// ```swift
/// static let responses: ResponseMap<User?, UserError> = [
///   .code(200, .decode),
///   .code(404, .value(nil)),
///   .clientError(.decodeError(Problem.self) { .rejected($0) }),
///   .including(GitHub.failures) { .github($0) },
/// ]
/// ```
///
/// An exact code beats a range wherever it stands, and is found in constant time; ranges are tried in the order
/// of their declaration; of two outcomes for the same code the first wins, unless they are for different
/// content types (``Outcome/when(_:)``). Included maps come after the map's own lines as a whole. A status
/// without an outcome is ``CallError/Reason/undeclared``.
///
/// A map knows its own faults: see ``issues``.
public struct ResponseMap<Output: Sendable, Failure: Error>: Sendable, ExpressibleByArrayLiteral {
  /// What is wrong with the declaration, in order; empty when nothing is.
  ///
  /// A debug build prints them once an endpoint type to standard error. Assert in a test that there are none:
  /// `#expect(GetUser.responses.issues.isEmpty)`.
  public let issues: [ResponseMapIssue]

  let cases: [ResponseCase<Output, Failure>]
  private let tables: [Table]

  /// A map of these lines, in order.
  public init(_ cases: [ResponseCase<Output, Failure>]) {
    self.cases = cases
    var own = Table()
    var included: [Table] = []
    for line in cases {
      switch line.content {
      case .exact(let code, let outcome): own.exact[code, default: []].append(outcome)
      case .range(let first, let last, let outcome): own.ranges.append((first, last, outcome))
      case .included(let map): included += map.tables
      }
    }
    tables = [own] + included
    issues = ResponseMapIssue.all(in: cases)
  }

  public init(arrayLiteral cases: ResponseCase<Output, Failure>...) {
    self.init(cases)
  }

  /// The outcome for a status and a content type, or nil where none is declared.
  func outcome(for code: Int, contentType: MediaType?) -> Outcome<Output, Failure>? {
    for table in tables {
      if let exact = table.exact[code], let outcome = exact.first(where: { $0.takes(contentType) }) {
        return outcome
      }
      for (first, last, outcome) in table.ranges
      where first <= code && code <= last && outcome.takes(contentType) {
        return outcome
      }
    }
    return nil
  }

  func mapResult<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Result<NewOutput, NewFailure>
  ) -> ResponseMap<NewOutput, NewFailure> {
    .init(cases.map { $0.mapResult(transform) })
  }

  /// The same map, its output put through `transform`.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Output) -> New
  ) -> ResponseMap<New, Failure> {
    mapResult { $0.map(transform) }
  }

  /// What `Accept` says: the content types of the outcomes in order, those of `decoder` for outcomes that
  /// decode whatever comes, `*/*` for those that take anything (RFC 9110, section 12.5.1).
  func accept(decoder: any ResponseDecoder) -> String {
    var ranges: [MediaRange] = []
    func add(_ range: MediaRange) {
      if !ranges.contains(range) { ranges.append(range) }
    }
    for outcome in outcomes {
      switch (outcome.mediaRange, outcome.bodyUse) {
      case (let range?, _): add(range)
      case (nil, .decoded): decoder.mediaTypes.forEach(add)
      case (nil, .raw): add(.any)
      case (nil, .none): break
      }
    }
    return ranges.isEmpty ? "*/*" : ranges.map(\.description).joined(separator: ", ")
  }

  private struct Table: Sendable {
    var exact: [Int: [Outcome<Output, Failure>]] = [:]
    var ranges: [(first: Int, last: Int, outcome: Outcome<Output, Failure>)] = []
  }

  /// In order of declaration, those of included maps last.
  private var outcomes: [Outcome<Output, Failure>] {
    var own: [Outcome<Output, Failure>] = []
    var included: [Outcome<Output, Failure>] = []
    for line in cases {
      switch line.content {
      case .exact(_, let outcome), .range(_, _, let outcome): own.append(outcome)
      case .included(let map): included += map.outcomes
      }
    }
    return own + included
  }
}

extension Outcome {
  fileprivate func takes(_ contentType: MediaType?) -> Bool {
    guard let mediaRange, let contentType else { return true }
    return mediaRange.contains(contentType)
  }
}
