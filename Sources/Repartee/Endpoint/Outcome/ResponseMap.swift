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
/// An exact code takes precedence over a range, even from an included map. Of several outcomes for a code, the first
/// that fits the content type (``Outcome/when(_:)``) applies, included ones last. A status without an outcome is
/// ``CallError/Reason/undeclared``; so is a 206, a part of the resource, to a request without `Range`, unless it is
/// declared by its code: a range of success codes means the whole (RFC 9110, section 15.3.7).
public struct ResponseMap<Output: Sendable, Failure: Error>: Sendable, ExpressibleByArrayLiteral {
  let storage: Storage

  /// The faults of the declaration.
  ///
  /// A debug build prints them to standard error, once per endpoint type. Test that there are none:
  /// `#expect(GetUser.responses.issues.isEmpty)`.
  public var issues: [ResponseMapIssue] { storage.issues }

  var cases: [ResponseCase<Output, Failure>] { storage.cases }

  /// Creates a map of these cases.
  public init(_ cases: [ResponseCase<Output, Failure>]) {
    storage = Storage(cases, resolution: nil)
  }

  public init(arrayLiteral cases: ResponseCase<Output, Failure>...) {
    self.init(cases)
  }

  init(storage: Storage) {
    self.storage = storage
  }

  func outcome(
    for code: Int, contentType: MediaType?, isUnaskedPart: Bool = false
  ) -> Outcome<Output, Failure>? {
    let index = storage.table.declared(for: code, contentType: contentType, isUnaskedPart: isUnaskedPart)
    return (index ?? storage.table.fallback).map { storage.outcomes[$0] }
  }

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
        cases.map { $0.mapOutcomes(transform) }, resolution: storage.resolution.map(transform),
        json: storage.json))
  }

  /// Of several outcomes for a code, those of these cases come first.
  package func preceded(by cases: [ResponseCase<Output, Failure>]) -> ResponseMap {
    ResponseMap(storage: Storage(cases + self.cases, resolution: storage.resolution, json: storage.json))
  }

  /// Returns this map with its output transformed, without ``ResponseCase/retryRule(_:)``.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Output) -> New
  ) -> ResponseMap<New, Failure> {
    mapResult { $0.map(transform) }
  }

  /// Returns this map, passing every response through `resolve`, which may call `declared` to apply this map to the
  /// response or a changed one.
  ///
  /// ```swift
  /// static let responses = ResponseMap<User, APIError>([
  ///   .code(200, .decode), .code(404, .error(.missing)),
  /// ]).wrapping { response, decoder, declared in
  ///   if response.header("Warning") != nil {
  ///     return .failure(.deprecated)
  ///   }
  ///   return try await declared(response)
  /// }
  /// ```
  ///
  /// `declared` throws ``UndeclaredStatus`` without an outcome, and an error for a streaming one. In a map that
  /// includes this one, `resolve` gets only the statuses declared here.
  public func wrapping(
    _ resolve:
      @escaping @Sendable (
        _ response: Response, _ decoder: any ResponseDecoder,
        _ declared: (Response) async throws -> Result<Output, Failure>
      ) async throws -> Result<Output, Failure>
  ) -> ResponseMap {
    var resolution = Outcome(async: { [self] response, decoder in
      try await resolve(response, decoder) { try await self.read($0, with: decoder) }
    })
    resolution.traits.hasInnerOptions = storage.hasOptions
    resolution.traits.notesFailure = !storage.includedRules.isEmpty
    return ResponseMap(storage: Storage(cases, resolution: resolution, json: storage.json))
  }

  private func read(
    _ response: Response, with decoder: any ResponseDecoder
  ) async throws -> Result<Output, Failure> {
    let outcome = outcome(
      for: response.status.code, contentType: response.contentType,
      isUnaskedPart: response.request.isUnaskedPart(response.status))
    guard let outcome else {
      response.note?.decoder = storage.json?.decoder(decoder) ?? decoder
      throw UndeclaredStatus(declaredTypes: mediaRanges(for: response.status.code))
    }
    return try await outcome.read(
      response, decoder, unlessStreamed: "a streamed outcome can't be reached through wrapping")
  }
}

/// The error of ``ResponseMap/wrapping(_:)`` for an undeclared status.
public struct UndeclaredStatus: Error {
  var declaredTypes: [MediaRange] = []

  /// Creates an error for an outcome to throw.
  public init() {}

  init(declaredTypes: [MediaRange]) { self.declaredTypes = declaredTypes }
}
