// As NamesOfOtherLibraries.swift, for retries, redirects, time limits and credentials.

extension RetryPolicy {
  @available(*, unavailable, renamed: "maximumAttempts")
  @_alwaysEmitIntoClient public var maxAttempts: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "with the first: maximumAttempts = 4")
  @_alwaysEmitIntoClient public var maxRetries: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "with the first: maximumAttempts = 4")
  @_alwaysEmitIntoClient public var retryLimit: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "with the first: maximumAttempts = 4")
  @_alwaysEmitIntoClient public var limit: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "baseDelay = .milliseconds(50), doubled each time up to maximumDelay")
  @_alwaysEmitIntoClient public var backoff: RetryPolicy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "baseDelay")
  @_alwaysEmitIntoClient public var delay: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "standard, whose baseDelay doubles each time")
  @_alwaysEmitIntoClient public static var exponential: RetryPolicy { fatalError() }
  @available(*, unavailable, message: "standard, whose baseDelay doubles each time")
  @_alwaysEmitIntoClient public static var exponentialBackoff: RetryPolicy { fatalError() }
  @available(*, unavailable, message: "baseDelay = .milliseconds(50), doubled each time up to maximumDelay")
  @_alwaysEmitIntoClient public var exponentialBackoffBase: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "baseDelay = .milliseconds(50), doubled each time up to maximumDelay")
  @_alwaysEmitIntoClient public var exponentialBackoffScale: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.retryRule = { $0.status == 418 ? .transient : nil }")
  @_alwaysEmitIntoClient public var statusCodes: Set<Int> {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.retryRule = { $0.status == 418 ? .transient : nil }")
  @_alwaysEmitIntoClient public var retryableHTTPStatusCodes: Set<Int> {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "with the first: RetryPolicy(maximumAttempts: 4)")
  @_alwaysEmitIntoClient public init(retryLimit: Int) { fatalError() }
  @available(*, unavailable, renamed: "init(maximumAttempts:)")
  @_alwaysEmitIntoClient public init(maxAttempts: Int) { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var none: RetryPolicy { fatalError() }
}

extension RedirectPolicy {
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var none: RedirectPolicy { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var doNotFollow: RedirectPolicy { fatalError() }
}

extension Duration {
  @available(*, unavailable, renamed: "unlimited")
  @_alwaysEmitIntoClient public static var none: Duration { fatalError() }
}

extension Authentication {
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var none: Authentication { fatalError() }
  @available(*, unavailable, renamed: "basic(username:password:)")
  @_alwaysEmitIntoClient public static func basic(_ username: String, _ password: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, renamed: "basic(username:password:)")
  @_alwaysEmitIntoClient public static func basic(user: String, password: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func apiKey(_ key: String) -> Authentication { fatalError() }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func apiKey(_ key: String, name: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, renamed: "bearer(_:)")
  @_alwaysEmitIntoClient public static func token(_ token: String) -> Authentication { fatalError() }
  @available(*, unavailable, renamed: "bearer(_:)")
  @_alwaysEmitIntoClient public static func bearerToken(_ token: String) -> Authentication { fatalError() }
  @available(*, unavailable, renamed: "bearer(_:)")
  @_alwaysEmitIntoClient public static func bearer(token: String) -> Authentication { fatalError() }
  @available(
    *, unavailable,
    message: ".session(session), with the product ReparteeOAuth; a token alone: .bearer(token)"
  )
  @_alwaysEmitIntoClient public static func oauth2(_ token: Any) -> Authentication { fatalError() }
}

extension BearerToken {
  @available(*, unavailable, message: "the token has no label: BearerToken(token)")
  @_alwaysEmitIntoClient public init(accessToken: String) { fatalError() }
}
