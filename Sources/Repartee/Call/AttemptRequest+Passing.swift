import HTTPTypes

extension AttemptRequest {
  static let namesOfFraming: [HTTPField.Name] =
    [.contentLength, .transferEncoding] + [HTTPField.Name("Host")].compactMap(\.self)

  /// Returns this request, which a stage passes on, with ``scope``, ``start`` and ``log`` of the request that was given
  /// to the stage; the given one itself where the changes of the stage must not go to its origin.
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
    (request.scope, request.start, request.log) = (given.scope, given.start, given.log)
    return request
  }

  /// Adds the boundary to a Content-Type that a stage has set (RFC 2046, section 5.1.1).
  mutating func completeContentType() {
    if isBodyOfCall, let boundary = scope.outgoing.boundary { head.headerFields.complete(boundary) }
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
