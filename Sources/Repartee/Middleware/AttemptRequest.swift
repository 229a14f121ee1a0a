public import HTTPTypes

/// A request as it goes on the wire in one attempt of a call.
public struct AttemptRequest: Sendable {
  /// Method, scheme, authority, path and header fields. There is no `Host`, `Content-Length` or `Transfer-Encoding`: they
  /// follow from the rest.
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
  /// Whether it goes to the scheme, host and port that the call's first request went to.
  public let isFirstOrigin: Bool

  /// The header fields.
  public var headers: HTTPFields {
    get { head.headerFields }
    _modify { yield &head.headerFields }
  }

  init(_ request: OutgoingRequest, number: Int, cause: Attempt.Cause, isFirstOrigin: Bool) {
    head = request.head
    body = request.body
    template = request.template
    self.number = number
    self.cause = cause
    self.isFirstOrigin = isFirstOrigin
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
    guard head.scheme == given.head.scheme, head.authority == given.head.authority else {
      throw TransportError(
        .middleware, message: "a middleware can't send a request to another origin",
        mayHaveBeenProcessed: false)
    }
    if !isFirstOrigin, !changesOtherOrigins { head = given.head }
    for field in head.headerFields where Self.namesOfFraming.contains(field.name) {
      throw TransportError(
        .middleware,
        message: "\(field.name.canonicalName) can't be set: it follows from the URL or the body",
        mayHaveBeenProcessed: false)
    }
  }

  /// Puts an item into the query, in the place of all of its name.
  mutating func setQueryItem(_ name: String, _ value: String) {
    let path = head.path ?? "/"
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let key = name.percentEncoded(keeping: .unreserved)
    var items =
      parts.count == 2
      ? parts[1].split(separator: "&").filter { item in
        let found = Array(item.utf8.prefix { $0 != UInt8(ascii: "=") })
        return !percentDecoded(found[...]).elementsEqual(name.utf8)
      } : []
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
