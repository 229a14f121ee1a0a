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
  @available(*, unavailable, message: "a client is a value: var api = client; api.headers[\"X-App\"] = \"7\"")
  @_alwaysEmitIntoClient public func extend(
    baseURL: Any? = nil, prefixUrl: Any? = nil, headers: Any? = nil, timeout: Duration? = nil
  ) -> Client { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public static func create(
    baseURL: Any, headers: Any? = nil, timeout: Duration? = nil
  ) -> Client { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public static var shared: Client { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public static var `default`: Client { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(serverURL: Any, transport: some Transport) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(serverURL: Any, transport: some Transport, middlewares: Any) {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(prefixUrl: Any, transport: some Transport) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: .urlSession), on Linux transport: .asyncHTTPClient"
  )
  @_alwaysEmitIntoClient public init(transport: some Transport) { fatalError() }
  @available(*, unavailable, message: "set them afterwards: client.stages = […]")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, middlewares: Any) {
    fatalError()
  }
  @available(*, unavailable, message: "set them afterwards: client.stages = […]")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, plugins: Any) { fatalError() }
  @available(*, unavailable, message: "set them afterwards: client.stages = […]")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, interceptor: Any) {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: URLSessionTransport(configuration: configuration))"
  )
  @_alwaysEmitIntoClient public init(configuration: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "a client is a value: var client = Client(…); client.timeout = .seconds(5)"
  )
  @_alwaysEmitIntoClient public init(
    baseURL: Any, transport: some Transport, configure: (inout Client) -> Void
  ) { fatalError() }
  @available(*, unavailable, message: "set it afterwards: client.authentication = .bearer(token)")
  @_alwaysEmitIntoClient public init(
    baseURL: Any, transport: some Transport, authentication: Authentication
  ) { fatalError() }
  @available(*, unavailable, message: "set it afterwards: client.retry = .off")
  @_alwaysEmitIntoClient public init(baseURL: Any, transport: some Transport, retry: RetryPolicy) {
    fatalError()
  }
  @available(*, unavailable, message: "headers of a dictionary: Request.Headers(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public init(
    baseURL: Any, transport: some Transport, headers: [String: String]
  ) { fatalError() }
  @available(*, unavailable, message: "set it afterwards: client.timeout = .seconds(30)")
  @_disfavoredOverload @_alwaysEmitIntoClient public init(
    baseURL: Any, transport: some Transport, timeout: Double
  ) { fatalError() }
  @available(
    *, unavailable,
    message: "Client(baseURL: url, transport: URLSessionTransport(configuration: configuration))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public init(baseURL: Any, configuration: Client) {
    fatalError()
  }
}
