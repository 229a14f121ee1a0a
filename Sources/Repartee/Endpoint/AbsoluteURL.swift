#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scheme, host and port: what credentials belong to (RFC 9110, section 4.3.1).
struct Origin: Sendable, Hashable {
  var scheme: String
  var host: String
  var port: Int
}

/// An `http` or `https` URL in the parts that a request needs, each percent-encoded.
struct AbsoluteURL: Sendable {
  let origin: Origin
  /// The host, and the port unless it is the scheme's own.
  let authority: String
  var path: String
  var query: String?

  /// Reads a URL; `kind` says whose mistake it is when it is none.
  init(_ text: String, kind: RequestError.Kind) throws(RequestError) {
    if text.hasLineBreakOrNUL { throw RequestError(kind, "the URL has a CR, an LF or a NUL in it") }
    let end = text.endOfAuthority
    guard let parts = URLComponents(string: String(text[..<end])) else {
      throw RequestError(kind, "this is not a URL")
    }
    guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw RequestError(kind, "the URL has to start with http:// or https://")
    }
    guard parts.user == nil, parts.password == nil else {
      throw RequestError(
        kind, "the URL has a user or a password in it; send an Authorization header field instead")
    }
    // What Foundation makes of an international name depends on which part of it is linked.
    guard let host = parts.encodedHost?.lowercased(), host.isHost, text[..<end].utf8.allSatisfy({ $0 < 0x80 })
    else {
      throw RequestError(kind, "the URL has no host in ASCII letters (write xn--… for an international name)")
    }
    let ownPort = scheme == "https" ? 443 : 80
    let port = parts.port ?? ownPort
    guard (1...65535).contains(port) else {
      throw RequestError(kind, "the URL's port is not between 1 and 65535")
    }
    origin = Origin(scheme: scheme, host: host, port: port)
    authority = port == ownPort ? host : "\(host):\(port)"
    // Not by URLComponents: it escapes the escapes, too, of a part with a character that it can't have.
    let target = text[end...].utf8.prefix { $0 != UInt8(ascii: "#") }
      .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false).map(Substring.init)
    path = target[0].percentEncoded(keeping: .path, keepingEscapes: true)
    query = target.count == 2 ? target[1].percentEncoded(keeping: .query, keepingEscapes: true) : nil
  }

  /// This URL as a base, with a path below its own. Exactly one slash stands between the two; an empty path
  /// gives the base as it is. The base's query items come first.
  func appending(_ path: Request.Path) -> AbsoluteURL {
    var url = self
    if !path.path.isEmpty {
      while url.path.hasSuffix("/") { url.path.removeLast() }
      if !path.path.hasPrefix("/") { url.path += "/" }
      url.path += path.path
    }
    url.append(query: path.query)
    return url
  }

  mutating func append(query more: String?) {
    guard let more, !more.isEmpty else { return }
    if let query, !query.isEmpty { self.query = "\(query)&\(more)" } else { query = more }
  }

  /// What goes into the request line (RFC 9112, section 3.2.1: an empty path is a slash).
  var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { "\(path)?\($0)" } ?? path
  }
}

extension String {
  /// Where the path, the query or the fragment of a URL begins.
  fileprivate var endOfAuthority: Index {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return endIndex }
    let authority = utf8[colon...].dropFirst().drop { $0 == UInt8(ascii: "/") }
    return authority.firstIndex { "/?#".utf8.contains($0) } ?? endIndex
  }

  /// A name or an IPv4 address in plain ASCII, or an IPv6 address in brackets.
  fileprivate var isHost: Bool {
    guard hasPrefix("[") else { return !isEmpty && utf8.allSatisfy(URLCharacters.unreserved.contains) }
    return utf8.contains(UInt8(ascii: ":")) && hasSuffix("]")
      && utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }
}
