// As NamesOfOtherLibraries.swift, for retries, redirects, time limits and credentials.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

extension RetryPolicy {
  @available(*, unavailable, renamed: "maximumAttempts")
  @_alwaysEmitIntoClient public var attempts: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "maximumAttempts")
  @_alwaysEmitIntoClient public var total: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "maximumDelay")
  @_alwaysEmitIntoClient public var backoffLimit: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "maximumDelay")
  @_alwaysEmitIntoClient public var maxDelay: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "baseDelay")
  @_alwaysEmitIntoClient public var initialDelay: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "baseDelay = .milliseconds(50), doubled each time up to maximumDelay")
  @_alwaysEmitIntoClient public var backoffFactor: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "maximumRetryAfter")
  @_alwaysEmitIntoClient public var maxRetryAfter: Duration {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "of a request: request.idempotency = .always; by default by its method")
  @_alwaysEmitIntoClient public var methods: [HTTPRequest.Method] {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "of a request: request.idempotency = .always; by default by its method")
  @_alwaysEmitIntoClient public var retryableHTTPMethods: Set<HTTPRequest.Method> {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.retryRule = { $0.status == 418 ? .transient : nil }")
  @_alwaysEmitIntoClient public var statusForcelist: [Int] {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "with the first: RetryPolicy(maximumAttempts: 4)")
  @_alwaysEmitIntoClient public init(
    retryLimit: Int, exponentialBackoffBase: Int, exponentialBackoffScale: Double = 0
  ) { fatalError() }
  @available(*, unavailable, message: "with the first: RetryPolicy(maximumAttempts: 4)")
  @_alwaysEmitIntoClient public init(limit: Int) { fatalError() }
  @available(*, unavailable, message: "with the first: RetryPolicy(maximumAttempts: 4)")
  @_alwaysEmitIntoClient public init(maxRetries: Int) { fatalError() }
  @available(*, unavailable, message: "RetryPolicy(maximumAttempts: 3, baseDelay: .seconds(1))")
  @_alwaysEmitIntoClient public init(maxAttempts: Int, delay: Duration) { fatalError() }
  @available(*, unavailable, message: "RetryPolicy(maximumAttempts: 4), whose baseDelay doubles each time")
  @_alwaysEmitIntoClient public static func exponential(maxRetries: Int) -> RetryPolicy { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var never: RetryPolicy { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var disabled: RetryPolicy { fatalError() }
  @available(*, unavailable, renamed: "standard")
  @_alwaysEmitIntoClient public static var `default`: RetryPolicy { fatalError() }
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
  @available(*, unavailable, message: ".follow(limit: 5)")
  @_alwaysEmitIntoClient public static func follow(max: Int) -> RedirectPolicy { fatalError() }
  @available(*, unavailable, message: ".follow(limit: 5)")
  @_alwaysEmitIntoClient public static func follow(_ count: Int) -> RedirectPolicy { fatalError() }
  @available(*, unavailable, message: ".follow(limit: 5)")
  @_alwaysEmitIntoClient public static func follow(maxRedirects: Int) -> RedirectPolicy { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var none: RedirectPolicy { fatalError() }
  @available(*, unavailable, renamed: "off")
  @_alwaysEmitIntoClient public static var doNotFollow: RedirectPolicy { fatalError() }
}

extension Duration {
  @available(*, unavailable, renamed: "unlimited")
  @_alwaysEmitIntoClient public static var infinity: Duration { fatalError() }
  @available(*, unavailable, renamed: "unlimited")
  @_alwaysEmitIntoClient public static var never: Duration { fatalError() }
  @available(*, unavailable, message: ".minutes(60)")
  @_alwaysEmitIntoClient public static func hours(_ hours: some BinaryInteger) -> Duration { fatalError() }
  @available(*, unavailable, message: "whole minutes, or .seconds(90)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func minutes(_ minutes: Double) -> Duration {
    fatalError()
  }
  @available(*, unavailable, renamed: "unlimited")
  @_alwaysEmitIntoClient public static var none: Duration { fatalError() }
}

extension Authentication {
  @available(*, unavailable, renamed: "basic(username:password:)")
  @_alwaysEmitIntoClient public static func basic(user: String, pass: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, renamed: "basic(username:password:)")
  @_alwaysEmitIntoClient public static func basicAuth(_ username: String, _ password: String)
    -> Authentication
  { fatalError() }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func apiKey(name: String, value: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func apiKey(_ name: String, _ value: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func apiKey(_ key: String, in name: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func header(_ name: String, _ value: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "say where it goes: .apiKey(key, header: \"X-Api-Key\")")
  @_alwaysEmitIntoClient public static func custom(_ value: String) -> Authentication { fatalError() }
  @available(*, unavailable, renamed: "bearer(_:)")
  @_alwaysEmitIntoClient public static func jwt(_ token: String) -> Authentication { fatalError() }
  @available(*, unavailable, renamed: "bearer(_:)")
  @_alwaysEmitIntoClient public static func accessToken(_ token: String) -> Authentication { fatalError() }
  @available(*, unavailable, message: "there is no Digest; a function of your own: .signing { … }")
  @_alwaysEmitIntoClient public static func digest(username: String, password: String) -> Authentication {
    fatalError()
  }
  @available(*, unavailable, message: "a token that may be missing: token.map { .bearer($0) } ?? .off")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func bearer(_ token: String?) -> Authentication {
    fatalError()
  }
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
  @available(*, unavailable, renamed: "accessToken")
  @_alwaysEmitIntoClient public var token: String { fatalError() }
  @available(*, unavailable, message: "expiration; a session refreshes in time")
  @_alwaysEmitIntoClient public var isExpired: Bool { fatalError() }
  @available(*, unavailable, message: "expiration; a session refreshes in time")
  @_alwaysEmitIntoClient public var requiresRefresh: Bool { fatalError() }
  @available(*, unavailable, renamed: "expiration")
  @_alwaysEmitIntoClient public var expiresAt: Date? { fatalError() }
  @available(*, unavailable, message: "the token has no label: BearerToken(token)")
  @_alwaysEmitIntoClient public init(token: String) { fatalError() }
  @available(
    *, unavailable, message: "the token has no label: BearerToken(token, refreshToken: refreshToken)"
  )
  @_alwaysEmitIntoClient public init(accessToken: String, refreshToken: String?) { fatalError() }
  @available(*, unavailable, message: "a Date: BearerToken(token, expiration: date)")
  @_alwaysEmitIntoClient public init(_ token: String, refreshToken: String? = nil, expiresIn: Double) {
    fatalError()
  }
  @available(*, unavailable, message: "the token has no label: BearerToken(token)")
  @_alwaysEmitIntoClient public init(accessToken: String) { fatalError() }
}

extension Client {
  @available(*, unavailable, message: "client.retry = .off")
  @_alwaysEmitIntoClient public var retryOnConnectionFailure: Bool {
    get { fatalError() }
    set {}
  }
}

extension BearerToken {
  @available(
    *, unavailable,
    message:
      "the token has no label, and expires at a Date: BearerToken(token, refreshToken: refreshToken, expiration: date)"
  )
  @_alwaysEmitIntoClient public init(accessToken: String, refreshToken: String?, expiresIn: Any) {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "the token has no label, and expires at a Date: BearerToken(token, expiration: date)"
  )
  @_alwaysEmitIntoClient public init(accessToken: String, expiresIn: Any) { fatalError() }
  @available(
    *, unavailable,
    message: "the token has no label, and expires at a Date: BearerToken(token, expiration: date)"
  )
  @_alwaysEmitIntoClient public init(accessToken: String, expiresAt: Any) { fatalError() }
  @available(
    *, unavailable,
    message:
      "the token has no label, and expires at a Date: BearerToken(token, refreshToken: refreshToken, expiration: date)"
  )
  @_alwaysEmitIntoClient public init(accessToken: String, refreshToken: String?, expiresAt: Any) {
    fatalError()
  }
}

extension JSONCoder {
  @available(*, unavailable, message: "JSONCoder(keys: .snakeCase)")
  @_alwaysEmitIntoClient public static var snakeCase: JSONCoder { fatalError() }
  @available(*, unavailable, message: "JSONCoder(keys: .snakeCase)")
  @_alwaysEmitIntoClient public static var convertFromSnakeCase: JSONCoder { fatalError() }
  @available(*, unavailable, message: "JSONCoder(dates: .iso8601)")
  @_alwaysEmitIntoClient public static var iso8601: JSONCoder { fatalError() }
}
