#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

extension StubResponse {
  @available(*, unavailable, message: "after(.seconds(1))")
  @_alwaysEmitIntoClient public func delayed(seconds: Double) -> StubResponse { fatalError() }
  @available(*, unavailable, renamed: "after(_:)")
  @_alwaysEmitIntoClient public func delay(_ pause: Duration) -> StubResponse { fatalError() }
  @available(*, unavailable, message: ".status(200, body: data), .json(text)")
  @_alwaysEmitIntoClient public static func networkResponse(_ code: Int, _ data: Data) -> StubResponse {
    fatalError()
  }
  @available(*, unavailable, message: ".status(200, body: data), .json(text)")
  @_alwaysEmitIntoClient public static func data(_ data: Data) -> StubResponse { fatalError() }
  @available(*, unavailable, renamed: "noResponse(_:)")
  @_alwaysEmitIntoClient public static func networkError(_ error: TransportError) -> StubResponse {
    fatalError()
  }
  @available(*, unavailable, renamed: "failure(_:)")
  @_alwaysEmitIntoClient public static func error(_ failure: Failure) -> StubResponse { fatalError() }
}

extension Stub {
  @available(
    *, unavailable, message: "the type, and which of them: Stub(GetUser.self, where: { $0.id == 7 }, …)"
  )
  @_alwaysEmitIntoClient public init<E: ResourceConvertible>(
    _ endpoint: E, _ responses: StubResponse<E.Output, E.Failure>...
  ) { fatalError() }
}

extension Client {
  @available(*, unavailable, message: "Client.preview { … }")
  @_alwaysEmitIntoClient public static func mock(@StubBuilder _ stubs: () -> [Stub]) -> Client {
    fatalError()
  }
  @available(*, unavailable, message: "client.stubbed(by: Stubs { Stub(GetUser.self, .success(user)) })")
  @_alwaysEmitIntoClient public func stub<E: ResourceConvertible>(_ endpoint: E.Type, with output: E.Output)
    -> Client
  { fatalError() }
}
