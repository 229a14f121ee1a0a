public import HTTPTypes

/// A request as one attempt of a call sends it.
public struct AttemptRequest: Sendable {
  /// Method, scheme, authority, path and header fields, without `Host`, `Content-Length` and `Transfer-Encoding`.
  public var head: HTTPRequest
  /// The body, if any. Reading it may consume it; ``ByteStream/bytes`` has a body in memory.
  public var body: ByteStream? {
    didSet { boundary = nil }
  }
  /// Of a multipart body that no middleware has replaced.
  private var boundary: String?
  /// The path template (`/users/{}`).
  public let template: String
  /// The number of the attempt in the call, from 1.
  public let number: Int
  /// Why the request is sent.
  public let cause: Attempt.Cause
  /// Whether the request goes to the base URL's origin, which no redirect has left before.
  public let isOwnOrigin: Bool

  /// The header fields.
  public var headers: HTTPFields {
    get { head.headerFields }
    _modify { yield &head.headerFields }
  }

  init(_ outgoing: OutgoingRequest, number: Int, cause: Attempt.Cause) {
    head = outgoing.head
    body = outgoing.body
    boundary = outgoing.boundary
    template = outgoing.template
    self.number = number
    self.cause = cause
    isOwnOrigin = outgoing.isOwnOrigin
  }

  init(_ head: HTTPRequest) {
    self.head = head
    body = nil
    (template, number, cause, isOwnOrigin) = ("/", 1, .first, true)
  }
}

extension AttemptRequest {
  static let namesOfFraming: [HTTPField.Name] =
    [.contentLength, .transferEncoding] + [HTTPField.Name("Host")].compactMap(\.self)

  /// Reverts the changes that must not go to this origin.
  mutating func check(
    after given: AttemptRequest, appliesToOtherOrigins: Bool
  ) throws(TransportError) {
    guard hasOrigin(of: given.head) else {
      throw TransportError(
        .middleware,
        message: "a middleware can't send a request to another origin, or to a path that can't be sent",
        mayHaveBeenProcessed: false)
    }
    if !given.isOwnOrigin, !appliesToOtherOrigins {
      head = given.head
      body = given.body
      boundary = given.boundary
    }
    for field in head.headerFields where Self.namesOfFraming.contains(field.name) {
      throw TransportError(
        .middleware,
        message: "\(field.name.canonicalName) can't be set: it follows from the URL or the body",
        mayHaveBeenProcessed: false)
    }
  }

  /// A Content-Type that was set on the way gets the boundary (RFC 2046, section 5.1.1).
  mutating func completeContentType() {
    if let boundary { head.headerFields.complete(boundary) }
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
