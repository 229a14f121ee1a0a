// As NamesOfOtherLibraries.swift, for time limits and connections of a client.

extension Client {
  @available(*, unavailable, message: "a Duration: client.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public var timeoutInterval: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public var timeoutIntervalForResource: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.idleTimeout = .seconds(30)")
  @_alwaysEmitIntoClient public var timeoutIntervalForRequest: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "idleTimeout")
  @_alwaysEmitIntoClient public var readTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "timeout")
  @_alwaysEmitIntoClient public var requestTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "timeout")
  @_alwaysEmitIntoClient public var callTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "headTimeout")
  @_alwaysEmitIntoClient public var connectTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a session has it: URLSessionTransport(configuration: configuration)")
  @_alwaysEmitIntoClient public var httpMaximumConnectionsPerHost: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a session has it: URLSessionTransport(configuration: configuration)")
  @_alwaysEmitIntoClient public var allowsCellularAccess: Bool {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "URLSessionTransport(configuration:); with AsyncHTTPClient: its configuration"
  )
  @_alwaysEmitIntoClient public var proxy: Any? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "client.stages.append(WaitingForNetwork(network)), of ReparteeOperations"
  )
  @_alwaysEmitIntoClient public var waitsForConnectivity: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "idleTimeout")
  @_alwaysEmitIntoClient public var writeTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "timeout")
  @_alwaysEmitIntoClient public var resourceTimeout: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.headTimeout = .seconds(3)")
  @_alwaysEmitIntoClient public var connectTimeoutMillis: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.idleTimeout = .seconds(30)")
  @_alwaysEmitIntoClient public var socketTimeoutMillis: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public var requestTimeoutMillis: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: client.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public var timeoutSeconds: Int {
    get { fatalError() }
    set {}
  }
}
