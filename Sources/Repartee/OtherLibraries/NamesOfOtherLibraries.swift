// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Client {
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func get(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func post(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func put(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func patch(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func delete(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func request(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
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
