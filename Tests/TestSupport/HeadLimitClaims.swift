import Foundation
package import Repartee
import ReparteeBase

/// Heads that are too large.
package enum HeadLimitClaims {
  /// A head without an end is refused long before memory ends; the server can't send more than so many bytes of it.
  package static func aHeadThatNeverEndsIsRefused(
    _ transport: some Transport, within limit: Int = 16 << 20
  ) async throws {
    try await check(transport, within: limit) { exchange in
      exchange.send("HTTP/1.1 200 OK\r\n")
      return Data("X-Junk: \(String(repeating: "a", count: 8000))\r\n".utf8)
    }
  }

  /// The same for a field without an end.
  package static func aFieldThatNeverEndsIsRefused(
    _ transport: some Transport, within limit: Int = 16 << 20
  ) async throws {
    try await check(transport, within: limit) { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nX-Junk: ")
      return Data(repeating: 97, count: 8000)
    }
  }

  /// The same for a status line without an end.
  package static func aStatusLineThatNeverEndsIsRefused(
    _ transport: some Transport, within limit: Int = 16 << 20
  ) async throws {
    try await check(transport, within: limit) { exchange in
      exchange.send("HTTP/1.1 200 ")
      return Data(repeating: 97, count: 8000)
    }
  }

  /// Interim responses without an end are refused, and not only at the timeout.
  package static func interimResponsesThatNeverEndAreRefused(
    _ transport: some Transport, within limit: Int = 16 << 20
  ) async throws {
    try await check(transport, within: limit) { _ in
      Data(String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 50).utf8)
    }
  }

  /// Fails unless a head with so many fields of so many bytes is refused, or received.
  package static func aHead(
    of count: Int, fieldsOf size: Int, isRefused: Bool, by transport: some Transport
  ) async throws {
    let fields = (0..<count).map { "X-\($0): " + String(repeating: "a", count: size) + "\r\n" }.joined()
    try await LoopbackServer.run { exchange in
      exchange.send("HTTP/1.1 200 OK\r\n" + fields + "\r\n")
      exchange.close()
    } _: { server in
      do {
        let head = try await transport.send(request(server)).head
        try expectClaim(
          !isRefused && head.headerFields.count == count, "\(head.headerFields.count) fields were received")
      } catch let error as TransportError {
        try expectClaim(isRefused && error.kind == .protocolViolation, "\(error.kind): \(error)")
      }
    }
  }

  private static func check(
    _ transport: some Transport, within limit: Int,
    _ begin: @escaping @Sendable (LoopbackExchange) -> Data
  ) async throws {
    let sent = Mutex(0)
    try await LoopbackServer.run { exchange in
      let chunk = begin(exchange)
      while sent.withLock({ $0 }) <= limit, exchange.send(chunk) { sent.withLock { $0 += chunk.count } }
      exchange.reset()
    } _: { server in
      do {
        let head = try await transport.send(request(server)).head
        throw ClaimFailure(message: "a head was received, with \(head.headerFields.count) fields")
      } catch let error as TransportError {
        try expectClaim(
          error.kind == .protocolViolation, "\(error.kind): \(String(describing: error.underlying))")
      }
    }
    try expectClaim(sent.withLock { $0 } <= limit, "\(sent.withLock { $0 }) bytes were sent")
  }

  private static func request(_ server: LoopbackServer) -> TransportRequest {
    TransportRequest(head: HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/"))
  }
}
