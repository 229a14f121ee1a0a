/// The meaning of a response with a certain status: the right-hand side of a declaration.
///
/// ```swift
/// // the body is the output
/// .code(200, .decode)
/// // another body, transformed
/// .code(202, .decode(Job.self) { .pending($0) })
/// // no content
/// .code(204, .noContent)
/// // "missing" is a value
/// .code(404, .value(nil))
/// // a failure without a body worth reading
/// .code(409, .error(.conflict))
/// // a failure with one
/// .clientError(.decodeError(Problem.self) { .rejected($0) })
/// // one body or another
/// .code(
///   410, .decode(A.self) { .a($0) }.or(.decode(B.self) { .b($0) }))
/// // your own function
/// .code(418, Outcome { response, decoder in … })
/// ```
///
/// An outcome returns the output or the declared failure, or throws the declared failure. Any other error that its
/// function throws, such as a ``BodyDecodingError``, makes the call fail as ``CallError/Reason/undecodable(_:)``, with
/// that error as its cause. There are exceptions: a ``TransportError``, a `CancellationError` (while reading a stream
/// or waiting), and the transport error of a call that the function made are ``CallError/Reason/transport(_:)``;
/// ``UndeclaredStatus`` is ``CallError/Reason/undeclared``.
public struct Outcome<Output: Sendable, Failure: Error>: Sendable {
  /// A function that reads a whole response.
  public typealias Handler =
    @Sendable (_ response: Response, _ decoder: any ResponseDecoder) throws -> Result<Output, Failure>

  /// A function that reads a whole response and may suspend, for example to store it.
  public typealias AsyncHandler =
    @Sendable (_ response: Response, _ decoder: any ResponseDecoder) async throws -> Result<Output, Failure>

  /// A function that takes over a response whose body is still arriving.
  public typealias StreamHandler =
    @Sendable (_ response: StreamedResponse, _ decoder: any ResponseDecoder) async throws -> Result<
      Output, Failure
    >

  enum Reading: Sendable {
    case buffered(Handler)
    case bufferedAsync(AsyncHandler)
    case streamed(StreamHandler)
    /// Takes over a stream synchronously.
    case handedOver(@Sendable (StreamedResponse, any ResponseDecoder) throws -> Result<Output, Failure>)
  }

  var reading: Reading
  /// The properties that are not generic.
  var traits: OutcomeTraits

  /// The content types of the outcome; nil for any. Of several outcomes for one status, the first whose range contains
  /// the response's Content-Type applies. For a response without a valid Content-Type, the first outcome applies.
  public var mediaRange: MediaRange? {
    get { traits.mediaRange }
    set { traits.mediaRange = newValue }
  }

  /// Whether the same request may succeed later; nil, the default, leaves that to the status. See ``transient``,
  /// ``throttled`` and ``permanent``.
  public var retryability: Retryability? {
    get { traits.retryability }
    set { traits.retryability = newValue }
  }

  /// Creates an outcome that reads the whole response with a function.
  public init(_ handler: @escaping Handler) {
    self.init(reading: .buffered(handler))
  }

  /// Creates an outcome that reads the whole response with an asynchronous function.
  public init(async handler: @escaping AsyncHandler) {
    self.init(reading: .bufferedAsync(handler))
  }

  /// Creates an outcome that takes over the body as a stream. The client's body limit does not apply to it.
  public init(stream handler: @escaping StreamHandler) {
    self.init(reading: .streamed(handler))
  }

  init(reading: Reading) {
    self.reading = reading
    traits = OutcomeTraits()
    switch reading {
    case .streamed, .handedOver: traits.isStreamed = true
    case .buffered, .bufferedAsync: break
    }
  }

  init(
    bodyUse: BodyUse, canGiveOutput: Bool = true, needsBody: Bool = true, _ handler: @escaping Handler
  ) {
    self.init(reading: .buffered(handler))
    traits.bodyUse = bodyUse
    traits.canGiveOutput = canGiveOutput
    traits.needsBody = needsBody
  }

  /// Returns this outcome, for responses with these content types only.
  public func when(_ contentType: MediaRange) -> Outcome {
    var copy = self
    copy.mediaRange = contentType
    return copy
  }

  /// This outcome, for a temporary failure, for example a 200 that reports a full queue. The request is sent again if
  /// that is safe (see ``RetryPolicy``), and the error of the call is ``CallErrorProtocol/isRetryable``, whatever its status.
  public var transient: Outcome { with(.transient) }

  /// This outcome, for a permanent failure, for example a 503 for a closed account. The request is not sent again, and
  /// the error of the call is not ``CallErrorProtocol/isRetryable``, whatever its status.
  public var permanent: Outcome { with(.permanent) }

  /// This outcome, for a failure that reports too many requests: like ``transient``, with a longer pause before the
  /// next attempt (see ``RetryPolicy``).
  public var throttled: Outcome { with(.throttled) }

  private func with(_ retryability: Retryability) -> Outcome {
    var copy = self
    copy.retryability = retryability
    return copy
  }

  /// Returns this outcome with another output, another failure, or both.
  func mapResult<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Result<NewOutput, NewFailure>
  ) -> Outcome<NewOutput, NewFailure> {
    var new: Outcome<NewOutput, NewFailure> =
      switch reading {
      case .buffered(let handler):
        .init { response, decoder in transform(try handler(response, decoder)) }
      case .bufferedAsync(let handler):
        .init(async: { response, decoder in transform(try await handler(response, decoder)) })
      case .streamed(let handler):
        .init(stream: { response, decoder in transform(try await handler(response, decoder)) })
      case .handedOver(let handler):
        .init(reading: .handedOver { response, decoder in transform(try handler(response, decoder)) })
      }
    new.traits = traits
    return new
  }
}

/// How an outcome uses a body, which determines `Accept`.
enum BodyUse: Sendable {
  case none, decoded, raw
}
