#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
import ReparteeJSON

/// What an endpoint asks for, before it meets a base URL: method, path, query, header fields and body.
///
/// ```swift
/// .get("/users/\(id)")
/// .get(
///   "/users", query: ["page": page, "tag": ["a", "b"]],
///   headers: ["If-None-Match": etag])
/// .post("/users", body: .json(user), timeout: .seconds(10))
/// Request(.get, url: "https://elsewhere.example/report.csv")
/// ```
///
/// A request is a value that anyone can make and change; it is checked when it is sent. What can't be sent
/// then fails the call with a ``RequestError``, and nothing reaches the network.
public struct Request: Sendable {
  /// Where a request goes.
  public enum Target: Sendable {
    /// Below the client's base URL.
    case path(Path)
    /// To a full `http` or `https` URL, whatever the base URL. The client's own header fields, and with them
    /// its credentials, go along only to the origin of its base URL (RFC 9110, section 4.3.1).
    case url(String)
  }

  /// The method (RFC 9110, section 9).
  public var method: HTTPRequest.Method {
    didSet { if methodFault != nil { methodFault = nil } }
  }
  /// The path below the base URL, or a full URL.
  public var target: Target
  /// Items that follow those of the base URL and of the target.
  public var query: Query
  /// Fields that replace the client's of the same name.
  public var headers: Headers
  /// The body.
  public var body: Body
  /// The longest the whole call may take, from `send` to the decoded response, all attempts and pauses included;
  /// nil leaves it to ``Client/timeout``, ``TimeLimit/unlimited`` lifts it.
  public var timeout: TimeLimit? {
    get { boxed?.overrides.timeout }
    set { change { $0.timeout = newValue } }
  }
  /// The longest to wait for the head of a response; nil leaves it to ``Client/headTimeout``.
  public var headTimeout: TimeLimit? {
    get { boxed?.overrides.headTimeout }
    set { change { $0.headTimeout = newValue } }
  }
  /// The longest to wait for more of a body; nil leaves it to ``Client/idleTimeout``.
  public var idleTimeout: TimeLimit? {
    get { boxed?.overrides.idleTimeout }
    set { change { $0.idleTimeout = newValue } }
  }
  /// Whether it may be sent twice; as its method says, unless you say otherwise.
  public var idempotency: Idempotency {
    get { boxed?.overrides.idempotency ?? .byMethod }
    set { change { $0.idempotency = newValue } }
  }
  /// How often it is sent again; nil leaves it to ``Client/retry``.
  public var retry: RetryPolicy? {
    get { boxed?.overrides.retry }
    set { change { $0.retry = newValue } }
  }
  /// What becomes of redirects; nil leaves it to ``Client/redirects``.
  public var redirects: RedirectPolicy? {
    get { boxed?.overrides.redirects }
    set { change { $0.redirects = newValue } }
  }
  /// What it is authenticated with; nil leaves it to ``Client/authentication``. One given here also goes to a full URL
  /// of another origin than the client's.
  public var authentication: Authentication? {
    get { boxed?.overrides.authentication }
    set { change { $0.authentication = newValue } }
  }

  /// How it uses the client's ``Client/cache``.
  public var cachePolicy: CachePolicy {
    get { boxed?.overrides.cachePolicy ?? .default }
    set { change { $0.cachePolicy = newValue } }
  }
  /// Of a request that only asks for something, but by another method than GET: what tells it from others to the same
  /// URL, say the terms of a search. Its responses are then stored as those to GET are, below URL and key. Nil, the
  /// default, stores none. Of GET and HEAD it says nothing.
  public var cacheKey: String? {
    get { boxed?.overrides.cacheKey }
    set { change { $0.cacheKey = newValue } }
  }

  private(set) var methodFault: RequestError? {
    get { boxed?.overrides.methodFault }
    set { change { $0.methodFault = newValue } }
  }
  /// The template of the endpoint that a page is of, whose URL came from the API.
  var ownTemplate: String? {
    get { boxed?.overrides.ownTemplate }
    set { change { $0.ownTemplate = newValue } }
  }

  /// What it says beside what it is, which most requests don't: one word in a value that is copied at each call.
  private var boxed: Boxed?

