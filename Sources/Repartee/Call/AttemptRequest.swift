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
    didSet { isBodyOfCall = false }
  }
  private(set) var isBodyOfCall = true
  var scope: AttemptScope
  var start: AttemptStart?
  /// Nil outside of stages of other modules.
  var log: WireLog?

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

  /// Creates a request that belongs to no call.
  init(_ head: HTTPRequest) {
    self.head = head
    body = nil
    scope = .ofNoCall
  }

  /// The limits of the call until the credential was added, then those of the attempt.
  var limits: CallLimits { start?.limits ?? scope.context.limits }
  var carried: Carried { start?.carried ?? scope.carried }

  /// The request as it would be sent.
  var unsent: SentRequest { scope.unsent(by: start) }

  /// The same request in an attempt of its own.
  func inBackground() -> AttemptRequest {
    let own = AttemptScope(inBackgroundOf: scope)
    var request = self
    let limits = own.context.limits
    request.start =
      start.map { AttemptStart($0, within: limits) } ?? AttemptStart(self, head, carried, nil, within: limits)
    (request.scope, request.log) = (own, nil)
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

extension AttemptRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { shownCall(head.method, template) }

  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}
