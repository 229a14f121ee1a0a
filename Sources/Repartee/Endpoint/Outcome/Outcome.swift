#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The meaning of a response with a certain status (<doc:DeclaringResponses>).
///
/// ```swift
/// .code(200, .decode)
/// .code(202, .decode(Job.self) { .pending($0) })
/// .code(204, .noContent)
/// .code(404, .value(nil))
/// // a failure, without or with a body
/// .code(409, .error(.conflict))
/// .clientError(.decodeError(Problem.self) { .rejected($0) })
/// // your own function
/// .code(418, Outcome { response, decoder in … })
/// ```
///
/// A function may return or throw the declared failure. ``UndeclaredStatus`` fails the call as
/// ``CallError/Reason/undeclared``, a ``TransportError`` and a `CancellationError` as
/// ``CallError/Reason/transport(_:)``, any other error as ``CallError/Reason/undecodable(_:)``.
public struct Outcome<Output: Sendable, Failure: Error>: Sendable {
  typealias BufferedHandler = @Sendable (Response, any ResponseDecoder) throws -> Result<Output, Failure>

  enum Handler: Sendable {
    case buffered(BufferedHandler)
    case bufferedAsync(@Sendable (Response, any ResponseDecoder) async throws -> Result<Output, Failure>)
    case streamed(@Sendable (StreamedResponse, any ResponseDecoder) async throws -> Result<Output, Failure>)
    /// Takes over a stream synchronously.
    case handedOver(@Sendable (StreamedResponse, any ResponseDecoder) throws -> Result<Output, Failure>)
  }

  var handler: Handler
  var traits: OutcomeTraits

  /// The content types; nil for any. A response without a valid Content-Type fits all.
  public var mediaRange: MediaRange? {
    get { traits.mediaRange }
    set { traits.mediaRange = newValue }
  }

  /// Whether the same request may succeed later; nil, the default, leaves that to the status.
  public var retryability: Retryability? {
    get { traits.retryability }
    set { traits.retryability = newValue }
  }

  /// Creates an outcome that reads the whole response.
  public init(
    _ handler:
      @escaping @Sendable (_ response: Response, _ decoder: any ResponseDecoder) throws ->
      Result<Output, Failure>
  ) {
    self.init(handler: .buffered(handler))
  }

  /// Creates an outcome that reads the whole response asynchronously.
  public init(
    async handler:
      @escaping @Sendable (_ response: Response, _ decoder: any ResponseDecoder) async throws ->
      Result<Output, Failure>
  ) {
    self.init(handler: .bufferedAsync(handler))
  }

  /// Creates an outcome whose function takes over the bytes of a body of any size, as they arrive.
  ///
  /// ```swift
  /// .code(200, Outcome(stream: { stream, _ in
  ///   var hash = SHA256()
  ///   for try await chunk in stream { hash.update(data: chunk) }
  ///   return .success(hash.finalize())
  /// }))
  /// ```
  ///
  /// An error of the stream fails the call as ``CallError/Reason/transport(_:)``.
  public init(
    stream handler:
      @escaping @Sendable (_ stream: ResponseStream<Data, Never>, _ decoder: any ResponseDecoder) async throws
      ->
      Result<Output, Failure>
  ) {
    self.init(
      handler: .streamed { response, decoder in
        try await handler(ResponseStream(response, format: .bytes, decoder: decoder), decoder)
      })
  }

  init(handler: Handler) {
    self.handler = handler
    traits = OutcomeTraits()
    switch handler {
    case .streamed, .handedOver: traits.isStreamed = true
    case .buffered, .bufferedAsync: break
    }
  }

  init(
    bodyUse: BodyUse, canGiveOutput: Bool = true, needsBody: Bool = true, _ handler: @escaping BufferedHandler
  ) {
    self.init(handler: .buffered(handler))
    traits.bodyUse = bodyUse
    traits.canGiveOutput = canGiveOutput
    traits.needsBody = needsBody
  }

  /// Returns this outcome for these content types only.
  public func when(_ contentType: MediaRange) -> Outcome {
    var copy = self
    copy.mediaRange = contentType
    return copy
  }

  /// This outcome, for a temporary failure: retried with any status if that is safe (<doc:Retrying>), and
  /// ``CallErrorProtocol/isRetryable``.
  public var transient: Outcome { with(.transient) }

  /// This outcome, for a permanent failure: with any status neither retried nor ``CallErrorProtocol/isRetryable``.
  public var permanent: Outcome { with(.permanent) }

  /// This outcome, for too many requests: ``transient``, with a longer pause.
  public var throttled: Outcome { with(.throttled) }

  private func with(_ retryability: Retryability) -> Outcome {
    var copy = self
    copy.retryability = retryability
    return copy
  }

  func mapResult<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Result<NewOutput, NewFailure>
  ) -> Outcome<NewOutput, NewFailure> {
    var new: Outcome<NewOutput, NewFailure> =
      switch handler {
      case .buffered(let handler):
        .init { response, decoder in transform(try handler(response, decoder)) }
      case .bufferedAsync(let handler):
        .init(async: { response, decoder in transform(try await handler(response, decoder)) })
      case .streamed(let handler):
        .init(handler: .streamed { response, decoder in transform(try await handler(response, decoder)) })
      case .handedOver(let handler):
        .init(handler: .handedOver { response, decoder in transform(try handler(response, decoder)) })
      }
    new.traits = traits
    return new
  }
}

/// Determines `Accept`.
enum BodyUse: Sendable {
  case none, decoded, raw
}
