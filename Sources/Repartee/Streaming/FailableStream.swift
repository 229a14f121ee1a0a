public import HTTPTypes

/// The elements of a body while it arrives, up to a failure that the server reports in the stream itself.
///
/// ```swift
/// typealias Tokens = FailableStream<Token, ChatError>
///
/// static let responses: ResponseMap<Tokens, ChatError> = [
///   .code(
///     200,
///     .stream(
///       .serverSentEvents(of: Token.self, failure: .event("error"))))
/// ]
///
/// do {
///   for try await token in tokens { print(token.text) }
/// } catch {  // CallError<ChatError>
///   // what the server reported
///   if case .declared(let refusal) = error.reason { … }
/// }
/// ```
///
/// The elements before a failure are returned first. The failure is ``CallError/Reason/declared(_:)``, with the head of
/// the response. It closes the connection, and the stream is not reopened after it. Otherwise it behaves like a
/// ``ResponseStream``.
public struct FailableStream<Element: Sendable, DeclaredFailure: Error>: AsyncSequence, ResponseHead {
  public typealias Failure = CallError<DeclaredFailure>

  /// The elements and the failure, as they arrive. This is the same stream: only one of the two can be read.
  public let results: ResponseStream<Result<Element, DeclaredFailure>>

  /// Status and header fields.
  public var head: HTTPResponse { results.head }
  /// The request as it was sent.
  public var request: SentRequest { results.request }
  /// How long the head took.
  public var timing: Timing { results.timing }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results) }

  /// An iterator over a ``FailableStream``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reading: FailableStreamReading<Element, DeclaredFailure>

    fileprivate init(_ stream: ResponseStream<Result<Element, DeclaredFailure>>) {
      reading = FailableStreamReading(stream)
    }

    public mutating func next() async throws(CallError<DeclaredFailure>) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(CallError<DeclaredFailure>) -> Element? {
      try await reading.next(isolation: actor)
    }
  }
}

/// The state of an iterator of a ``FailableStream``. It is a class because copying so large a value takes a lot of
/// code.
private final class FailableStreamReading<Element: Sendable, DeclaredFailure: Error> {
  private let stream: ResponseStream<Result<Element, DeclaredFailure>>
  /// Nil after a failure, so that the connection is closed.
  private var results: ResponseStream<Result<Element, DeclaredFailure>>.AsyncIterator?
  private var failure: CallError<DeclaredFailure>?

  init(_ stream: ResponseStream<Result<Element, DeclaredFailure>>) {
    self.stream = stream
    results = stream.makeAsyncIterator()
  }

  func next(isolation actor: isolated (any Actor)?) async throws(CallError<DeclaredFailure>) -> Element? {
    if let failure { throw failure }
    let result: Result<Element, DeclaredFailure>?
    do {
      result = try await results?.next(isolation: actor)
    } catch {
      throw error.withFailure()
    }
    switch result {
    case nil: return nil
    case .success(let element): return element
    case .failure(let declared):
      results = nil
      let error = stream.error(.undeclared).replacing(.declared(declared))
      failure = error
      throw error
    }
  }
}

extension CallError<Never> {
  /// Returns this error for an endpoint that declares a failure.
  func withFailure<Declared: Error>() -> CallError<Declared> { replacing(reason.withFailure()) }
}

extension Outcome {
  /// Streams the elements of the body as the output, up to a failure that the server reports among them.
  public static func stream<Element, DeclaredFailure>(
    _ format: FailableStreamFormat<Element, DeclaredFailure>
  ) -> Outcome where Output == FailableStream<Element, DeclaredFailure> {
    .stream(format.results) { FailableStream(results: $0) }
  }

  /// Streams the elements of the body, and makes the output from the stream: a case of your own enum, beside those of
  /// other statuses.
  public static func stream<Element, DeclaredFailure>(
    _ format: FailableStreamFormat<Element, DeclaredFailure>,
    _ transform: @escaping @Sendable (FailableStream<Element, DeclaredFailure>) -> Output
  ) -> Outcome {
    .stream(format.results) { transform(FailableStream(results: $0)) }
  }

  @available(
    *, unavailable,
    message:
      "the elements of this format are not those of the output; give it the right type: .jsonLines(of: …)"
  )
  @_disfavoredOverload
  public static func stream<Element, Other>(
    _ format: StreamFormat<Element>
  ) -> Outcome where Output == ResponseStream<Other> {
    Outcome { _, _ in
      throw DecodingFailure(message: "the elements of this format are not those of the output")
    }
  }

  @available(
    *, unavailable,
    message: "this format streams: the output is a ResponseStream, or is made of one: .stream(…) { … }"
  )
  @_disfavoredOverload
  public static func stream<Element>(_ format: StreamFormat<Element>) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this output is no stream") }
  }
}
