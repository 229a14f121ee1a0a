// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import ReparteeJSON

// MARK: Calls

extension Client {
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func get(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func get<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func post(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .post(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func post<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func put(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .put(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func put<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func patch(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .patch(\"/users\", body: .json(user))))"
  )
  @_alwaysEmitIntoClient public func patch<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func delete(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func delete<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func request(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Response { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message:
      "client.send(endpoint), or say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func request<Value>(
    _ path: Any, query: Any? = nil, parameters: Any? = nil, headers: Any? = nil, body: Any? = nil,
    json: Any? = nil,
    as type: Value.Type
  ) async throws -> Value { fatalError() }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send(_ request: Request) async throws -> Response {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public func send<Value>(_ request: Request, as type: Value.Type)
    async throws -> Value
  { fatalError() }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func perform<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func execute<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func fetch<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "send(_:)")
  @_alwaysEmitIntoClient public func call<E: ResourceConvertible>(_ endpoint: E) async throws -> E.Output {
    fatalError()
  }
  @available(*, unavailable, renamed: "response(to:)")
  @_alwaysEmitIntoClient public func reply<E: ResourceConvertible>(to endpoint: E) async throws
    -> TypedResponse<E.Output>
  { fatalError() }
  @available(
    *, unavailable,
    message:
      "the status and the fields: client.response(to: endpoint); the bytes: an endpoint with Output == Data"
  )
  @_alwaysEmitIntoClient public func data<E>(for endpoint: E) async throws -> (Data, Response) {
    fatalError()
  }
}

// MARK: Clients

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

// MARK: Settings of a client

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

// MARK: Requests

extension Request {
  @available(*, unavailable, message: "request.method = .post")
  @_alwaysEmitIntoClient public var httpMethod: String {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.body = .data(data)")
  @_alwaysEmitIntoClient public var httpBody: Data? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public var allHTTPHeaderFields: [String: String]? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a Duration: request.timeout = .seconds(30)")
  @_alwaysEmitIntoClient public var timeoutInterval: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.query = Request.Query(items)")
  @_alwaysEmitIntoClient public var queryItems: [URLQueryItem] {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "query")
  @_alwaysEmitIntoClient public var parameters: Query {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
    fatalError()
  }
  @available(*, unavailable, message: "headers.append(\"X-Name\", value)")
  @_alwaysEmitIntoClient public mutating func addValue(_ value: String, forHTTPHeaderField name: String) {
    fatalError()
  }
  @available(*, unavailable, message: "the method first: Request(.get, \"/users\"), or .get(\"/users\")")
  @_alwaysEmitIntoClient public init(_ path: Path) { fatalError() }
  @available(*, unavailable, message: "the method first: Request(.get, \"/users\"), or .get(\"/users\")")
  @_alwaysEmitIntoClient public init(path: Path) { fatalError() }
  @available(*, unavailable, message: "the method first: Request(.get, \"/users\"), or .get(\"/users\")")
  @_alwaysEmitIntoClient public init(_ method: HTTPRequest.Method, path: Path) { fatalError() }
  @available(*, unavailable, message: "the method first: Request(.get, \"/users\"), or .get(\"/users\")")
  @_alwaysEmitIntoClient public init(method: HTTPRequest.Method, path: Path) { fatalError() }
  @available(*, unavailable, message: "the method first: Request(.get, \"/users\"), or .get(\"/users\")")
  @_alwaysEmitIntoClient public init(path: Path, method: HTTPRequest.Method, body: Any? = nil) {
    fatalError()
  }
  @available(*, unavailable, message: "the method first: Request(.get, url: url)")
  @_alwaysEmitIntoClient public init(method: HTTPRequest.Method, url: Any) { fatalError() }
  @available(*, unavailable, message: "the method first: Request(.get, url: url)")
  @_alwaysEmitIntoClient public init(url: Any, method: HTTPRequest.Method) { fatalError() }
  @available(*, unavailable, message: "Request(method: \"GET\", \"/users\"), or .get(\"/users\")")
  @_disfavoredOverload @_alwaysEmitIntoClient public init(_ method: String, _ path: Path) { fatalError() }
  @available(*, unavailable, message: "a path has no label: .get(\"/users\")")
  @_alwaysEmitIntoClient public static func get(path: Path) -> Request { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]")
  @_alwaysEmitIntoClient public static func get(_ path: Path, parameters: Query) -> Request { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]")
  @_alwaysEmitIntoClient public static func get(_ path: Path, params: Query) -> Request { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]")
  @_alwaysEmitIntoClient public static func get(_ path: Path, searchParams: Query) -> Request { fatalError() }
  @available(*, unavailable, message: "query: Request.Query(items)")
  @_alwaysEmitIntoClient public static func get(_ path: Path, queryItems: Any) -> Request { fatalError() }
  @available(*, unavailable, message: "a GET has no body; a search with one: .query(path, body: …)")
  @_alwaysEmitIntoClient public static func get(_ path: Path, query: Query = [:], body: Body) -> Request {
    fatalError()
  }
  @available(*, unavailable, message: "say how it is encoded: body: .json(value)")
  @_alwaysEmitIntoClient public static func post(_ path: Path, json: Any) -> Request { fatalError() }
  @available(*, unavailable, message: "say how they are encoded: body: .form(…), body: .json(…)")
  @_alwaysEmitIntoClient public static func post(_ path: Path, parameters: Any) -> Request { fatalError() }
  @available(*, unavailable, message: "say how it is encoded: body: .json(value)")
  @_alwaysEmitIntoClient public static func post(_ path: Path, _ body: Any) -> Request { fatalError() }
}

extension Request.Headers {
  @available(*, unavailable, message: "append(\"X-Name\", value)")
  @_alwaysEmitIntoClient public mutating func add(name: String, value: String) { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func update(name: String, value: String) { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func setValue(_ value: String, forHTTPHeaderField name: String) {
    fatalError()
  }
}

extension Request.Query {
  @available(*, unavailable, message: "the label is encoding: Request.Query(encoding: value)")
  @_disfavoredOverload @_alwaysEmitIntoClient public init(_ value: some Encodable) { fatalError() }
  @available(*, unavailable, message: "query.append(\"page\", 2)")
  @_alwaysEmitIntoClient public subscript(name: String) -> (any QueryValue)? {
    get { fatalError() }
    set {}
  }
}

extension Request.Idempotency {
  @available(*, unavailable, renamed: "never")
  @_alwaysEmitIntoClient public static var none: Request.Idempotency { fatalError() }
}

extension Request.Body {
  @available(*, unavailable, renamed: "text(_:)")
  @_alwaysEmitIntoClient public static func string(_ text: String) -> Request.Body { fatalError() }
  @available(*, unavailable, renamed: "form(_:)")
  @_alwaysEmitIntoClient public static func urlEncoded(_ fields: Request.Query) -> Request.Body {
    fatalError()
  }
  @available(*, unavailable, renamed: "form(_:)")
  @_alwaysEmitIntoClient public static func formURLEncoded(_ fields: Request.Query) -> Request.Body {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "mixed values inside an object need a model, or a JSONValue: let body: JSONValue = […]"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func json(_ members: [String: Any])
    -> Request.Body
  { fatalError() }
  @available(*, unavailable, renamed: "json(_:)")
  @_alwaysEmitIntoClient public static func jsonEncodable(_ value: some Encodable & Sendable) -> Request.Body
  { fatalError() }
  @available(*, unavailable, renamed: "json(_:)")
  @_alwaysEmitIntoClient public static func encodable(_ value: some Encodable & Sendable) -> Request.Body {
    fatalError()
  }
  @available(*, unavailable, message: "a file has a URL: .file(URL(fileURLWithPath: path))")
  @_alwaysEmitIntoClient public static func file(_ path: String) -> Request.Body { fatalError() }
  @available(*, unavailable, message: ".multipart(form), of a MultipartForm")
  @_alwaysEmitIntoClient public static func multipartFormData(_ form: Any) -> Request.Body { fatalError() }
  @available(*, unavailable, message: "a form of a dictionary: .form(Request.Query(fields))")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func form(_ fields: [String: String])
    -> Request.Body
  { fatalError() }
  @available(*, unavailable, message: "a form of a value: .form(Request.Query(encoding: value))")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func form(_ value: some Encodable) -> Request.Body
  { fatalError() }
  /// A `Data` as JSON is a string in Base64.
  @available(
    *, deprecated,
    message:
      "this is a string in Base64; JSON that is encoded already: .data(data, contentType: \"application/json\")"
  )
  public static func json(_ value: Data, contentType: String = "application/json") -> Request.Body {
    json(Optional(value), contentType: contentType)
  }
}

// MARK: Answers

extension TypedResponse {
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var body: Any {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var data: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var statusCode: Int {
    get { fatalError() }
    set {}
  }
}

extension Response {
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var data: Data {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var statusCode: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "decode(_:)")
  @_alwaysEmitIntoClient public func json<Value>(_ type: Value.Type = Value.self) throws -> Value {
    fatalError()
  }
  @available(*, unavailable, renamed: "header(_:)")
  @_alwaysEmitIntoClient public func value(forHTTPHeaderField name: String) -> String? { fatalError() }
}

extension CallError {
  @available(*, unavailable, message: "status?.code; nil without a response")
  @_alwaysEmitIntoClient public var statusCode: Int? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "status?.code; nil without a response")
  @_alwaysEmitIntoClient public var responseCode: Int? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "isCancellation")
  @_alwaysEmitIntoClient public var isCancelled: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "status?.code; what went wrong: switch error.reason")
  @_alwaysEmitIntoClient public var code: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "description; what the API says: switch error.reason")
  @_alwaysEmitIntoClient public var message: String {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var data: Data? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "declared")
  @_alwaysEmitIntoClient public var failure: Failure? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "underlying")
  @_alwaysEmitIntoClient public var underlyingError: (any Error)? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "switch error.reason")
  @_alwaysEmitIntoClient public static func declared(_ failure: Failure) -> CallError { fatalError() }
  @available(*, unavailable, message: "switch error.reason")
  @_alwaysEmitIntoClient public static func ~= (pattern: CallError, error: CallError) -> Bool { fatalError() }
}

// MARK: Maps

extension ResponseCase {
  @available(*, unavailable, renamed: "code(_:_:)")
  @_alwaysEmitIntoClient public static func status(_ code: Int, _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(200, …), or .success(…) for any 2xx")
  @_alwaysEmitIntoClient public static func ok(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, renamed: "any(_:)")
  @_alwaysEmitIntoClient public static func `default`(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
}

extension Outcome {
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func json<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func decodable<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var empty: Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var void: Outcome { fatalError() }
  @available(*, unavailable, renamed: "error(_:)")
  @_alwaysEmitIntoClient public static func failure(_ failure: Failure) -> Outcome { fatalError() }
}
