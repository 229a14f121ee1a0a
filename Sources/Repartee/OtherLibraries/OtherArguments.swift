public import HTTPTypes

// Arguments of another type: the compiler says what to write. None of this is called, so none of it is in the library.
// Each is a line of Tests/Compiles/typed.

// MARK: Paths

extension Request {
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .get(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(
    _ path: String, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .head(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func head(
    _ path: String, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .post(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: String, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .put(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: String, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .patch(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: String, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .delete(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(
    _ path: String, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: .query(\"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func query(
    _ path: String, query: Query = [:], headers: Headers = [:], body: Body, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "write the path here, and values are escaped: (.get, \"/users/\\(id)\"); made elsewhere: Request.Path(path)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public init(
    _ method: HTTPRequest.Method, _ path: String, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: Duration? = nil
  ) { fatalError() }
}

// MARK: Queries, header fields and time limits

extension Request {
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(
    _ path: Path, query: some Any, headers: Headers = [:], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(
    _ path: Path, query: Query = [:], headers: [String: String], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func get(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func head(
    _ path: Path, query: some Any, headers: Headers = [:], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func head(
    _ path: Path, query: Query = [:], headers: [String: String], timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func head(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: Path, query: some Any, headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: Path, query: Query = [:], headers: [String: String], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: Path, query: some Any, headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: Path, query: Query = [:], headers: [String: String], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: Path, query: some Any, headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: Path, query: Query = [:], headers: [String: String], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(
    _ path: Path, query: some Any, headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(
    _ path: Path, query: Query = [:], headers: [String: String], body: Body = .none, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func delete(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Double
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message:
      "a query is [\"page\": 2], each a QueryValue; or Request.Query(items), Request.Query(encoding: value)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func query(
    _ path: Path, query: some Any, headers: Headers = [:], body: Body, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "headers of a dictionary: Request.Headers(dictionary)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func query(
    _ path: Path, query: Query = [:], headers: [String: String], body: Body, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "a time limit is a Duration: .seconds(30)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func query(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: Body, timeout: Double
  ) -> Request { fatalError() }
}

// MARK: Bodies

extension Request {
  @available(
    *, unavailable,
    message: "say how it is encoded: .json(value), .form(fields), .text(text), .data(data)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func post(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: some Encodable, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "say how it is encoded: .json(value), .form(fields), .text(text), .data(data)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func put(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: some Encodable, timeout: Duration? = nil
  ) -> Request { fatalError() }
  @available(
    *, unavailable,
    message: "say how it is encoded: .json(value), .form(fields), .text(text), .data(data)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func patch(
    _ path: Path, query: Query = [:], headers: Headers = [:], body: some Encodable, timeout: Duration? = nil
  ) -> Request { fatalError() }
}

// MARK: Settings

// Not of the types themselves: there they would be the same properties twice.

extension CustomReflectable where Self == Client {
  @available(*, unavailable, message: "a time limit is a Duration: .seconds(30), or .unlimited")
  @_disfavoredOverload @_alwaysEmitIntoClient public var timeout: Any? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a time limit is a Duration: .seconds(30)")
  @_disfavoredOverload @_alwaysEmitIntoClient public var headTimeout: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "a time limit is a Duration: .seconds(30)")
  @_disfavoredOverload @_alwaysEmitIntoClient public var idleTimeout: Double {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "headers of a dictionary: Request.Headers(dictionary)")
  @_disfavoredOverload @_alwaysEmitIntoClient public var headers: [String: String] {
    get { fatalError() }
    set {}
  }
}

extension CustomReflectable where Self == Client {
  @available(*, unavailable, message: "a number of attempts: client.retry.maximumAttempts = 4")
  @_disfavoredOverload @_alwaysEmitIntoClient public var retry: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "an Authentication: .bearer(token), .session(session), .off")
  @_disfavoredOverload @_alwaysEmitIntoClient public var authentication: Any? {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable,
    message:
      "a JSONCoder: JSONCoder(keys: .snakeCase); Foundation's: client.decoders = [client.json.foundation]"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public var json: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "client = client.with(baseURL: url)")
  @_disfavoredOverload @_alwaysEmitIntoClient public var baseURL: Any {
    get { fatalError() }
    set {}
  }
}

extension CustomReflectable where Self == Request {
  @available(*, unavailable, message: "a time limit is a Duration: .seconds(30)")
  @_disfavoredOverload @_alwaysEmitIntoClient public var timeout: Double? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "request.method = .post")
  @_disfavoredOverload @_alwaysEmitIntoClient public var method: String {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "the client's own, or another: $0.retry = RetryPolicy(maximumAttempts: 1)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public var retry: RetryPolicy {
    get { fatalError() }
    set {}
  }
}

extension CustomStringConvertible where Self == Request {
  @available(*, unavailable, message: "a policy: $0.retry = RetryPolicy(maximumAttempts: 1), or .off")
  @_disfavoredOverload @_alwaysEmitIntoClient public var retry: Int {
    get { fatalError() }
    set {}
  }
}
