#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a request can't be sent to a URL.
enum URLFault: Error, Hashable {
  /// There is a CR, an LF or a NUL in it (RFC 9110, section 5.5).
  case controlCharacter
  /// Its scheme, in lower case, is neither `http` nor `https`; empty where it has none.
  case scheme(String)
  /// There is a user, with a password or without (RFC 9110, section 4.2.4).
  case userInfo
  /// There is no host in ASCII letters.
  case host
  /// The port is not between 1 and 65535.
  case port
}

extension AbsoluteURL {
  /// The parts, to resolve a reference against.
  var reference: URLReference {
    URLReference(scheme: origin.scheme, authority: authority, path: path, query: query, fragment: fragment)
  }

  /// The URL that a reference in a field or a body of a response leads to (RFC 3986, section 5): an absolute URL, or
  /// a part of one such as `//host/path`, `/path`, `path`, `?query` or `#fragment`. An empty one leads to this URL.
  ///
  /// Spaces, backslashes, characters outside of ASCII and whatever else can't stand in a path, a query or a fragment
  /// are escaped; nothing of that is repaired in a host. White space around the reference is passed over. The
  /// fragment is the reference's own: see ``inheritingFragment(of:)``.
  func resolving(_ reference: String) throws(URLFault) -> AbsoluteURL {
    guard let resolved = resolvedReference(reference) else { throw .controlCharacter }
    return try AbsoluteURL(resolved)
  }

  /// With the fragment of the URL that led here, unless it has its own: what a redirect leads to (RFC 9110, section
  /// 10.2.2).
  func inheritingFragment(of origin: AbsoluteURL) -> AbsoluteURL {
    var url = self
    url.fragment = fragment ?? origin.fragment
    return url
  }

  /// The same as a reference with a scheme, which may be any; nil if there is a CR, an LF or a NUL in it.
  func resolvedReference(_ reference: String) -> URLReference? {
    if reference.hasLineBreakOrNUL { return nil }
    let text = Substring(reference.utf8.trimmingFieldWhitespace)
    return URLReference(text).resolved(against: self.reference).escaped
  }

  /// The same as Foundation's URL: of any scheme, and with a user if there is one; nil if its scheme is `http` or
  /// `https` and its host or port can't be.
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

  /// Whether a reference leads to this very resource.
  func isReached(by reference: String) -> Bool {
    guard let other = try? resolving(reference) else { return false }
    return other.origin == origin && other.requestTarget == requestTarget && (other.fragment ?? "").isEmpty
  }
}

extension URLReference {
  /// With every byte escaped that can't stand in its part. What is escaped already stays as it is.
  fileprivate var escaped: URLReference {
    URLReference(
      scheme: scheme?.lowercased(),
      authority: authority?.percentEncoded(keeping: .authority, keepingEscapes: true),
      path: path.percentEncoded(keeping: .path, keepingEscapes: true),
      query: query?.percentEncoded(keeping: .query, keepingEscapes: true),
      fragment: fragment?.percentEncoded(keeping: .query, keepingEscapes: true))
  }
}
