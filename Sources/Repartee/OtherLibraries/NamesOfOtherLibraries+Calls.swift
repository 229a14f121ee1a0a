// As NamesOfOtherLibraries.swift, for calls.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Client {
  @available(*, unavailable, message: "its response: client.response(to: endpoint)")
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<E: ResourceConvertible>(_ endpoint: E)
    async throws -> (E.Output, Response)
  { fatalError() }
  @available(
    *, unavailable,
    message: "client.send(endpoint) gives its stream: for try await event in try await client.send(endpoint)"
  )
  @_alwaysEmitIntoClient public func stream<E: ResourceConvertible>(_ endpoint: E) -> AsyncThrowingStream<
    Data, any Error
  > { fatalError() }
  @available(
    *, unavailable,
    message: "client.send(endpoint) gives its stream: for try await event in try await client.send(endpoint)"
  )
  @_alwaysEmitIntoClient public func stream<E: ResourceConvertible>(of endpoint: E) -> AsyncThrowingStream<
    Data, any Error
  > { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func post(
    _ path: Any, query: Any? = nil, headers: Any? = nil, body: Request.Body
  )
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func put(
    _ path: Any, query: Any? = nil, headers: Any? = nil, body: Request.Body
  )
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @discardableResult @_alwaysEmitIntoClient public func patch(
    _ path: Any, query: Any? = nil, headers: Any? = nil, body: Request.Body
  )
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .delete(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func delete(
    _ path: Any, query: Any? = nil, headers: Any? = nil, body: Request.Body
  )
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<Value>(_ request: Request) async throws
    -> TypedResponse<Value>
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func fetch(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func fetch<Value>(_ path: Any, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func fetch<Value>(_ type: Value.Type, from path: Any)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func load(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func load<Value>(_ path: Any, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func load<Value>(_ type: Value.Type, from path: Any)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func call(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func call<Value>(_ path: Any, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func call<Value>(_ type: Value.Type, from path: Any)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func perform(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func perform<Value>(_ path: Any, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func perform<Value>(_ type: Value.Type, from path: Any)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func execute(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func execute<Value>(_ path: Any, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func execute<Value>(_ type: Value.Type, from path: Any)
    async throws -> Value
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func requestData(_ path: Any)
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func requestJSON(_ path: Any)
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func requestString(_ path: Any)
    async throws -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_disfavoredOverload @_alwaysEmitIntoClient public func getJSON(_ path: Any) async throws
    -> Response
  { fatalError() }
  @available(*, unavailable, message: "client.send(endpoint) { $0.timeout = .seconds(30) }")
  @_disfavoredOverload @_alwaysEmitIntoClient public func execute(_ request: Any, timeout: Duration)
    async throws
    -> Response
  { fatalError() }
  @available(*, unavailable, message: "let user = try await client.send(endpoint); for Combine, in a Future")
  @_alwaysEmitIntoClient public func dataTaskPublisher(for request: Any) -> Client { fatalError() }
  @available(*, unavailable, message: "let user = try await client.send(endpoint); for Combine, in a Future")
  @_alwaysEmitIntoClient public func publisher(for endpoint: Any) -> Client { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func download(from url: Any) async throws -> (URL, Response) { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func download(_ path: Any) -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func downloadTask(with request: Any) -> Client { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file); ReparteeDownloads resumes one"
  )
  @_alwaysEmitIntoClient public func downloadTask(
    with request: Any, completionHandler: @escaping (URL?, Response?, (any Error)?) -> Void
  ) -> Client { fatalError() }
  @available(
    *, unavailable, message: "a request has its body: .post(path, body: .file(url)), body: .data(data)"
  )
  @_alwaysEmitIntoClient public func uploadTask(with request: Any, fromFile file: Any) -> Client {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func streamRequest(_ request: Any) -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func stream(_ path: Any) -> Client { fatalError() }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func bytes(from url: Any) async throws -> (ByteStream, Response) {
    fatalError()
  }
}
