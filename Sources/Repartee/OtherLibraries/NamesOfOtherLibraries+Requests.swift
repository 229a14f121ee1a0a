// As NamesOfOtherLibraries.swift, for requests, their fields and bodies.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

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
