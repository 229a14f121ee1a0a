public import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The elements of a body while it arrives: the output of a `.stream` outcome.
///
/// ```swift
/// typealias Tokens = ResponseStream<Token>
///
/// static let responses: ResponseMap<Tokens, ChatError> = [
///   .code(
///     200,
///     .stream(.serverSentEvents(of: Token.self, until: "[DONE]"))),
///   .clientError(.decodeError(Problem.self) { .refused($0) }),
/// ]
///
/// let tokens = try await client.send(chat)
/// for try await token in tokens { print(token.text) }
/// ```
///
/// The reader sets the pace: at most one chunk is read ahead. Leaving the loop, releasing the iterator or cancelling
/// the task closes the connection. A second iteration fails with ``TransportError/Kind/bodyConsumed``. Errors are
/// thrown after the elements before them: `undecodable` with the place of the invalid element, `transport`, or
/// `undeclared` for the response to a reconnection.
public typealias ResponseStream<Element: Sendable> = FailableStream<Element, Never>

/// A ``ResponseStream`` that the server may end with a declared failure.
///
/// ```swift
/// // FailableStream<Token, ChatError>
/// .stream(
///   .serverSentEvents(of: Token.self, failure: .event("error")))
///
/// do {
///   for try await token in tokens { print(token.text) }
/// } catch {  // CallError<ChatError>
///   if case .declared(let refusal) = error.reason { … }
/// }
/// ```
///
/// The error is ``CallError/Reason/declared(_:)``, with the response head. It closes the connection, and the stream is
/// not reopened.
public struct FailableStream<Element: Sendable, DeclaredFailure: Error>: AsyncSequence, ResponseHead {
  public typealias Failure = CallError<DeclaredFailure>

  private var response: StreamedResponse
  private let format: FailableStreamFormat<Element, DeclaredFailure>
  private let decoder: any ResponseDecoder

  init(
    _ response: StreamedResponse, format: FailableStreamFormat<Element, DeclaredFailure>,
    decoder: any ResponseDecoder
  ) {
    self.response = response
    self.response.body = response.body.readOnce
    self.format = format
    self.decoder = decoder
  }

