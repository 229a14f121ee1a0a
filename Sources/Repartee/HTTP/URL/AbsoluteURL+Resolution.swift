#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

package enum URLFault: Error, Hashable {
  case controlCharacter
  /// The scheme in lower case; empty if there is none.
  case scheme(String)
  /// RFC 9110, section 4.2.4.
  case userInfo
  case host
  case port
}

extension AbsoluteURL {
  var reference: URLReference {
    URLReference(scheme: origin.scheme, authority: authority, path: path, query: query, fragment: fragment)
  }

  /// Resolves a reference from a response (RFC 3986, section 5). Escapes invalid characters of a path, query or
  /// fragment; never repairs a host.
  package func resolving(_ reference: String) throws(URLFault) -> AbsoluteURL {
    guard let resolved = resolvedReference(reference) else { throw .controlCharacter }
    return try AbsoluteURL(resolved)
  }

  /// The target of a redirect (RFC 9110, section 10.2.2).
  func inheritingFragment(of origin: AbsoluteURL) -> AbsoluteURL {
    var url = self
    url.fragment = fragment ?? origin.fragment
    return url
  }

  func resolvedReference(_ reference: String) -> URLReference? {
    if reference.hasLineBreakOrNUL { return nil }
    let text = Substring(reference.utf8.trimmingFieldWhitespace)
    return URLReference(String(text)).resolved(against: self.reference).escaped
  }

  /// Nil for an `http` or `https` URL of an invalid host or port.
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

  func isReached(by reference: String) -> Bool {
    guard let other = try? resolving(reference) else { return false }
    return other.origin == origin && other.requestTarget == requestTarget && (other.fragment ?? "").isEmpty
  }
}

extension URLReference {
  fileprivate var escaped: URLReference {
    URLReference(
      scheme: scheme?.lowercased(),
      authority: authority?.percentEncoded(keeping: .authority, keepingEscapes: true),
      path: path.percentEncoded(keeping: .path, keepingEscapes: true),
      query: query?.percentEncoded(keeping: .query, keepingEscapes: true),
      fragment: fragment?.percentEncoded(keeping: .query, keepingEscapes: true))
  }
}
