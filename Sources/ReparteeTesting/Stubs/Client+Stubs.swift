public import Repartee

extension Client {
  /// Returns this client with stubs in place of the API and of earlier stubs.
  ///
  /// The copy has its own connections and retry budget, and shares session, cookie jar, cache and observers.
  public func stubbed(by stubs: Stubs) -> Client {
    var client = replacingTransport(by: StubTransport(stubs: stubs))
    client.testMiddleware.removeAll { $0 is StubMiddleware }
    client.testMiddleware.append(StubMiddleware(stubs: stubs))
    return client
  }

  /// Returns a client with stubs, for previews.
  ///
  /// ```swift
  /// #Preview {
  ///   UserView(client: .preview { Stub(GetUser.self, .success(.ada)) })
  /// }
  /// ```
  public static func preview(
    baseURL: String = "https://api.example.com", @StubBuilder _ stubs: () -> [Stub]
  ) -> Client {
    Client(baseURL: baseURL, transport: InMemoryTransport { _ in .status(503) }).stubbed(by: Stubs(stubs))
  }
}

private struct StubMiddleware: CallMiddleware {
  let stubs: Stubs

  func response<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    let (endpoint, client, shown) = (next.endpoint ?? call, next.client, call.request.description)
    guard let (index, use, found) = stubs.response(to: endpoint) else {
      return try await send(call, StubScope(endpoint, shown, client), next)
    }
    guard let reply = found as? StubResponse<Output, Failure> else {
      stubs.note("the stub of \(type(of: endpoint)) has no response")
      return try await send(call, StubScope(endpoint, shown, client), next)
    }
    let scope = StubScope(endpoint, shown, client) { scope in
      guard stubs.isSequence(index) else { return }
      let next = stubs.response(of: index, to: endpoint).reply
      if let next = next as? StubResponse<Output, Failure> { prepare(scope, next) }
    }
    prepare(scope, reply)
    guard case .result(let result) = reply.kind else {
      defer { if scope.release() { stubs.release(use, of: index) } }
      return try await send(call, scope, next)
    }

    stubs.begin(scope)
    let limit = (call.request.timeout ?? client.timeout).asLimit
    let isLate = limit.map { $0 < reply.delay } ?? false
    do { try await wait(isLate ? limit : reply.delay, client) } catch {
      throw CallError(.transport(TransportError(.cancelled)), call: shown)
    }
    if isLate { throw CallError(.transport(TransportError(.timedOut(.total))), call: shown) }
    return try response(result, to: call, client)
  }

  private func response<Output, Failure>(
    _ result: Result<Output, Failure>, to call: Resource<Output, Failure>, _ client: Client,
    after attempts: [Attempt] = []
  ) throws(CallError<Failure>) -> TypedResponse<Output> {
    switch result {
    case .success(let output):
      let head = HTTPResponse(status: .init(code: 200, reasonPhrase: "stubbed"))
      let request = (try? client.unsentRequest(of: call)) ?? SentRequest()
      var response = TypedResponse(output, response: Response(head: head, request: request))
      response.isStubbed = true
      response.earlierAttempts = attempts
      return response
    case .failure(let failure):
      throw CallError(.declared(failure), call: "\(call.request) (stubbed)")
    }
  }

  private func wait(_ delay: Duration?, _ client: Client) async throws {
    if let delay, delay > .zero { try await client.clock.sleep(for: delay) }
    try Task.checkCancellation()
  }

  private func prepare<Output, Failure>(_ scope: StubScope, _ reply: StubResponse<Output, Failure>) {
    let delay = reply.delay
    switch reply.kind {
    case .response(let make):
      scope.prepare(isUnexpected: reply.isUnexpected) { client in
        try await wait(delay, client)
        do { return try make(client) } catch {
          stubs.note("the stub of \(type(of: scope.endpoint)) can't respond: \(error)")
          throw error
        }
      }
    case .noResponse(let error):
      scope.prepare(isUnexpected: reply.isUnexpected) { client in
        try await wait(delay, client)
        throw error
      }
    case .result(let result):
      scope.prepare(isUnexpected: false, result: result) { client in
        try await wait(delay, client)
        throw TransportError(.other, message: "the stub ends the call without a response")
      }
    }
  }

  private func markedWrongly(_ name: Any.Type) -> String {
    "\(name) can read the response of its stub, which is marked .unexpected()"
  }

  private func send<Output, Failure>(
    _ call: Resource<Output, Failure>, _ scope: StubScope, _ next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    stubs.begin(scope)
    let name = type(of: scope.endpoint)
    do throws(CallError<Failure>) {
      let reply = try await next(call, attaching: scope)
      if scope.isUnexpected == true { stubs.note(markedWrongly(name)) }
      return reply
    } catch {
      if case .transport(let reason) = error.reason, reason.kind == .other,
        let result = scope.result as? Result<Output, Failure>
      {
        return try response(result, to: call, next.client, after: error.attempts.dropLast())
      }
      switch (error.reason, scope.isUnexpected) {
      case (.undeclared, false), (.undecodable, false):
        stubs.note(
          "\(name) can't read the response of its stub; mark it .unexpected() to test that\n\(error.report)"
        )
      case (.declared, true): stubs.note(markedWrongly(name))
      default: break
      }
      throw error
    }
  }
}

private struct StubTransport: Transport {
  let stubs: Stubs

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let scope = request.attachment as? StubScope
    let transport = InMemoryTransport { request in
      if let response = try await scope?.respond(to: request) { return response }
      let problem =
        scope.map { stubs.problem(of: $0.endpoint, $0.call) }
        ?? "no stub responds to a request that belongs to no call"
      stubs.note(problem)
      throw TransportError(.other, message: problem)
    }
    return try await transport.send(request)
  }
}
