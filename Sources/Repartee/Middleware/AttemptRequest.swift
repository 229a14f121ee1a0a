public import HTTPTypes

/// A request as it goes on the wire in one attempt of a call.
public struct AttemptRequest: Sendable {
  /// Method, scheme, authority, path and header fields. There is no `Host`, `Content-Length` or `Transfer-Encoding`:
  /// they follow from the rest.
  public var head: HTTPRequest
  /// The body; nil without one. ``ByteStream/bytes`` has those that are at hand, and reading it otherwise may use up a
  /// body that can be read once.
  public var body: ByteStream?
  /// The path template (`/users/{}`), see ``SentRequest/template``.
  public let template: String
  /// Which attempt of the call it is: the first is 1.
  public let number: Int
  /// Why it is sent.
  public let cause: Attempt.Cause
  /// Whether it goes to the origin of the client's base URL, and no redirect has led the call to another one before.
  public let isOwnOrigin: Bool

  /// The header fields.
  public var headers: HTTPFields {
    get { head.headerFields }
    _modify { yield &head.headerFields }
  }

  init(_ outgoing: Outgoing, number: Int, cause: Attempt.Cause) {
    head = outgoing.request.head
    body = outgoing.request.body
    template = outgoing.request.template
    self.number = number
    self.cause = cause
    isOwnOrigin = outgoing.request.isOwnOrigin
  }
}

extension AttemptRequest {
  /// Fields that a transport makes of the rest.
  static let namesOfFraming: [HTTPField.Name] =
    [.contentLength, .transferEncoding] + [HTTPField.Name("Host")].compactMap(\.self)

  /// Checks what a middleware made of the request that it was given, and takes its changes back where they must not go.
  mutating func check(
    after given: AttemptRequest, changesOtherOrigins: Bool
  ) throws(TransportError) {
    guard hasOrigin(of: given.head) else {
      throw TransportError(
        .middleware,
        message: "a middleware can't send a request to another origin, or to a path that can't be sent",
        mayHaveBeenProcessed: false)
    }
    if !given.isOwnOrigin, !changesOtherOrigins {
      head = given.head
      body = given.body
    }
    for field in head.headerFields where Self.namesOfFraming.contains(field.name) {
      throw TransportError(
        .middleware,
        message: "\(field.name.canonicalName) can't be set: it follows from the URL or the body",
        mayHaveBeenProcessed: false)
    }
  }

  /// Whether it goes where another one goes. A transport puts scheme, authority and path together: a path that does not
  /// begin with a slash would be read as a part of the host.
  func hasOrigin(of other: HTTPRequest) -> Bool {
    guard head.scheme == other.scheme, head.authority == other.authority else { return false }
    if head.path == other.path { return true }
    guard let path = head.path?.utf8 else { return false }
    return path.first == UInt8(ascii: "/")
      && path.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }

  /// Puts an item into the query, in the place of all of its name.
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
  /// Method and path template.
  public var description: String { shownCall(head.method, template) }

  /// The description, and the names of its header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}
