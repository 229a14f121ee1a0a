/// What to make of a response with a certain status: the declaration's right-hand side.
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
/// An outcome gives the output or the declared failure, returned or thrown. What its function throws otherwise, a
/// ``DecodingFailure`` or anything else, makes the call fail as ``CallError/Reason/undecodable(_:)`` with the
/// thrown error as its cause; but a ``TransportError`` or a `CancellationError` (from reading a stream, from
/// waiting), and the transport's error of a call that the function made, as ``CallError/Reason/transport(_:)``.
public struct Outcome<Output: Sendable, Failure: Error>: Sendable {
  /// Reads a whole response.
  public typealias Handler =
    @Sendable (_ response: Response, _ decoder: any ResponseDecoder) throws -> Result<Output, Failure>

  /// Reads a whole response, and may wait while it does, say to store it.
  public typealias AsyncHandler =
    @Sendable (_ response: Response, _ decoder: any ResponseDecoder) async throws -> Result<Output, Failure>

  /// Takes over a response whose body is still on its way.
  public typealias StreamHandler =
    @Sendable (_ response: StreamedResponse, _ decoder: any ResponseDecoder) async throws -> Result<
      Output, Failure
    >

  enum Reading: Sendable {
    case buffered(Handler)
    case bufferedAsync(AsyncHandler)
    case streamed(StreamHandler)
    /// Takes over a stream at once: there is nothing to wait for.
    case handedOver(@Sendable (StreamedResponse, any ResponseDecoder) throws -> Result<Output, Failure>)
  }

  var reading: Reading
  /// What depends on no type.
  var traits: OutcomeTraits

  /// The content types it is for, or nil for any. Of several outcomes for one status the first whose range
  /// holds the response's Content-Type is taken; a response without a (readable) Content-Type is taken by the
  /// first of them.
  public var mediaRange: MediaRange? {
    get { traits.mediaRange }
    set { traits.mediaRange = newValue }
  }

  /// Whether the same request may succeed later, or never will; nil, the default, leaves that to the status. See
  /// ``transient``, ``throttled`` and ``permanent``.
  public var transience: Transience? {
    get { traits.transience }
    set { traits.transience = newValue }
  }

  /// An outcome that reads the whole response with a function.
  public init(_ handler: @escaping Handler) {
    self.init(reading: .buffered(handler))
  }

  /// An outcome that reads the whole response with an asynchronous function.
  public init(async handler: @escaping AsyncHandler) {
    self.init(reading: .bufferedAsync(handler))
  }

  /// An outcome that takes over the body as a stream. The body limit of the client does not hold for it.
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

  /// The same outcome, for responses of these content types only.
  public func when(_ contentType: MediaRange) -> Outcome {
    var copy = self
    copy.mediaRange = contentType
    return copy
  }

  /// The same outcome, for a failure that passes, say a 200 that reports a full queue: the request is sent again where
  /// that is safe, see ``RetryPolicy``, and the error of the call is ``CallFailure/isRetryable``, whatever its status.
  public var transient: Outcome { with(.transient) }

  /// The same outcome, for a failure that stays, say a 503 for an account that is closed: the request is not sent
  /// again, and the error of the call is not ``CallFailure/isRetryable``, whatever its status.
  public var permanent: Outcome { with(.permanent) }

  /// The same outcome, for a failure that says that there were too many requests: like ``transient``, with a longer
  /// pause before the next attempt, see ``RetryPolicy``.
  public var throttled: Outcome { with(.throttled) }

  private func with(_ transience: Transience) -> Outcome {
    var copy = self
    copy.transience = transience
    return copy
  }

  /// The same outcome with another output, another failure, or both.
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

/// What an outcome does with a body, which decides what `Accept` says.
enum BodyUse: Sendable {
  case none, decoded, raw
}
