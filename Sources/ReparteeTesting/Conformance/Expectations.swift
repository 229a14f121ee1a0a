import Foundation
import Repartee

struct Mismatch: Error {
  var detail: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
  guard found == expected else { throw Mismatch(detail: "\(what): expected \(expected), found \(found)") }
}

func expect(_ condition: Bool, _ detail: @autoclosure () -> String) throws {
  guard condition else { throw Mismatch(detail: detail()) }
}

func expectError(_ kind: TransportError.Kind, _ body: () async throws -> Void) async throws {
  _ = try await errorThrown(kind, body)
}

func errorThrown(
  _ kind: TransportError.Kind, _ body: () async throws -> Void
) async throws -> TransportError {
  do {
    try await body()
  } catch let error as TransportError {
    guard error.kind == kind else {
      throw Mismatch(
        detail:
          "expected the error \(kind), found \(error.kind): \(error), from \(String(describing: error.underlying))"
      )
    }
    return error
  }
  throw Mismatch(detail: "expected the error \(kind), and nothing was thrown")
}

extension Transport {
  /// Returns when the head is received.
  func start(
    _ server: LoopbackServer, _ path: String = "/", scheme: String = "http",
    method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:], body: ByteStream? = nil
  ) async throws(TransportError) -> TransportResponse {
    let head = HTTPRequest(
      method: method, scheme: scheme, authority: server.authority, path: path, headerFields: headers)
    let request = TransportRequest(head: head, body: body)
    let waiting = Waiting.current?.begin("send(_:) to return")
    defer { Waiting.current?.end(waiting) }
    return try await send(request)
  }

  func fetch(
    _ server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:], body: ByteStream? = nil
  ) async throws(TransportError) -> (head: HTTPResponse, body: String) {
    let response = try await start(server, path, method: method, headers: headers, body: body)
    let waiting = Waiting.current?.begin("the body to end")
    defer { Waiting.current?.end(waiting) }
    let bytes = try await response.body.collect(upTo: 256 << 20)
    return (response.head, String(decoding: bytes, as: UTF8.self))
  }
}

extension LoopbackServer {
  var first: LoopbackRequest {
    get throws {
      guard let first = requests.first else { throw Mismatch(detail: "expected a request, and none arrived") }
      return first
    }
  }
}

extension HTTPResponse {
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headerFields[$0] } }
}

func chunks(_ texts: String...) -> @Sendable () -> ByteStream.Next {
  {
    var rest = texts[...]
    return { () async throws(TransportError) in rest.popFirst().map { Data($0.utf8) } }
  }
}

/// The pattern does not repeat at any buffer size.
func pattern(of count: Int) -> Data {
  let block = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
  var bytes = Data(capacity: count + block.count)
  while bytes.count < count { bytes += block }
  return bytes.prefix(count)
}
