public import HTTPTypes

public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The elements of a body while it arrives.
///
/// ```swift
/// typealias Tokens = ResponseStream<Token, Never>
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
/// A stream is read once, and leaving the loop closes the connection (<doc:StreamingResponses>). Errors follow the
/// elements before them: `undecodable` with the place of the invalid element, `transport`, or `undeclared` for the
/// response to a reconnection.
///
/// The second type is that of the failures which the server reports among the elements, `Never` without:
///
/// ```swift
/// // ResponseStream<Token, ChatError>
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
/// Such an error is ``CallError/Reason/declared(_:)``. It closes the connection, and the stream is not reopened.
public struct ResponseStream<Element: Sendable, DeclaredFailure: Error>: AsyncSequence, ResponseHead {
  private var response: StreamedResponse
  private let format: StreamFormat<Element, DeclaredFailure>
  let decoder: any ResponseDecoder
  let enclosingText: EnclosingText?

  /// Creates a stream from the bytes of a body, for your tests. It is not reopened.
  ///
  /// ```swift
  /// let tokens = ResponseStream(
  ///   head: HTTPResponse(status: .ok),
  ///   body: ByteStream(Data("data: 1\n\n".utf8)),
  ///   format: .serverSentEvents(of: Token.self))
  /// ```
  public init(
    head: HTTPResponse, body: ByteStream, format: StreamFormat<Element, DeclaredFailure>,
    request: SentRequest = SentRequest(), headDuration: Duration = .zero,
    decoder: any ResponseDecoder = JSONCoder()
  ) {
    let response = StreamedResponse(
      head: head, body: body, request: request, headDuration: headDuration, reopen: nil)
    self.init(response, format: format, decoder: decoder)
  }

  init(
    _ response: StreamedResponse, format: StreamFormat<Element, DeclaredFailure>,
    decoder: any ResponseDecoder
  ) {
    self.response = response
    self.response.body = response.body.readOnce
    self.format = format
    self.decoder = decoder
    enclosingText = format.hasEnclosing ? EnclosingText() : nil
  }

  /// Status and header fields.
  public var head: HTTPResponse { response.head }
  /// The request as it was sent.
  public var request: SentRequest { response.request }
  /// The time from the start of the attempt until the head was received.
  public var headDuration: Duration { response.headDuration }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      StreamReader(
        response, parser: format.makeParser(decoder), requiredType: format.requiredType, end: format.end,
        reconnection: format.reconnection, enclosing: enclosingText))
  }

  /// An iterator over a ``ResponseStream``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var ready: [Element] = []
    @usableFromInline var given = 0
    private let reader: StreamReader<Element, DeclaredFailure>

    fileprivate init(_ reader: StreamReader<Element, DeclaredFailure>) {
      self.reader = reader
    }

    public mutating func next() async throws(CallError<DeclaredFailure>) -> Element? {
      try await next(isolation: nil)
    }

    // Inlinable, so that parsed elements are returned by specialized code.
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

    @usableFromInline func isOver() throws(CallError<DeclaredFailure>) -> Bool { try reader.isOver() }

    @usableFromInline mutating func advance(isolation actor: isolated (any Actor)?) async {
      (ready, given) = ([], 0)
      ready = await reader.next(isolation: actor)
    }
  }

  /// The number of bytes of the body; nil if unknown, as for a body with a content coding.
  public var length: Int64? { response.body.length }

  /// Whether the elements are the bytes of the body.
  package var isRaw: Bool { format.isRaw(decoder) }

  package func error(_ reason: CallError<DeclaredFailure>.Reason) -> CallError<DeclaredFailure> {
    response.error(reason)
  }
}

extension ResponseStream where Element == Data, DeclaredFailure == Never {
  /// Returns all bytes of a stream of `.bytes`.
  /// - Throws: A ``CallError`` with kind ``TransportError/Kind/bodyTooLarge(limit:)`` if there are more than `limit`.
  public func collect(upTo limit: Int) async throws(CallError<Never>) -> Data {
    var collected = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next(isolation: nil) {
      if collected.count + chunk.count > limit {
        throw error(.transport(TransportError(.bodyTooLarge(limit: limit))))
      }
      if collected.isEmpty { collected = chunk } else { collected.append(chunk) }
    }
    return collected
  }
}

extension StreamedResponse {
  func error<Declared>(_ reason: CallError<Declared>.Reason) -> CallError<Declared> {
    var response = Response(head: head, request: request, duration: headDuration, headDuration: headDuration)
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
      message: "\(type?.description ?? "an unreadable content type") was received where \(self) was expected")
  }
}
