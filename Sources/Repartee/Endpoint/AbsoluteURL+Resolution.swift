#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason why a request can't be sent to a URL.
package enum URLFault: Error, Hashable {
  /// The URL contains a CR, an LF or a NUL (RFC 9110, section 5.5).
  case controlCharacter
  /// The scheme, in lower case, is neither `http` nor `https`; empty if there is none.
  case scheme(String)
  /// The URL contains a user, with or without a password (RFC 9110, section 4.2.4).
  case userInfo
  /// The URL has no host in ASCII letters.
  case host
  /// The port is not between 1 and 65535.
  case port
}

extension AbsoluteURL {
  /// The parts of this URL, as the base of a reference.
  var reference: URLReference {
    URLReference(scheme: origin.scheme, authority: authority, path: path, query: query, fragment: fragment)
  }

  /// Resolves a reference from a field or a body of a response (RFC 3986, section 5): an absolute URL, or a part of one
  /// such as `//host/path`, `/path`, `path`, `?query` or `#fragment`. An empty reference resolves to this URL.
  ///
  /// Spaces, backslashes, non-ASCII characters and all others that are invalid in a path, a query or a fragment are
  /// escaped; a host is never repaired. White space around the reference is ignored. The fragment is that of the
  /// reference: see ``inheritingFragment(of:)``.
  package func resolving(_ reference: String) throws(URLFault) -> AbsoluteURL {
    guard let resolved = resolvedReference(reference) else { throw .controlCharacter }
    return try AbsoluteURL(resolved)
  }

  /// Returns this URL with the fragment of `origin`, unless it has its own: the target of a redirect (RFC 9110, section
  /// 10.2.2).
  func inheritingFragment(of origin: AbsoluteURL) -> AbsoluteURL {
    var url = self
    url.fragment = fragment ?? origin.fragment
    return url
  }

  /// Resolves a reference, which may have any scheme; nil if it contains a CR, an LF or a NUL.
  func resolvedReference(_ reference: String) -> URLReference? {
    if reference.hasLineBreakOrNUL { return nil }
    let text = Substring(reference.utf8.trimmingFieldWhitespace)
    return URLReference(text).resolved(against: self.reference).escaped
  }

  /// Resolves a reference to Foundation's URL, with any scheme and with a user if there is one; nil if the scheme is
  /// `http` or `https` and the host or the port is not valid.
  func url(_ reference: String) -> URL? {
    guard let resolved = resolvedReference(reference) else { return nil }
    do {
      _ = try AbsoluteURL(resolved)
    } catch {
      switch error {
      case .scheme, .userInfo: break
      case .controlCharacter, .host, .port: return nil
      }
    }
    return URL(string: resolved.text)
  }

  /// Whether a reference resolves to this resource.
  func isReached(by reference: String) -> Bool {
    guard let other = try? resolving(reference) else { return false }
    return other.origin == origin && other.requestTarget == requestTarget && (other.fragment ?? "").isEmpty
  }
}

extension URLReference {
  /// The reference with all bytes escaped that are invalid in their part. Existing escapes stay unchanged.
  fileprivate var escaped: URLReference {
    URLReference(
      scheme: scheme?.lowercased(),
      authority: authority?.percentEncoded(keeping: .authority, keepingEscapes: true),
      path: path.percentEncoded(keeping: .path, keepingEscapes: true),
      query: query?.percentEncoded(keeping: .query, keepingEscapes: true),
      fragment: fragment?.percentEncoded(keeping: .query, keepingEscapes: true))
  }
}
