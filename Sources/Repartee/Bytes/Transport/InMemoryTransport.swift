import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport whose responses come from a function, for tests and previews.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com",
///   transport: InMemoryTransport { request in
///     request.head.path == "/users/7"
///       ? .json(#"{"id": 7}"#) : .status(404)
///   })
/// ```
///
/// The function is called concurrently. The request's body is collected, so that `request.body?.bytes` has all of it;
/// one above 64 MiB fails with kind ``TransportError/Kind/bodyTooLarge(limit:)``. An error that is no
/// ``TransportError`` or `CancellationError` is the cause of kind ``TransportError/Kind/other``.
public struct InMemoryTransport: Transport {
  private let respond: @Sendable (TransportRequest) async throws -> TransportResponse

  /// Creates a transport from a function.
  public init(_ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
    self.respond = respond
  }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let bytes = try await request.body?.collect(upTo: 64 << 20)
    let received = TransportRequest(
      head: request.head, body: bytes.map { ByteStream($0) }, headLimit: request.headLimit)
    do {
      let response = try await respond(received)
      try Task.checkCancellation()
      let isHead = request.head.method == .head
      return TransportResponse(head: response.head, body: isHead ? ByteStream(Data()) : response.body)
    } catch let error as TransportError {
      throw error
    } catch is CancellationError {
      throw TransportError(.cancelled)
    } catch {
      throw TransportError(.other, message: "the in-memory transport threw", underlying: error)
    }
  }
}
