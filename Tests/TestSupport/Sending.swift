package import Foundation
package import Repartee
import ReparteeBase
package import Testing

/// Keeps what arrives at a transport.
package final class Arrivals: Sendable {
  package init() {}

  private let kept = Mutex<[TransportRequest]>([])

  package var all: [TransportRequest] { kept.withLock { $0 } }

  package func transport(
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = {
      _ in .status(200)
    }
  ) -> InMemoryTransport {
    InMemoryTransport { request in
      self.kept.withLock { $0.append(request) }
      return try await respond(request)
    }
  }
}

extension TransportRequest {
  /// All bytes of a body in memory; none without a body.
  package var bytes: Data { body?.bytes ?? Data() }
}

package let api = "https://api.example.com"

/// What arrives when a request is sent.
package func arrival(
  of request: Request, at base: String = api, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
) async throws -> TransportRequest {
  let arrivals = Arrivals()
  let client = Client(baseURL: base, transport: arrivals.transport(), headers: headers, json: json)
  try await client.send(Resource<Void, Never>(request, [.any(.noContent)]))
  guard let first = arrivals.all.first else { throw Unexpected(description: "nothing arrived") }
  return first
}

/// The request target that arrives: path and query.
package func target(of request: Request, at base: String = api) async throws -> String? {
  try await arrival(of: request, at: base).head.path
}

/// Why a request is refused; nil, and an issue, if anything reaches the transport.
package func refusal(
  of request: Request, at base: String = api, headers: Request.Headers = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) async -> RequestError? {
  let arrivals = Arrivals()
  let client = Client(baseURL: base, transport: arrivals.transport(), headers: headers)
  let result = await client.result(of: Resource<Void, Never>(request, [.any(.noContent)]))
  if !arrivals.all.isEmpty { Issue.record("it reached the transport", sourceLocation: sourceLocation) }
  guard case .failure(let error) = result, case .request(let refusal) = error.reason else { return nil }
  return refusal
}

/// Reads a response by a map, the way a client does.
package func read<Output, Failure>(
  _ response: TransportResponse, _ map: ResponseMap<Output, Failure>
) async throws(CallError<Failure>) -> Output {
  var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
  client.retry = .off
  return try await client.send(Resource(.get("/x"), map))
}

/// The error that a response gives, or nil if it gives output.
package func failure<Output, Failure>(
  _ response: TransportResponse, _ map: ResponseMap<Output, Failure>
) async -> CallError<Failure>? {
  do throws(CallError<Failure>) {
    _ = try await read(response, map)
    return nil
  } catch {
    return error
  }
}

extension CallError {
  package var requestError: RequestError? {
    if case .request(let error) = reason { error } else { nil }
  }
  package var declaredFailure: Failure? {
    if case .declared(let failure) = reason { failure } else { nil }
  }
  package var isUndeclared: Bool {
    if case .undeclared = reason { true } else { false }
  }
}

extension Result {
  /// The error, or nil if there is a value.
  package var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
