public import HTTPTypes
import ReparteeJSON

/// A request as one attempt of a call sends it, and what a ``Stage`` may know of the call.
///
/// It is a value: what is known of the call stays, whatever a stage changes.
public struct AttemptRequest: Sendable {
  /// Method, scheme, authority, path and header fields, without `Host`, `Content-Length` and `Transfer-Encoding`.
  public var head: HTTPRequest
  /// The body, if any. Reading it may consume it; ``ByteStream/bytes`` has a body in memory.
  public var body: ByteStream? {
    didSet { isCallsBody = false }
  }
  private var isCallsBody = true
  private(set) var scope: AttemptScope
  var start: AttemptStart?
  var log: WireLog?
  /// That of a stage around this one.
  var limit: StageLimit?

  /// The path template (`/users/{}`).
  public var template: String { scope.outgoing.template }
  /// The request of the call, as the endpoint and the call made it: before base URL, client and redirects.
  public var call: Request { scope.context.request }
  /// The number of the attempt in the call, from 1.
  public var number: Int { scope.number }
  /// The attempts before this one for which something was sent, in order.
  public var earlier: [Attempt] { scope.earlier }
  /// Why the request is sent.
  public var cause: Attempt.Cause { scope.origin.cause }
  /// Whether the request goes to the base URL's origin, which no redirect has left before.
  public var isOwnOrigin: Bool { scope.outgoing.isOwnOrigin }

  /// The header fields.
  public var headers: HTTPFields {
    get { head.headerFields }
    _modify { yield &head.headerFields }
  }

  init(_ scope: AttemptScope) {
    head = scope.outgoing.head
    body = scope.outgoing.body
    self.scope = scope
  }

  /// Of no call.
  init(_ head: HTTPRequest) {
    self.head = head
    body = nil
    scope = .ofNoCall
  }

  /// Of the call until the credential was added.
  var limits: CallLimits { start?.limits ?? scope.context.limits }
  var carried: Carried { start?.carried ?? scope.carried }

  /// As it would be sent.
  var unsent: SentRequest { scope.unsent(by: start) }

  /// The same request in an attempt of its own.
  func inBackground() -> AttemptRequest {
    let own = AttemptScope(inBackgroundOf: scope)
    var request = self
    let limits = own.context.limits
    request.start =
      start.map { AttemptStart($0, within: limits) } ?? AttemptStart(self, head, carried, nil, within: limits)
    (request.scope, request.log, request.limit) = (own, nil, nil)
    return request
  }
}

extension AttemptScope {
  fileprivate static let ofNoCall: AttemptScope = {
    let shared = SharedState(base: .success(.localhost), transport: InMemoryTransport { _ in .status(503) })
    let settings = CallSettings(shared, headers: [:], json: JSONCoder())
    let context = CallContext(ClientState(settings, nil), Request(.get, "/"))
    return AttemptScope(OutgoingRequest(.get, .localhost, template: "/"), in: context)
  }()
}

extension AttemptRequest {
  static let namesOfFraming: [HTTPField.Name] =
    [.contentLength, .transferEncoding] + [HTTPField.Name("Host")].compactMap(\.self)

  /// This request as a stage passes it on that was given another one, with what belongs to the call (``scope``,
  /// ``start``), and without the changes that must not go to its origin.
  func passed(
    on given: AttemptRequest, appliesToOtherOrigins: Bool
  ) throws(TransportError) -> AttemptRequest {
    guard hasOrigin(of: given.head) else {
      throw TransportError(
        .middleware,
        message: "a middleware can't send a request to another origin, or to a path that can't be sent",
        mayHaveBeenProcessed: false)
    }
    if !given.isOwnOrigin, !appliesToOtherOrigins { return given }
    for field in head.headerFields where Self.namesOfFraming.contains(field.name) {
      throw TransportError(
        .middleware,
        message: "\(field.name.canonicalName) can't be set: it follows from the URL or the body",
        mayHaveBeenProcessed: false)
    }
    var request = self
    (request.scope, request.start) = (given.scope, given.start)
    (request.log, request.limit) = (given.log, given.limit)
    return request
  }

  /// A Content-Type that was set on the way gets the boundary (RFC 2046, section 5.1.1).
  mutating func completeContentType() {
    if isCallsBody, let boundary = scope.outgoing.boundary { head.headerFields.complete(boundary) }
  }

  /// A path without a leading slash would become a part of the host.
  func hasOrigin(of other: HTTPRequest) -> Bool {
    guard head.scheme == other.scheme, head.authority == other.authority else { return false }
    if head.path == other.path { return true }
    guard let path = head.path?.utf8 else { return false }
    return path.first == UInt8(ascii: "/")
      && path.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }

  mutating func setQueryItem(_ name: String, _ value: String) {
    let path = head.path ?? "/"
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let key = name.percentEncoded(keeping: .unreserved)
    var items =
      parts.count == 2
      ? parts[1].split(separator: "&").filter { !$0.isItem(named: name) } : []
    let item = "\(key)=\(value.percentEncoded(keeping: .unreserved))"
    items.append(item[...])
    head.path = "\(parts[0])?\(items.joined(separator: "&"))"
  }
}

extension AttemptRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { shownCall(head.method, template) }

  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}