  private struct Overrides: Sendable {
    var timeout: TimeLimit?
    var headTimeout: TimeLimit?
    var idleTimeout: TimeLimit?
    var idempotency = Idempotency.byMethod
    var retry: RetryPolicy?
    var redirects: RedirectPolicy?
    var authentication: Authentication?
    var cachePolicy = CachePolicy.default
    var cacheKey: String?
    var methodFault: RequestError?
    var ownTemplate: String?
  }

  private final class Boxed: Sendable {
    let overrides: Overrides
    init(_ overrides: Overrides) { self.overrides = overrides }
  }

  private mutating func change(_ change: (inout Overrides) -> Void) {
    var overrides = boxed?.overrides ?? Overrides()
    change(&overrides)
    boxed = Boxed(overrides)
  }

  /// A request below the client's base URL.
  public init(
    _ method: HTTPRequest.Method, _ path: Path, query: Query = [:],
    headers: Headers = [:],
    body: Body = .none, timeout: TimeLimit? = nil
  ) {
    self.init(
      method: method, target: .path(path), query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A request to a URL from a response: ``ResponseHead/location``, a link.
  public init(
    _ method: HTTPRequest.Method, url: URL, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: TimeLimit? = nil
  ) {
    self.init(
      method, url: url.absoluteString, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A request to a full URL, another host.
  public init(
    _ method: HTTPRequest.Method, url: String, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: TimeLimit? = nil
  ) {
    self.init(method: method, target: .url(url), query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A request with a method known by its name only. A name that is not a token (RFC 9110, section 9.1) fails the
  /// call with a ``RequestError`` of kind ``RequestError/Kind/method``.
  public init(
    method name: String, _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: TimeLimit? = nil
  ) {
    let method = HTTPRequest.Method(name)
    self.init(
      method: method ?? .get, target: .path(path), query: query, headers: headers, body: body,
      timeout: timeout)
    if method == nil {
      methodFault = RequestError(
        .method, "the method can't be sent; its name is letters, digits and !#$%&'*+-.^_`|~")
    }
  }

  private init(
    method: HTTPRequest.Method, target: Target, query: Query, headers: Headers,
    body: Body,
    timeout: TimeLimit?
  ) {
    self.method = method
    self.target = target
    self.query = query
    self.headers = headers
    self.body = body
    if timeout != nil { self.timeout = timeout }
  }

  var fault: RequestError? { methodFault ?? headers.fault ?? query.fault }

  var template: String {
    switch target {
    case .path(let path): path.template
    case .url: ownTemplate ?? "{url}"
    }
  }
}

extension Request {
  /// A GET request (RFC 9110, section 9.3.1).
  public static func get(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: TimeLimit? = nil
  ) -> Request {
    Request(.get, path, query: query, headers: headers, timeout: timeout)
  }

  /// A HEAD request (RFC 9110, section 9.3.2): its responses have no body, whatever their Content-Length.
  public static func head(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: TimeLimit? = nil
  ) -> Request {
    Request(.head, path, query: query, headers: headers, timeout: timeout)
  }

  /// A POST request (RFC 9110, section 9.3.3).
  public static func post(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: TimeLimit? = nil
  ) -> Request {
    Request(.post, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PUT request (RFC 9110, section 9.3.4).
  public static func put(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: TimeLimit? = nil
  ) -> Request {
    Request(.put, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PATCH request (RFC 5789).
  public static func patch(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: TimeLimit? = nil
  ) -> Request {
    Request(.patch, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A DELETE request (RFC 9110, section 9.3.5).
  public static func delete(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: TimeLimit? = nil
  ) -> Request {
    Request(.delete, path, query: query, headers: headers, body: body, timeout: timeout)
  }
}

extension Request.Target: CustomStringConvertible, CustomReflectable {
  /// The path's template, or the full URL, its secrets masked.
  public var description: String {
    switch self {
    case .path(let path): path.description
    case .url(let url): Shown.text(Redaction().masked(url: url))
    }
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["target": description]) }
}

extension Request: CustomStringConvertible, CustomReflectable {
  /// Method and path template: no value that was put in, no query, no header field.
  public var description: String { shownCall(method, template) }

  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": headers, "query": query, "body": body])
  }
}
