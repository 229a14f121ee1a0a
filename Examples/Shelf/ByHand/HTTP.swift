import AsyncHTTPClient
import Foundation
import NIOCore

/// Sends requests with AsyncHTTPClient, and retries them.
enum HTTP {
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .follow(max: 10, allowCycles: false),
      timeout: .init(connect: .seconds(30), read: .seconds(60)))
    // Otherwise a refused connection is retried until the connect timeout is over.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(configuration: configuration)
  }()

  /// Sends a request within a minute, up to three times if a retry may help and is safe. The request gets the
  /// credential of the session if it goes to the origin of the session's registry. With `streams`, the body of a 200 is
  /// not read.
  static func send(
    _ request: HTTPClientRequest, as session: Session? = nil, streams: Bool = false
  ) async throws -> Response {
    let deadline = ContinuousClock.now + .seconds(60)
    return try await withThrowingTaskGroup(of: Response.self) { group in
      group.addTask { try await send(request, as: session, streams: streams, until: deadline) }
      group.addTask {
        try await Task.sleep(until: deadline)
        throw CallError(request, "the call took too long", .passing)
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }

  private static func send(
    _ request: HTTPClientRequest, as session: Session?, streams: Bool, until deadline: ContinuousClock.Instant
  ) async throws -> Response {
    var login = try await session?.login
    if login?.registry.origin != URL(string: request.url)?.origin { login = nil }
    var (retries, isRenewed) = (0, false)
    while true {
      var signed = request
      if let login { signed.headers.replaceOrAdd(name: "Authorization", value: login.authorization) }
      let result = await attempt(signed, streams: streams)
      if case .success(let response) = result, response.head.status == .unauthorized, !isRenewed,
        let session, let old = login, response.head.url?.origin == old.registry.origin
      {
        login = try await session.renewed(old, after: response)
        isRenewed = true
        continue
      }
      guard let pause = pause(after: result, to: request, retries), .now + pause < deadline else {
        return try result.get()
      }
      try await Task.sleep(for: pause)
      retries += 1
    }
  }

  private static func attempt(
    _ request: HTTPClientRequest, streams: Bool
  ) async -> Result<Response, CallError> {
    do {
      let head = try await client.execute(request, deadline: .distantFuture)
      let isLeft = streams && head.status == .ok
      let body = isLeft ? ByteBuffer() : try await head.body.collect(upTo: 64 << 20)
      return .success(Response(request: request, head: head, body: body))
    } catch {
      return .failure(CallError(error, of: request))
    }
  }

  /// Returns the delay before a retry; nil if the request must not be retried.
  private static func pause(
    after result: Result<Response, CallError>, to request: HTTPClientRequest, _ retries: Int
  ) -> Duration? {
    let (retryability, asked): (Retryability?, Duration?) =
      switch result {
      case .success(let response): (response.retryability, response.retryAfter)
      case .failure(let error): (error.retryability, nil)
      }
    guard let retryability, retries < 2, retryability == .neverSent || request.method != .POST else {
      return nil
    }
    let backoff = (retryability == .throttled ? 1 : 0.05) * pow(2, Double(retries))
    return max(.seconds(.random(in: 0...backoff)), asked ?? .zero)
  }
}

/// Why the same request may succeed later.
enum Retryability {
  case passing
  /// The server wants fewer requests.
  case throttled
  /// The server has not processed the request: it can be retried whatever its method is.
  case neverSent
}
