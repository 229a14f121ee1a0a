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
  private let table: Table
  private let included: [ResponseMap]
  private var whole: Outcome<Output, Failure>?

  /// A map of these lines, in order.
  public init(_ cases: [ResponseCase<Output, Failure>]) {
    self.cases = cases
    var own = Table()
    var included: [ResponseMap] = []
    for line in cases {
      switch line.content {
      case .exact(let code, let outcome): own.exact[code, default: []].append(outcome)
      case .range(let first, let last, let outcome): own.ranges.append((first, last, outcome))
      case .included(let map): included.append(map)
      }
    }
    table = own
    self.included = included
    issues = ResponseMapIssue.all(in: cases)
  }

  public init(arrayLiteral cases: ResponseCase<Output, Failure>...) {
    self.init(cases)
  }

  /// The outcome for a status and a content type, or nil where none is declared.
  func outcome(for code: Int, contentType: MediaType?) -> Outcome<Output, Failure>? {
    let declared = declaredOutcome(for: code, contentType: contentType)
    guard var whole else { return declared }
    whole.transience = declared?.transience
    return whole
  }

  /// The same, but for a resolution that was replaced.
  private func declaredOutcome(for code: Int, contentType: MediaType?) -> Outcome<Output, Failure>? {
    if let exact = table.exact[code], let outcome = exact.first(where: { $0.takes(contentType) }) {
      return outcome
    }
    for (first, last, outcome) in table.ranges
    where first <= code && code <= last && outcome.takes(contentType) {
      return outcome
    }
    for map in included {
      if let outcome = map.outcome(for: code, contentType: contentType) { return outcome }
    }
    return nil
  }

  /// The content types that are declared for a status; empty where it is not declared.
  func mediaRanges(for code: Int) -> [MediaRange] {
    let ranges = table.ranges.filter { $0.first <= code && code <= $0.last }.map(\.outcome)
    return (table.exact[code, default: []] + ranges).compactMap(\.mediaRange)
      + included.flatMap { $0.mediaRanges(for: code) }
  }

  func mapResult<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Result<NewOutput, NewFailure>
  ) -> ResponseMap<NewOutput, NewFailure> {
    mapOutcomes { $0.mapResult(transform) }
  }

  func mapOutcomes<NewOutput, NewFailure>(
    _ transform: (Outcome<Output, Failure>) -> Outcome<NewOutput, NewFailure>
  ) -> ResponseMap<NewOutput, NewFailure> {
    var new = ResponseMap<NewOutput, NewFailure>(cases.map { $0.mapOutcomes(transform) })
    new.whole = whole.map(transform)
    return new
  }

  /// The same map, its output put through `transform`.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Output) -> New
  ) -> ResponseMap<New, Failure> {
    mapResult { $0.map(transform) }
  }

  /// The same map, every response going through `resolve`, whatever its status. It may make the result itself
  /// or leave it to `declared`, which does what the map says, for this response or a changed one.
  ///
  /// ```swift
  /// static let responses = ResponseMap<User, APIError>([.code(200, .decode), .code(404, .error(.missing))])
  ///   .resolving { response, decoder, declared in
  ///     if response.headers[.warning] != nil { return .failure(.deprecated) }
  ///     return try await declared(response)
  ///   }
  /// ```
  ///
  /// `declared` throws ``UndeclaredStatus`` for a status without an outcome; thrown on, it makes the call fail
  /// as ``CallError/Reason/undeclared``. The body is buffered; an outcome that streams is an error here.
  public func resolving(
    _ resolve:
      @escaping @Sendable (
        _ response: Response, _ decoder: any ResponseDecoder,
        _ declared: (Response) async throws -> Result<Output, Failure>
      ) async throws -> Result<Output, Failure>
  ) -> ResponseMap {
    var copy = self
    copy.whole = Outcome(async: { [self] response, decoder in
      try await resolve(response, decoder) { try await self.read($0, with: decoder) }
    })
    return copy
  }

  private func read(
    _ response: Response, with decoder: any ResponseDecoder
  ) async throws -> Result<Output, Failure> {
    switch outcome(for: response.status.code, contentType: response.contentType)?.reading {
    case .buffered(let handler): return try handler(response, decoder)
    case .bufferedAsync(let handler): return try await handler(response, decoder)
    case .streamed: throw DecodingFailure(message: "a streamed outcome can't be reached through resolving")
    case nil: throw UndeclaredStatus(declaredTypes: mediaRanges(for: response.status.code))
    }
  }

  /// What `Accept` says: the content types of the outcomes in order, those of the decoders for outcomes that
  /// decode whatever comes, `*/*` for those that take anything (RFC 9110, section 12.5.1).
  func accept(_ decoders: [any ResponseDecoder]) -> String {
    var ranges: [MediaRange] = []
    func add(_ range: MediaRange) {
      if !ranges.contains(range.acceptable) { ranges.append(range.acceptable) }
    }
    for outcome in outcomes {
      switch (outcome.mediaRange, outcome.bodyUse) {
      case (let range?, _): add(range)
      case (nil, _) where !outcome.accepts.isEmpty: outcome.accepts.forEach(add)
      case (nil, .decoded): decoders.flatMap(\.mediaTypes).forEach(add)
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

/// Thrown by the `declared` function of ``ResponseMap/resolving(_:)`` for a status that the map does not have.
public struct UndeclaredStatus: Error {
  var declaredTypes: [MediaRange] = []

  /// The error.
  public init() {}

  init(declaredTypes: [MediaRange]) { self.declaredTypes = declaredTypes }
}
