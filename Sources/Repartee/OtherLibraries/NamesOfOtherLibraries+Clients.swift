// As NamesOfOtherLibraries.swift, for clients.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

extension Client {
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init() { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(_ baseURL: Any, transport: some Transport) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(url: Any, transport: some Transport) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(baseUrl: Any, transport: some Transport) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(host: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(baseURL: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(baseURL: Any, session: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: URLSessionTransport(configuration: configuration))"
  )
  @_alwaysEmitIntoClient public init(baseURL: Any, configuration: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "pass the text: Client(baseURL: \"https://api.example.com\", transport: …)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public init(
    baseURL: URL?, transport: some Transport, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) { fatalError() }
  @available(*, unavailable, message: "set it afterwards: client.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, timeout: Duration) {
    fatalError()
  }
  @available(*, unavailable, message: "set them afterwards: client.stages = […]")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, interceptors: Any) {
    fatalError()
  }
  @available(*, unavailable, message: "the coder is the argument json: JSONCoder(keys: .snakeCase)")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, decoder: Any) { fatalError() }
}
