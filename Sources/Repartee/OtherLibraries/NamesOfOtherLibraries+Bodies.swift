// As NamesOfOtherLibraries.swift, for what a request has beside its path.

extension Request {
  @available(*, unavailable, message: "body: .json(user); afterwards: request.body = .json(user)")
  @_alwaysEmitIntoClient public mutating func setBody(_ value: Any) { fatalError() }
  @available(*, unavailable, message: "request.redirects = .off; a number: .follow(limit: 5)")
  @_alwaysEmitIntoClient public var maxRedirects: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.redirects = .off")
  @_alwaysEmitIntoClient public var followRedirects: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.retry = RetryPolicy(maximumAttempts: 3), or .off")
  @_alwaysEmitIntoClient public var retries: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.retry = RetryPolicy(maximumAttempts: 3), or .off")
  @_alwaysEmitIntoClient public var retryCount: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.retry = RetryPolicy(maximumAttempts: 3), or .off")
  @_alwaysEmitIntoClient public var retryLimit: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(_ path: Path, params: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(_ path: Path, parameters: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(_ path: Path, searchParams: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(_ path: Path, params: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(_ path: Path, searchParams: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(_ path: Path, params: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(_ path: Path, searchParams: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(_ path: Path, params: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(_ path: Path, searchParams: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(_ path: Path, params: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(_ path: Path, parameters: some Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: "query: [\"page\": 2]; a dictionary: query: Request.Query(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(_ path: Path, searchParams: some Any)
    -> Request
  { fatalError() }
  @available(
    *, unavailable, message: "body: .form([\"name\": name]); a dictionary: .form(Request.Query(dictionary))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(_ path: Path, form: some Any) -> Request
  { fatalError() }
  @available(
    *, unavailable, message: "no body: leave it out, or body: .none; one that may be missing: body ?? .none"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body?, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable, message: "body: .form([\"name\": name]); a dictionary: .form(Request.Query(dictionary))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(_ path: Path, form: some Any) -> Request
  { fatalError() }
  @available(
    *, unavailable, message: "no body: leave it out, or body: .none; one that may be missing: body ?? .none"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body?, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable, message: "body: .form([\"name\": name]); a dictionary: .form(Request.Query(dictionary))"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(_ path: Path, form: some Any)
    -> Request
  { fatalError() }
  @available(
    *, unavailable, message: "no body: leave it out, or body: .none; one that may be missing: body ?? .none"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body?, timeout: Duration? = nil
  ) -> Request { fatalError() }
}

@available(
  *, unavailable,
  message: "say how it is encoded: body: .json([\"name\": name]), body: .form([\"name\": name])"
)
extension Request.Body: ExpressibleByDictionaryLiteral {
  @_alwaysEmitIntoClient public init(dictionaryLiteral elements: (String, Any?)...) { self = .none }
}

extension Request {
  @available(*, unavailable, message: ".post(path, body: body).idempotent(.key(key))")
  @_alwaysEmitIntoClient public static func post(_ path: Path, body: Body = .none, idempotencyKey: Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: ".put(path, body: body).idempotent(.key(key))")
  @_alwaysEmitIntoClient public static func put(_ path: Path, body: Body = .none, idempotencyKey: Any)
    -> Request
  { fatalError() }
  @available(*, unavailable, message: ".patch(path, body: body).idempotent(.key(key))")
  @_alwaysEmitIntoClient public static func patch(_ path: Path, body: Body = .none, idempotencyKey: Any)
    -> Request
  { fatalError() }
}
