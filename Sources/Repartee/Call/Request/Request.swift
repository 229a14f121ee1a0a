#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// The method, path, query, header fields and body of a request. It is checked when it is sent: an invalid one fails
/// the call with a ``RequestError``.
///
/// ```swift
/// .get("/users/\(id)")
/// .get(
///   "/users", query: ["page": page, "tag": ["a", "b"]],
///   headers: ["If-None-Match": etag])
/// .post("/users", body: .json(user), timeout: .seconds(10))
/// Request(.get, url: "https://elsewhere.example/report.csv")
/// ```
public struct Request: Sendable {
  /// The method (RFC 9110, section 9).
  public var method: HTTPRequest.Method {
    didSet { if methodFault != nil { methodFault = nil } }
  }
  /// The path below the client's base URL; empty if the request has a full ``url``. A new path replaces the URL.
  public var path: Path {
    get { if case .path(let path) = target { path } else { "" } }
    set { target = .path(newValue) }
  }
  /// The full `http` or `https` URL that replaces the base URL and the ``path``; nil if the request has a path. The
  /// client's header fields and credentials go only to the origin of its base URL.
  public var url: String? {
    get { if case .url(let url) = target { url } else { nil } }
    set { target = newValue.map(Target.url) ?? .path(path) }
  }
  /// The query items, after those of the base URL and of the path or URL.
  public var query: Query
  /// The header fields, which replace the client's of the same names.
  public var headers: Headers
  /// The body.
  public var body: Body
  /// The time limit of the call with all attempts and pauses; nil uses ``Client/timeout``.
  public var timeout: Duration? {
    get { boxed?.overrides.timeout }
    set { overrides.timeout = newValue }
  }
  /// The longest wait for the head of a response; nil uses ``Client/headTimeout``.
  public var headTimeout: Duration? {
    get { boxed?.overrides.headTimeout }
    set { overrides.headTimeout = newValue }
  }
  /// The longest wait for more of a body; nil uses ``Client/idleTimeout``.
  public var idleTimeout: Duration? {
    get { boxed?.overrides.idleTimeout }
    set { overrides.idleTimeout = newValue }
  }
  /// Whether the request may be sent twice; by default by its method.
  public var idempotency: Idempotency {
    get { boxed?.overrides.idempotency ?? .byMethod }
    set { overrides.idempotency = newValue }
  }
  /// The policy for retries; nil uses ``Client/retry``.
  public var retry: RetryPolicy? {
    get { boxed?.overrides.retry }
    set { overrides.retry = newValue }
  }
  /// The policy for redirects; nil uses ``Client/redirects``.
  public var redirects: RedirectPolicy? {
    get { boxed?.overrides.redirects }
    set { overrides.redirects = newValue }
  }
  /// The authentication, also for a full URL of another origin; nil uses ``Client/authentication``.
  public var authentication: Authentication? {
    get { boxed?.overrides.authentication }
    set { overrides.authentication = newValue }
  }

  /// The name of the operation in events, logs, metrics, spans and drift: a constant, shown up to 60 characters. Nil
  /// uses the name of the endpoint's type, and none for a ``Resource``; empty means none.
  public var operation: String? {
    get { boxed?.overrides.operation }
    set { overrides.operation = newValue }
  }

  var values: [any RequestValue] {
    get { boxed?.overrides.values ?? [] }
    set { overrides.values = newValue }
  }

  private(set) var methodFault: RequestError? {
    get { boxed?.overrides.methodFault }
    set { overrides.methodFault = newValue }
  }
  package var refusal: RequestError? {
    get { boxed?.overrides.refusal }
    set { overrides.refusal = newValue }
  }
  /// The template of the endpoint, if the request is for a page.
  var ownTemplate: String? {
    get { boxed?.overrides.ownTemplate }
    set { overrides.ownTemplate = newValue }
  }

  enum Target: Sendable {
    case path(Path)
    case url(String)
  }

  var target: Target

  /// Boxed, because each call copies its request.
  private var boxed: Boxed?

  private struct Overrides: Sendable {
    var timeout: Duration?
    var headTimeout: Duration?
    var idleTimeout: Duration?
    var idempotency = Idempotency.byMethod
    var retry: RetryPolicy?
    var redirects: RedirectPolicy?
    var authentication: Authentication?
    var operation: String?
    var values: [any RequestValue] = []
    var methodFault: RequestError?
    var refusal: RequestError?
    var ownTemplate: String?
  }

  private final class Boxed: Sendable {
    let overrides: Overrides
    init(_ overrides: Overrides) { self.overrides = overrides }
  }

  // Not inlined: each property above would have a copy.
  private var overrides: Overrides {
    @inline(never) get { boxed?.overrides ?? Overrides() }
    @inline(never) set { boxed = Boxed(newValue) }
  }

  /// Creates a request below the client's base URL.
  public init(
    _ method: HTTPRequest.Method, _ path: Path, query: Query = [:],
    headers: Headers = [:],
    body: Body = .none, timeout: Duration? = nil
  ) {
    self.init(
      method: method, target: .path(path), query: query, headers: headers, body: body, timeout: timeout)
  }

  /// Creates a request to a URL, such as ``ResponseHead/location``; by default a GET.
  public init(
    _ method: HTTPRequest.Method = .get, url: URL, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: Duration? = nil
  ) {
    self.init(
      method, url: url.absoluteString, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// Creates a request to a full URL; by default a GET.
  public init(
    _ method: HTTPRequest.Method = .get, url: String, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: Duration? = nil
  ) {
    self.init(method: method, target: .url(url), query: query, headers: headers, body: body, timeout: timeout)
  }

  /// Creates a request with a method by name; one that is not a token (RFC 9110, section 9.1) fails the call.
  public init(
    method name: String, _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none, timeout: Duration? = nil
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
    timeout: Duration?
  ) {
    self.method = method
    self.target = target
    self.query = query
    self.headers = headers
    self.body = body
    if timeout != nil { self.timeout = timeout }
  }

  var fault: RequestError? { refusal ?? methodFault ?? headers.fault ?? query.fault }

  var template: String {
    switch target {
    case .path(let path): path.template
    case .url: ownTemplate ?? "{url}"
    }
  }
}

extension Request: CustomStringConvertible, CustomReflectable {
  public var description: String { shownCall(method, template) }

  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": headers, "query": query, "body": body])
  }
}

extension Request {
  /// Returns the same request with this authentication.
  public func authenticated(_ authentication: Authentication) -> Request {
    var copy = self
    copy.authentication = authentication
    return copy
  }
}
