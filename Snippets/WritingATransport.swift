// The examples of "Writing a transport".
import Foundation
import Repartee
import ReparteeTesting

// A stand-in for a library that sends and receives bytes: a connection pool with its own API.
final class Wire: Sendable {
  struct Failed: Error {
    var code: Int
  }

  struct Incoming: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var chunks: @Sendable () async throws -> [UInt8]?
  }

  func exchange(
    _ method: String, _ host: String, _ target: String, _ fields: [(String, String)], length: Int64?,
    body: @Sendable () async throws -> [UInt8]?
  ) async throws -> Incoming {
    throw Failed(code: 111)
  }
}

struct WireTransport: Transport {
  let wire: Wire

  func send(
    _ request: TransportRequest
  ) async throws(TransportError) -> TransportResponse {
    // A request of a cancelled task is not sent.
    if Task.isCancelled { throw TransportError(.cancelled) }
    let head = request.head
    var fields = head.headerFields.map {
      ($0.name.rawName, $0.value)
    }
    // A content coding that a transport requests it also decodes. This one requests none.
    if head.headerFields[.acceptEncoding] == nil {
      fields.append(("Accept-Encoding", "identity"))
    }

    let outgoing = Outgoing(request.body)
    do {
      let incoming = try await wire.exchange(
        head.method.rawValue, head.authority ?? "",
        head.path ?? "/",
        fields,
        length: request.body == nil ? 0 : request.body?.length,
        body: outgoing.next)
      return try response(incoming, to: head)
    } catch {
      throw Self.error(error)
    }
  }
}

extension WireTransport {
  private func response(_ incoming: Wire.Incoming, to request: HTTPRequest) throws -> TransportResponse {
    guard (100...999).contains(incoming.status) else { throw TransportError(.protocolViolation) }
    var head = HTTPResponse(status: HTTPResponse.Status(code: incoming.status))
    for (name, value) in incoming.fields {
      // Adds one field for each received field: fields with the same name are not joined.
      if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
    }
    let isCoded = (head.headerFields[.contentEncoding] ?? "identity").lowercased() != "identity"
    let isRefused = isCoded && request.headerFields[.acceptEncoding] == nil
    let length = head.headerFields[.contentLength].flatMap { Int64($0) }
    let body = ByteStream(
      length: isCoded ? nil : length,
      once: {
        { () async throws(TransportError) in
          do {
            guard let chunk = try await incoming.chunks() else { return nil }
            if isRefused { throw TransportError(.unsupportedContentCoding) }
            return Data(chunk)
          } catch {
            throw Self.error(error)
          }
        }
      })
    return TransportResponse(head: head, body: body)
  }

  /// Returns a kind for every error of the library, with the error as the cause.
  private static func error(_ error: any Error) -> TransportError {
    switch error {
    case let error as TransportError: error
    case is CancellationError: TransportError(.cancelled)
    case let error as Wire.Failed where error.code == 111: TransportError(.cannotConnect, underlying: error)
    default: TransportError(.other, underlying: error)
    }
  }
}

/// Reads the request body chunk by chunk, when the connection has room for more.
actor Outgoing {
  private var chunks: ByteStream.AsyncIterator?

  init(_ body: ByteStream?) {
    chunks = body?.makeAsyncIterator()
  }

  @Sendable func next() async throws -> [UInt8]? {
    guard var chunks else { return nil }
    defer { self.chunks = chunks }
    return try await chunks.next(isolation: self).map { Array($0) }
  }
}

func suite() async throws {
  let exceptions = [
    "a gzip body is decoded, and the head stays unchanged":
      "it asks for no content coding"
  ]
  let report = try await ConformanceReport(
    on: WireTransport(wire: Wire()), except: exceptions)
  precondition(report.holds, "\(report)")
}

#if canImport(Testing)
import Testing

private let wire = Wire()

@Test(arguments: ConformanceClaim<any Transport>.all)
func holds(_ claim: ConformanceClaim<any Transport>) async throws {
  try await claim.run(WireTransport(wire: wire))
}
#endif
