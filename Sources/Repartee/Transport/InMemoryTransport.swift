public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A transport that is a function, for tests and previews: no network, no server.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com",
///   transport: InMemoryTransport { request in
///     request.head.path == "/users/7" ? .json(#"{"id": 7}"#) : .status(404)
///   })
/// ```
///
/// The function is called concurrently. The request's body is collected before, up to 64 MiB. An error that
/// the function throws is given on if it is a ``TransportError``, and is the cause of one of kind
/// ``TransportError/Kind/other`` if not.
public struct InMemoryTransport: Transport {
  /// What arrived.
  public struct Request: Sendable {
    /// Method, scheme, authority, path and header fields.
    public var head: HTTPRequest
    /// The body, empty without one.
    public var body: Data
  }

  /// What to answer.
  public struct Answer: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse
    /// The body.
    public var body: ByteStream

    /// An answer with a body that comes as a stream.
    public init(head: HTTPResponse, body: ByteStream) {
      self.head = head
      self.body = body
    }

    /// A status, header fields and a body. A code outside 0...999 is answered as 999.
    public static func status(_ code: Int, headers: HTTPFields = [:], body: Data = Data()) -> Answer {
      let code = (0...999).contains(code) ? code : 999
      return Answer(
        head: HTTPResponse(status: .init(code: code), headerFields: headers), body: ByteStream(body))
    }

    /// A body of JSON.
    public static func json(_ text: String, status code: Int = 200) -> Answer {
      .status(code, headers: [.contentType: "application/json"], body: Data(text.utf8))
    }
  }

  private let answer: @Sendable (Request) async throws -> Answer

  /// A transport that answers with a function.
  public init(_ answer: @escaping @Sendable (Request) async throws -> Answer) {
    self.answer = answer
  }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let bytes = try await request.body?.collect(upTo: 64 << 20) ?? Data()
    do {
      let answer = try await answer(Request(head: request.head, body: bytes))
      try Task.checkCancellation()
      let isHead = request.head.method == .head
      return TransportResponse(head: answer.head, body: isHead ? ByteStream(Data()) : answer.body)
    } catch let error as TransportError {
      throw error
    } catch is CancellationError {
      throw TransportError(.cancelled)
    } catch {
      throw TransportError(.other, message: "the in-memory transport threw", underlying: error)
    }
  }
}
