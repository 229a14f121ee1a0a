/// Every response an API can send: status → outcome.
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
/// An exact code beats a range wherever either stands, that of an included map too, and is found in constant time;
/// ranges are tried in the order of their declaration, those of included maps after the map's own; of two outcomes
/// for the same code the first wins, the map's own before an included one, unless they are for different content
/// types (``Outcome/when(_:)``). A status without an outcome is ``CallError/Reason/undeclared``.
///
/// A map knows its own faults: see ``issues``.
public struct ResponseMap<Output: Sendable, Failure: Error>: Sendable, ExpressibleByArrayLiteral {
  /// The map and what follows from it, made once and shared by its copies.
  let storage: Storage

  /// What is wrong with the declaration, in order; empty when nothing is.
  ///
  /// A debug build prints them once an endpoint type to standard error. Assert in a test that there are none:
  /// `#expect(GetUser.responses.issues.isEmpty)`.
  public var issues: [ResponseMapIssue] { storage.issues }

  var cases: [ResponseCase<Output, Failure>] { storage.cases }

  /// A map of these lines, in order.
  public init(_ cases: [ResponseCase<Output, Failure>]) {
    storage = Storage(cases, resolution: nil)
  }

  public init(arrayLiteral cases: ResponseCase<Output, Failure>...) {
    self.init(cases)
  }

  init(storage: Storage) {
    self.storage = storage
  }

  /// The outcome for a status and a content type, or nil where none is declared.
  func outcome(for code: Int, contentType: MediaType?) -> Outcome<Output, Failure>? {
    (storage.table.declared(for: code, contentType: contentType) ?? storage.table.fallback)
      .map { storage.outcomes[$0] }
  }

  /// The content types that are declared for a status; empty where it is not declared.
  func mediaRanges(for code: Int) -> [MediaRange] {
    storage.table.mediaRanges(for: code)
  }

  func mapResult<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Result<NewOutput, NewFailure>
  ) -> ResponseMap<NewOutput, NewFailure> {
    mapOutcomes { $0.mapResult(transform) }
  }

  func mapOutcomes<NewOutput, NewFailure>(
    _ transform: (Outcome<Output, Failure>) -> Outcome<NewOutput, NewFailure>
  ) -> ResponseMap<NewOutput, NewFailure> {
    .init(
      storage: .init(
        cases.map { $0.mapOutcomes(transform) }, resolution: storage.resolution.map(transform)))
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
  /// static let responses = ResponseMap<User, APIError>([
  ///   .code(200, .decode), .code(404, .error(.missing)),
  /// ]).resolving { response, decoder, declared in
  ///   if response.header("Warning") != nil {
  ///     return .failure(.deprecated)
  ///   }
  ///   return try await declared(response)
  /// }
  /// ```
  ///
  /// `declared` throws ``UndeclaredStatus`` for a status without an outcome; thrown on, it makes the call fail
  /// as ``CallError/Reason/undeclared``. The body is buffered; an outcome that streams is an error here. Included in
  /// another map, such a map resolves only the statuses that it declares; all others are left to that map's other
  /// lines.
  public func resolving(
    _ resolve:
      @escaping @Sendable (
        _ response: Response, _ decoder: any ResponseDecoder,
        _ declared: (Response) async throws -> Result<Output, Failure>
      ) async throws -> Result<Output, Failure>
  ) -> ResponseMap {
    ResponseMap(
      storage: Storage(
        cases,
        resolution: Outcome(async: { [self] response, decoder in
          try await resolve(response, decoder) { try await self.read($0, with: decoder) }
        })))
  }

  private func read(
    _ response: Response, with decoder: any ResponseDecoder
  ) async throws -> Result<Output, Failure> {
    switch outcome(for: response.status.code, contentType: response.contentType)?.reading {
    case .buffered(let handler): return try handler(response, decoder)
    case .bufferedAsync(let handler): return try await handler(response, decoder)
    case .streamed, .handedOver:
      throw DecodingFailure(message: "a streamed outcome can't be reached through resolving")
    case nil: throw UndeclaredStatus(declaredTypes: mediaRanges(for: response.status.code))
    }
  }
}

/// Thrown by the `declared` function of ``ResponseMap/resolving(_:)`` for a status that the map does not have.
public struct UndeclaredStatus: Error {
  var declaredTypes: [MediaRange] = []

  /// What an outcome's function throws where the response is not one that is declared, whatever its status: the call
  /// fails as ``CallError/Reason/undeclared``.
  public init() {}

  init(declaredTypes: [MediaRange]) { self.declaredTypes = declaredTypes }
}
