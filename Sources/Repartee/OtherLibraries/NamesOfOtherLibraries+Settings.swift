// As NamesOfOtherLibraries.swift, for the settings of a client.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

extension Client {
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
  @available(
    *, unavailable,
    message: "a session has it: URLSessionTransport(configuration:); else client.timeout, client.headers"
  )
  @_alwaysEmitIntoClient public var sessionConfiguration: Client {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a session has it: URLSessionTransport(configuration: configuration)")
  @_alwaysEmitIntoClient public var session: Client {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.cache = ResponseCache(), of ReparteeCaching")
  @_alwaysEmitIntoClient public var urlCache: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client = client.with(baseURL: url)")
  @_alwaysEmitIntoClient public var serverURL: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client = client.with(baseURL: url)")
  @_alwaysEmitIntoClient public var prefixUrl: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.headers[.userAgent] = \"App/1\"")
  @_alwaysEmitIntoClient public var userAgent: String {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: ".apiKey(key, query: \"api_key\"), as authentication; others are of each request"
  )
  @_alwaysEmitIntoClient public var params: [String: String] {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "a ResponseMap says what fails: [.success(.decode), .any(.decodeError)]"
  )
  @_alwaysEmitIntoClient public func validate(statusCode codes: some Sequence<Int>) { fatalError() }
  @available(
    *, unavailable, message: "a ResponseMap says what fails: [.success(.decode), .any(.decodeError)]"
  )
  @_alwaysEmitIntoClient public var validateStatus: ((Int) -> Bool)? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "a ResponseMap says what fails: [.success(.decode), .any(.decodeError)]"
  )
  @_alwaysEmitIntoClient public var throwHttpErrors: Bool {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "a ResponseMap says what fails: [.success(.decode), .any(.decodeError)]"
  )
  @_alwaysEmitIntoClient public var expectSuccess: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.observers.append(.logging()), of ReparteeObservability")
  @_alwaysEmitIntoClient public var logger: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "maximumBodySize")
  @_alwaysEmitIntoClient public var maxContentLength: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.redirects = .follow(limit: 5)")
  @_alwaysEmitIntoClient public var maxRedirects: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.redirects = .off")
  @_alwaysEmitIntoClient public var followsRedirects: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.stages.append(stage); for each call: client.callMiddleware")
  @_alwaysEmitIntoClient public func addInterceptor(_ stage: any Stage) { fatalError() }
  @available(*, unavailable, message: "client.stages.append(stage); for each call: client.callMiddleware")
  @_alwaysEmitIntoClient public func use(_ stage: any Stage) { fatalError() }
  @available(*, unavailable, message: "client.stages.append(stage); for each call: client.callMiddleware")
  @_alwaysEmitIntoClient public func install(_ stage: any Stage) { fatalError() }
  @available(*, unavailable, message: "stages: client.stages.append(…); for each call: client.callMiddleware")
  @_alwaysEmitIntoClient public var hooks: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.retryRule = { $0.status == 418 ? .transient : nil }")
  @_alwaysEmitIntoClient public var shouldRetry: ((any CallErrorProtocol) -> Bool)? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a number of attempts: client.retry.maximumAttempts = 4")
  @_alwaysEmitIntoClient public var retries: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a number of attempts: client.retry.maximumAttempts = 4")
  @_alwaysEmitIntoClient public var retryLimit: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client.json.keys = .snakeCase")
  @_alwaysEmitIntoClient public var snakeCase: Bool {
    get { fatalError() }
    set {}
  }
}
