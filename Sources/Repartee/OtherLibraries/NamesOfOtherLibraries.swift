// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

extension Client {
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func get(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .head(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func head(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .head(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func head<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .head(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func head<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func post(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func put(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func patch(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, _ payload: Any? = nil, method: HTTPRequest.Method? = nil, query: Any? = nil,
    searchParams: Any? = nil, params: Any? = nil, parameters: Any? = nil, headers: Any? = nil,
    body: Any? = nil, json: Any? = nil, data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .delete(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func delete(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .delete(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .delete(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func request(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, method: HTTPRequest.Method? = nil, query: Any? = nil, searchParams: Any? = nil,
    params: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil,
    data: Any? = nil, as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send(_ path: String) async throws -> Response {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send(_ request: Request) async throws -> Response {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<Value>(_ request: Request, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func perform<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func execute<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func fetch<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func call<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "response(to:)")
  @_alwaysEmitIntoClient public func reply<E: ResourceConvertible>(to endpoint: E) async throws
    -> TypedResponse<E.Output>
  { fatalError() }
  @available(
    *, unavailable,
    message:
      "the status and the fields: client.response(to: endpoint); the bytes: an endpoint with Output == Data"
  )
  @_alwaysEmitIntoClient public func data<E>(for endpoint: E) async throws -> (Data, Response) {
    fatalError()
  }
}

// Calls with callbacks, time limits and bodies.

extension Client {
  @available(
    *, unavailable,
    message:
      "send returns the value itself; its response: client.response(to: endpoint); a Result: client.result(of: endpoint)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<E: ResourceConvertible>(_ endpoint: E)
    async throws -> TypedResponse<E.Output>
  { fatalError() }
  @available(
    *, unavailable,
    message: "let user = try await client.send(endpoint); as a Result: await client.result(of: endpoint)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<E: ResourceConvertible>(
    _ endpoint: E, completion: @escaping (Result<E.Output, E.Thrown>) -> Void
  ) { fatalError() }
  @available(
    *, unavailable,
    message: "let user = try await client.send(endpoint); as a Result: await client.result(of: endpoint)"
  )
  @_alwaysEmitIntoClient public func request<E: ResourceConvertible>(
    _ endpoint: E, completion: @escaping (Result<E.Output, E.Thrown>) -> Void
  ) { fatalError() }
  @available(*, unavailable, message: "client.send(endpoint) { $0.timeout = .seconds(30) }")
  @_alwaysEmitIntoClient public func send<E: ResourceConvertible>(_ endpoint: E, timeout: Duration)
    async throws -> E.Output
  { fatalError() }
  @available(*, unavailable, message: "client.send(endpoint) { $0.headers[\"X-App\"] = \"7\" }")
  @_alwaysEmitIntoClient public func send<E: ResourceConvertible>(_ endpoint: E, headers: Request.Headers)
    async throws -> E.Output
  { fatalError() }
  @available(*, unavailable, message: "client.send(endpoint) { $0.timeout = .seconds(30) }")
  @_alwaysEmitIntoClient public func execute<E: ResourceConvertible>(_ endpoint: E, timeout: Duration)
    async throws -> E.Output
  { fatalError() }
  @available(
    *, unavailable,
    message: "client.send(Resource(User.self, .get(\"/users/7\"))) { $0.timeout = .seconds(30) }"
  )
  @_alwaysEmitIntoClient public func execute(_ request: Request, timeout: Duration? = nil) async throws
    -> Response
  { fatalError() }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func value<E: ResourceConvertible>(for endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(
    *, unavailable, message: "client.send(endpoint), or client.send(Resource(Data.self, .get(url)))"
  )
  @_alwaysEmitIntoClient public func data(from url: Any) async throws -> (Data, Response) { fatalError() }
  @available(
    *, unavailable, message: "let user = try await client.send(endpoint)"
  )
  @_alwaysEmitIntoClient public func dataTask(
    with request: Any, completionHandler: @escaping (Data?, Response?, (any Error)?) -> Void = { _, _, _ in }
  ) -> Task<Void, Never> { fatalError() }
  @available(*, unavailable, message: "client.send(Resource(User.self, .get(\"/users/7\")))")
  @_alwaysEmitIntoClient public func newCall(_ request: Request) -> Client { fatalError() }
  @available(*, unavailable, message: "client.send(endpoint)")
  @_alwaysEmitIntoClient public func execute() async throws -> Response { fatalError() }
  @available(*, unavailable, message: "cancel the Task that calls it: task.cancel()")
  @_alwaysEmitIntoClient public func cancelAllRequests() { fatalError() }
  @available(*, unavailable, message: "cancel the Task that calls it: task.cancel()")
  @_alwaysEmitIntoClient public func invalidateAndCancel() { fatalError() }
  @available(*, unavailable, message: "a client needs none; a transport may: transport.shutdown(within:)")
  @_alwaysEmitIntoClient public func shutdown() async throws { fatalError() }
  @available(
    *, unavailable,
    message:
      "a request has its body: .post(path, body: .data(data)), body: .file(url), body: .multipart(form)"
  )
  @_alwaysEmitIntoClient public func upload(_ body: Any, to path: Any, method: HTTPRequest.Method? = nil)
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable,
    message:
      "a request has its body: .post(path, body: .data(data)), body: .file(url), body: .multipart(form)"
  )
  @_alwaysEmitIntoClient public func upload<E>(for endpoint: E, fromFile file: Any) async throws -> (
    Data, Response
  ) { fatalError() }
  @available(
    *, unavailable,
    message:
      "a request has its body: .post(path, body: .data(data)), body: .file(url), body: .multipart(form)"
  )
  @_alwaysEmitIntoClient public func upload<E>(for endpoint: E, from data: Any) async throws -> (
    Data, Response
  ) { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func download(_ path: Any, to file: Any) async throws -> Response {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func download<E>(for endpoint: E) async throws -> (URL, Response) {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func bytes<E>(for endpoint: E) async throws -> (ByteStream, Response) {
    fatalError()
  }
  @available(*, unavailable, message: "there are no WebSockets; use URLSessionWebSocketTask or websocket-kit")
  @_alwaysEmitIntoClient public func webSocketTask(with url: Any) -> Client { fatalError() }
}
