// As NamesOfOtherLibraries.swift, for the credentials of a client.

extension Client {
  @available(*, unavailable, message: "client.authentication = .bearer(token)")
  @_alwaysEmitIntoClient public var bearerToken: String {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .bearer(token)")
  @_alwaysEmitIntoClient public var accessToken: String {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "client.authentication = .session(session), .bearer(token), .basic(…)"
  )
  @_alwaysEmitIntoClient public var credential: Any? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "client.authentication = .session(session), .bearer(token), .basic(…)"
  )
  @_alwaysEmitIntoClient public var authenticator: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "URLSessionTransport(serverTrust:)")
  @_alwaysEmitIntoClient public var serverTrustManager: Any? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "URLSessionTransport(serverTrust:); with AsyncHTTPClient: its configuration"
  )
  @_alwaysEmitIntoClient public var verify: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.cookies = CookieJar(); credentials: client.authentication")
  @_alwaysEmitIntoClient public var withCredentials: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .bearer(token)")
  @_alwaysEmitIntoClient public var token: String? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .bearer(token)")
  @_alwaysEmitIntoClient public var authorization: String? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public var apiKey: String? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "authentication")
  @_alwaysEmitIntoClient public var auth: Authentication {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .bearer { try await provider.token() }")
  @_alwaysEmitIntoClient public var tokenProvider: (() async throws -> String)? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.authentication = .basic(username: name, password: password)")
  @_alwaysEmitIntoClient public func authenticate(username: String, password: String) { fatalError() }
  @available(*, unavailable, message: "client.authentication = .basic(username: name, password: password)")
  @_alwaysEmitIntoClient public func setAuthorizationHeader(username: String, password: String) {
    fatalError()
  }
}
