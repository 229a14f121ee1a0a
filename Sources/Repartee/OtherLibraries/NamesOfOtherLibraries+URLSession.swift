#if canImport(Darwin)
public import Foundation
#elseif URLSession
public import FoundationNetworking
#endif

// As NamesOfOtherLibraries.swift, for what only URLSession has.

#if canImport(Darwin) || URLSession
extension Client {
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func send(_ request: URLRequest) async throws -> Response { fatalError() }
  @available(*, unavailable, message: "client.cache = ResponseCache(), of ReparteeCaching")
  @_alwaysEmitIntoClient public var requestCachePolicy: URLRequest.CachePolicy {
    get { fatalError() }
    set {}
  }
}
#endif
