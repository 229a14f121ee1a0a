/// A scheme, a host and a port: the scope of credentials (RFC 9110, section 4.3.1).
package struct Origin: Sendable, Hashable {
  package var scheme: String
  package var host: String
  var port: Int

  /// Whether requests stay on this machine: `localhost`, 127.0.0.0/8 or ::1 (RFC 6890, RFC 4291).
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // Numbers as RFC 3986 writes them: in other forms, 0127 is 87.
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
  }
}

/// An `http` or `https` URL in the parts of a request, each percent-encoded.
package struct AbsoluteURL: Sendable, Hashable {
  package let origin: Origin
  /// The host, and the port unless it is the default of the scheme.
  package let authority: String
  var path: String
  var query: String?
  /// The fragment, which is never sent. A redirect inherits it (RFC 9110, section 10.2.2).
  var fragment: String?

  /// Parses a URL; throws an error of this `kind` if it is not valid.
  package init(_ text: String, kind: RequestError.Kind) throws(RequestError) {
    do throws(URLFault) {
      if text.hasLineBreakOrNUL { throw .controlCharacter }
      self = try AbsoluteURL(URLReference(text))
    } catch {
      throw RequestError(kind, error.message(of: kind == .baseURL ? "the base URL" : "the URL"))
    }
  }

  /// Creates a URL from its parts. Path and query are escaped where necessary; the host is never repaired.
  init(_ parts: URLReference) throws(URLFault) {
    let scheme = parts.scheme?.lowercased() ?? ""
    guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
    let (host, port) = try Self.hostAndPort(parts.authority ?? "")
    let ownPort = scheme == "https" ? 443 : 80
    origin = Origin(scheme: scheme, host: host, port: port ?? ownPort)
    authority = origin.port == ownPort ? host : "\(host):\(origin.port)"
    path = parts.path.percentEncoded(keeping: .path, keepingEscapes: true)
    query = parts.query?.percentEncoded(keeping: .query, keepingEscapes: true)
    fragment = parts.fragment?.percentEncoded(keeping: .query, keepingEscapes: true)
  }

  /// Returns the host in lower case, and the port if there is one (RFC 3986, section 3.2). An internationalized name is
  /// refused, because implementations differ in its conversion.
  private static func hostAndPort(_ authority: String) throws(URLFault) -> (host: String, port: Int?) {
    if authority.utf8.contains(UInt8(ascii: "@")) { throw .userInfo }
    let bytes = authority.utf8
    let afterHost: String.Index
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
      afterHost = bytes.index(after: bracket)
    } else {
      afterHost = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    }
    let host = String(authority[..<afterHost])
    guard host.utf8.allSatisfy({ $0 < 0x80 }), case let host = host.lowercased(), host.isHost else {
      throw .host
    }
    var rest = bytes[afterHost...]
    guard let colon = rest.popFirst() else { return (host, nil) }
    guard colon == UInt8(ascii: ":") else { throw .host }
    if rest.isEmpty { return (host, nil) }
    guard rest.count <= 5, rest.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(Substring(rest)),
      (1...65535).contains(port)
    else { throw .port }
    return (host, port)
  }

  /// Returns this base URL with a path below its own. Exactly one slash separates the two; an empty path leaves the
  /// base unchanged. The query items of the base come first.
  func appending(_ path: Request.Path) -> AbsoluteURL {
    var url = self
    url.fragment = nil
    let slash = UInt8(ascii: "/")
    if !path.path.isEmpty {
      while url.path.utf8.last == slash { url.path.removeLast() }
      if path.path.utf8.first != slash { url.path += "/" }
      if url.path.isEmpty { url.path = path.path } else { url.path += path.path }
    }
    url.append(query: path.query)
    return url
  }

  mutating func append(query more: String?) {
    guard let more, !more.isEmpty else { return }
    if let query, !query.isEmpty { self.query = "\(query)&\(more)" } else { query = more }
  }

  /// Adds the query items of another URL whose names this URL's query does not have.
  mutating func appendItems(of other: AbsoluteURL) {
    let names = Set(query?.split(separator: "&").map(\.itemName) ?? [])
    let missing = other.query?.split(separator: "&").filter { !names.contains($0.itemName) }
    append(query: missing?.joined(separator: "&"))
  }

  /// The target in the request line (RFC 9112, section 3.2.1: an empty path becomes a slash).
  package var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { "\(path)?\($0)" } ?? path
  }
}

extension URLFault {
  /// The message for the author of the URL.
  var message: String { message(of: "the URL") }

  /// The message for the author of a URL with this name.
  func message(of url: String) -> String {
    switch self {
    case .controlCharacter: "\(url) has a CR, an LF or a NUL in it"
    case .scheme: "\(url) has to start with http:// or https://"
    case .userInfo: "\(url) has a user or a password in it; send an Authorization header field instead"
    case .host: "\(url) has no host in ASCII letters (write xn--… for an international name)"
    case .port: "the port of \(url) is not between 1 and 65535"
    }
  }
}

extension String {
  /// Whether this is a name or an IPv4 address in plain ASCII, or an IPv6 address in brackets.
  fileprivate var isHost: Bool {
    guard hasPrefix("[") else { return !isEmpty && utf8.allSatisfy(URLCharacters.unreserved.contains) }
    return utf8.contains(UInt8(ascii: ":")) && hasSuffix("]")
      && utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }
}
