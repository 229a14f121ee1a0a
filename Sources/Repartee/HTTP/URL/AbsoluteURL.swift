/// The scope of credentials (RFC 9110, section 4.3.1).
package struct Origin: Sendable, Hashable {
  package var scheme: String
  package var host: String
  var port: Int

  /// `localhost`, 127.0.0.0/8 or ::1 (RFC 6890, RFC 4291).
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // Only in the form of RFC 3986: in other forms, 0127 is 87.
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
  }
}

package struct AbsoluteURL: Sendable, Hashable {
  package let origin: Origin
  /// Host and port, without the scheme's default port.
  package let authority: String
  var path: String
  var query: String?
  /// Never sent.
  var fragment: String?

  /// `http://localhost`.
  static let localhost = AbsoluteURL(at: Origin(scheme: "http", host: "localhost", port: 80))

  private init(at origin: Origin) {
    (self.origin, authority, path) = (origin, origin.host, "")
  }

  package init(_ text: String) throws(URLFault) {
    if text.hasLineBreakOrNUL { throw .controlCharacter }
    try self.init(URLReference(text))
  }

  /// Escapes path and query; never repairs the host.
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

  /// RFC 3986, section 3.2. Refuses an internationalized name, which implementations convert differently.
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

  /// Appends a path, with one slash between the paths.
  mutating func append(path more: String, query: String?) {
    fragment = nil
    let slash = UInt8(ascii: "/")
    if !more.isEmpty {
      while path.utf8.last == slash { path.removeLast() }
      if more.utf8.first != slash { path += "/" }
      if path.isEmpty { path = more } else { path += more }
    }
    append(query: query)
  }

  mutating func append(query more: String?) {
    guard let more, !more.isEmpty else { return }
    if let query, !query.isEmpty { self.query = "\(query)&\(more)" } else { query = more }
  }

  mutating func appendItems(of other: AbsoluteURL) {
    let names = Set(query?.split(separator: "&").map(\.itemName) ?? [])
    let missing = other.query?.split(separator: "&").filter { !names.contains($0.itemName) }
    append(query: missing?.joined(separator: "&"))
  }

  /// An empty path becomes a slash (RFC 9112, section 3.2.1).
  package var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { "\(path)?\($0)" } ?? path
  }
}

extension URLFault {
  package var message: String { message(of: "the URL") }

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
  /// In ASCII; an IPv6 address in brackets.
  fileprivate var isHost: Bool {
    guard hasPrefix("[") else { return !isEmpty && utf8.allSatisfy(URLCharacters.unreserved.contains) }
    return utf8.contains(UInt8(ascii: ":")) && hasSuffix("]")
      && utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }
}
