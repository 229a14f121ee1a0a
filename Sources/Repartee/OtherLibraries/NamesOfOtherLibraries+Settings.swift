// As NamesOfOtherLibraries.swift, for the settings of a client.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

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
  @available(
    *, unavailable,
    message: "a session has it: URLSessionTransport(configuration:); else client.timeout, client.headers"
  )
  @_alwaysEmitIntoClient public var configuration: Client {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var defaultHeaders: Request.Headers {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var additionalHeaders: Request.Headers {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var httpAdditionalHeaders: Request.Headers {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "retry")
  @_alwaysEmitIntoClient public var retryPolicy: RetryPolicy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a number of attempts: client.retry.maximumAttempts = 4")
  @_alwaysEmitIntoClient public var maxRetries: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json.keys = .snakeCase")
  @_alwaysEmitIntoClient public var keyDecodingStrategy: KeyStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json.keys = .snakeCase")
  @_alwaysEmitIntoClient public var keyEncodingStrategy: KeyStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json.dates = .iso8601")
  @_alwaysEmitIntoClient public var dateDecodingStrategy: DateStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json.dates = .iso8601")
  @_alwaysEmitIntoClient public var dateEncodingStrategy: DateStrategy {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable,
    message: "client.json, of Repartee's JSONCoder; Foundation's: client.decoders = [client.json.foundation]"
  )
  @_alwaysEmitIntoClient public var decoder: JSONDecoder {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable,
    message: "client.json, of Repartee's JSONCoder; Foundation's: client.decoders = [client.json.foundation]"
  )
  @_alwaysEmitIntoClient public var jsonDecoder: JSONDecoder {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json, of Repartee's JSONCoder")
  @_alwaysEmitIntoClient public var encoder: JSONEncoder {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json, of Repartee's JSONCoder")
  @_alwaysEmitIntoClient public var jsonEncoder: JSONEncoder {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var interceptor: (any Stage)? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var interceptors: [any Stage] {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var plugins: [any Stage] {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var middleware: [any Stage] {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var middlewares: [any Stage] {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware"
  )
  @_alwaysEmitIntoClient public var delegate: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "observers")
  @_alwaysEmitIntoClient public var eventMonitors: [any CallObserver] {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.redirects = .off")
  @_alwaysEmitIntoClient public var followRedirects: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.redirects = .deciding { … }")
  @_alwaysEmitIntoClient public var redirectHandler: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.cookies = CookieJar()")
  @_alwaysEmitIntoClient public var cookieStorage: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.cookies = CookieJar()")
  @_alwaysEmitIntoClient public var httpCookieStorage: Any? {
    get { fatalError() }
    set {}
  }
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
}