  /// Status and header fields.
  public var head: HTTPResponse { response.head }
  /// The request as it was sent.
  public var request: SentRequest { response.request }
  /// The time that the head took.
  public var timing: Timing { response.timing }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      response: response, chunks: response.body.makeAsyncIterator(), parser: format.makeParser(decoder),
      requiredType: format.requiredType, reconnection: format.reconnection)
  }

  /// An iterator over a ``FailableStream``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var response: StreamedResponse
    var chunks: ByteStream.AsyncIterator?
    var parser: any StreamParser<Element>
    let requiredType: MediaRange?
    let reconnection: StreamReconnection?
    @usableFromInline var ready: [Element] = []
    @usableFromInline var given = 0
    private var failure: CallError<DeclaredFailure>?
    private var failedReconnections = 0
    private var reopening: (stopwatch: Stopwatch, events: Int, comments: Int)?
    /// How long a stream with only comments must be open to count as alive.
    private static var signOfLife: Duration { .seconds(5) }

    init(
      response: StreamedResponse, chunks: ByteStream.AsyncIterator, parser: any StreamParser<Element>,
      requiredType: MediaRange?, reconnection: StreamReconnection?
    ) {
      self.response = response
      self.chunks = chunks
      self.parser = parser
      self.requiredType = requiredType
      self.reconnection = reconnection
    }

    public mutating func next() async throws(CallError<DeclaredFailure>) -> Element? {
      try await next(isolation: nil)
    }

    // Inlinable, so that parsed elements are returned by code that is specialized for their type.
    @inlinable public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(CallError<DeclaredFailure>) -> Element? {
      while given == ready.count {
        if try isOver() { return nil }
        await advance(isolation: actor)
      }
      defer { given += 1 }
      return ready[given]
    }

    @usableFromInline func isOver() throws(CallError<DeclaredFailure>) -> Bool {
      if let failure { throw failure }
      return chunks == nil
    }

    @usableFromInline mutating func advance(isolation actor: isolated (any Actor)?) async {
      (ready, given) = ([], 0)
      let chunk: Data?
      do {
        chunk = try await chunks?.next(isolation: actor)
      } catch {
        return await reconnect(after: error, isolation: actor)
      }
      var elements: [Element] = []
      do {
        try parser.parse(chunk, into: &elements)
        if parser.isAtEnd {
          chunks = nil
        } else if chunk == nil {
          await reconnect(after: nil, isolation: actor)
        }
      } catch {
        chunks = nil
        failure = response.error(Self.reason(error))
      }
      ready = elements
    }

    /// A decoder's error is never the server's failure.
    private static func reason(_ error: any Error) -> CallError<DeclaredFailure>.Reason {
      switch error {
      case is BodyDecodingError, is JSONError, is DecodingError: .undecodable(BodyDecodingError(error))
      case let failure as DeclaredFailure: .declared(failure)
      default: .undecodable(BodyDecodingError(error))
      }
    }

    private mutating func noteSignsOfLife(of parser: any ResumableParser<Element>) {
      guard let reopening else { return }
      let isAlive =
        parser.eventCount > reopening.events
        || parser.commentCount > reopening.comments && reopening.stopwatch.elapsed >= Self.signOfLife
      if isAlive { failedReconnections = 0 }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private mutating func reconnect(
      after error: TransportError?, isolation actor: isolated (any Actor)?
    ) async {
      chunks = nil
      failure = error.map { response.error(.transport($0)) }
      guard let reconnection, let reopen = response.reopen, error?.isRetryable ?? true,
        var resumable = parser as? any ResumableParser<Element>
      else { return }
      noteSignsOfLife(of: resumable)
      var retryAfter: Duration?
      let takes = { @Sendable [first = response.head, requiredType] (head: HTTPResponse) in
        head.status.code == first.status.code && (requiredType?.fits(head, like: first) ?? true)
      }
      while failedReconnections < reconnection.limit {
        failedReconnections += 1
        let resumption = resumable.resumption
        let pause = reconnection.pause(
          attempt: failedReconnections, asked: resumption.delay, retryAfter: retryAfter)
        do {
          switch try await reopen(pause, resumption.lastEventID, takes) {
          case .taken(let reopened, let stopwatch):
            chunks = reopened.body.makeAsyncIterator()
            failure = nil
            reopening = (stopwatch, resumable.eventCount, resumable.commentCount)
            resumable.restart()
            parser = resumable
            return
          case .refused(let refusal, let asked):
            let code = refusal.status.code
            if code == 204 {  // the server says that there is no more
              failure = nil
              return
            }
            let mismatch = code == response.head.status.code ? requiredType?.mismatch(refusal.head) : nil
            failure = CallError(
              mismatch.map { .undecodable($0) } ?? .undeclared, request: response.request, response: refusal)
            if code != 429, !(500...599).contains(code) { return }
            retryAfter = asked
          }
        } catch {
          failure = response.error(.transport(error))
          retryAfter = nil
          if !error.isRetryable { return }
        }
      }
      // The limit of reconnections is reached, and the server ended the stream.
      if failure == nil, failedReconnections > 0 {
        let message =
          "the server ended the stream, and \(failedReconnections) reconnections in a row gave no event"
        failure = response.error(.transport(TransportError(.connectionLost, message: message)))
      }
    }
  }

  var length: Int64? { response.body.length }

  func error(_ reason: CallError<DeclaredFailure>.Reason) -> CallError<DeclaredFailure> {
    response.error(reason)
  }
}

extension StreamedResponse {
  fileprivate func error<Declared>(_ reason: CallError<Declared>.Reason) -> CallError<Declared> {
    var response = Response(head: head, request: request, timing: timing)
    response.isStreamed = true
    return CallError(reason, request: request, response: response)
  }
}

extension MediaRange {
  func mismatch(_ head: HTTPResponse) -> BodyDecodingError? {
    let isMissing = head.headerFields.allSatisfy { $0.name != .contentType || $0.value.isEmpty }
    if isMissing { return nil }
    let type = head.headerFields.mediaType
    if let type, contains(type) { return nil }
    return BodyDecodingError(
      .corrupted,
      message: "\(type?.description ?? "an unreadable content type") came where \(self) was expected")
  }

  fileprivate func fits(_ head: HTTPResponse, like first: HTTPResponse) -> Bool {
    if mismatch(head) == nil { return true }
    guard let type = head.headerFields.mediaType, let before = first.headerFields.mediaType else {
      return false
    }
    return type.hasEssence(of: before)
  }
}
