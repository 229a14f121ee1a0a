import Foundation
import Repartee
import Synchronization
import Testing

/// Keeps what arrives at a transport.
final class Arrivals: Sendable {
  private let kept = Mutex<[InMemoryTransport.Request]>([])

  var all: [InMemoryTransport.Request] { kept.withLock { $0 } }

  func transport(
    _ answer: @escaping @Sendable (InMemoryTransport.Request) async throws -> InMemoryTransport.Answer = {
      _ in .status(200)
    }
  ) -> InMemoryTransport {
    InMemoryTransport { request in
      self.kept.withLock { $0.append(request) }
      return try await answer(request)
    }
  }
}

let api = "https://api.example.com"

/// What arrives when a request is sent.
func arrival(
  of request: Request, at base: String = api, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
) async throws -> InMemoryTransport.Request {
  let arrivals = Arrivals()
  let client = Client(baseURL: base, transport: arrivals.transport(), headers: headers, json: json)
  try await client.send(Resource<Void, Never>(request, [.any(.noContent)]))
  return try #require(arrivals.all.first)
}

/// The request target that arrives: path and query.
func target(of request: Request, at base: String = api) async throws -> String? {
  try await arrival(of: request, at: base).head.path
}

/// Why a request is refused; nil, and an issue, if anything reaches the transport.
func refusal(
  of request: Request, at base: String = api, headers: Request.Headers = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) async -> RequestError? {
  let arrivals = Arrivals()
  let client = Client(baseURL: base, transport: arrivals.transport(), headers: headers)
  let result = await client.result(of: Resource<Void, Never>(request, [.any(.noContent)]))
  #expect(arrivals.all.count == 0, "it reached the transport", sourceLocation: sourceLocation)
  guard case .failure(let error) = result, case .request(let refusal) = error.reason else { return nil }
  return refusal
}

/// Reads an answer by a map, the way a client does.
func read<Output, Failure>(
  _ answer: InMemoryTransport.Answer, _ map: ResponseMap<Output, Failure>
) async throws(CallError<Failure>) -> Output {
  let client = Client(baseURL: api, transport: InMemoryTransport { _ in answer })
  return try await client.send(Resource(.get("/x"), map))
}

/// The error that an answer gives, or nil if it gives output.
func failure<Output, Failure>(
  _ answer: InMemoryTransport.Answer, _ map: ResponseMap<Output, Failure>
) async -> CallError<Failure>? {
  do throws(CallError<Failure>) {
    _ = try await read(answer, map)
    return nil
  } catch {
    return error
  }
}

extension InMemoryTransport.Answer {
  /// A body with a content type.
  static func body(_ bytes: Data, _ contentType: String?, status code: Int = 200) -> Self {
    .status(code, headers: contentType.map { [.contentType: $0] } ?? [:], body: bytes)
  }

  /// A text with a content type.
  static func text(_ text: String, _ contentType: String?, status code: Int = 200) -> Self {
    .body(Data(text.utf8), contentType, status: code)
  }
}

extension CallError {
  var decodingFailure: DecodingFailure? {
    if case .undecodable(let failure) = reason { failure } else { nil }
  }
  var transportError: TransportError? {
    if case .transport(let error) = reason { error } else { nil }
  }
  var requestError: RequestError? {
    if case .request(let error) = reason { error } else { nil }
  }
  var declaredFailure: Failure? {
    if case .declared(let failure) = reason { failure } else { nil }
  }
  var isUndeclared: Bool {
    if case .undeclared = reason { true } else { false }
  }
}

extension Result {
  /// The error, or nil if there is a value.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
