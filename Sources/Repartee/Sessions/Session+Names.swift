// As NamesOfOtherLibraries.swift, for sessions.

extension Session {
  @available(*, unavailable, message: "credential?.accessToken")
  @_alwaysEmitIntoClient public var accessToken: String? { fatalError() }
  @available(*, unavailable, message: "state: if case .signedIn = session.state { … }")
  @_alwaysEmitIntoClient public var isSignedIn: Bool { fatalError() }
  @available(*, unavailable, message: "state: if case .signedIn = session.state { … }")
  @_alwaysEmitIntoClient public var isAuthenticated: Bool { fatalError() }
  @available(*, unavailable, renamed: "signOut()")
  @_alwaysEmitIntoClient public func logout() async throws { fatalError() }
  @available(*, unavailable, renamed: "signIn(_:)")
  @_alwaysEmitIntoClient public func login(_ credential: Credential) async throws { fatalError() }
  @available(*, unavailable, message: "session.refreshNow(with: client)")
  @_alwaysEmitIntoClient public func refresh() async throws { fatalError() }
  @available(*, unavailable, renamed: "init(refreshing:)")
  @_alwaysEmitIntoClient public convenience init(
    refresh: @escaping (Credential, SessionRefresh) async throws -> Credential
  ) { fatalError() }
}

extension Session {
  @available(*, unavailable, message: "session.signIn(BearerToken(token))")
  @_disfavoredOverload @_alwaysEmitIntoClient public func signIn(_ token: String) async throws {
    fatalError()
  }
}
