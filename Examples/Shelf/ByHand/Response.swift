import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat

/// A response, complete or with a body that still streams.
struct Response: Sendable {
  let request: HTTPClientRequest
  let head: HTTPClientResponse
  let body: ByteBuffer

  var contentType: String { head.headers.first(name: "Content-Type") ?? "no content type" }

  var retryability: Retryability? {
    switch head.status.code {
    case 425: .neverSent
    case 429: .throttled
    case 503 where head.headers.contains(name: "Retry-After"): .throttled
    case 408, 500, 502, 503, 504: .passing
    default: nil
    }
  }

  /// The delay that the server asks for, in seconds or as a date.
  var retryAfter: Duration? {
    guard let value = head.headers.first(name: "Retry-After") else { return nil }
    if let seconds = Int(value) { return .seconds(max(seconds, 0)) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: value).map { .seconds(max($0.timeIntervalSinceNow, 0)) }
  }

  /// The first Bearer challenge (RFC 9110, section 11.6.1).
  var bearerChallenge: Challenge? {
    let challenges = head.headers["WWW-Authenticate"].compactMap {
      $0.firstMatch(of: /\bBearer (.*)/.ignoresCase())?.1
    }
    let parameters = challenges.first?.matches(of: /(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/).map {
      ($0.1.lowercased(), String($0.2 ?? $0.3 ?? ""))
    }
    let values = Dictionary(parameters ?? []) { first, _ in first }
    guard let realm = URL(string: values["realm"] ?? ""), realm.isHTTP else { return nil }
    return Challenge(realm: realm, service: values["service"], scope: values["scope"])
  }

  /// The URL of the next page in the Link fields (RFC 8288).
  var nextPage: URL? {
    get throws {
      let links = head.headers["Link"].compactMap {
        $0.firstMatch(of: /<([^>]*)>\s*;[^<]*?\brel="?next\b/.ignoresCase())?.1
      }
      return try links.first.map { try resolve($0) }
    }
  }

  /// Resolves a URL reference from the response.
  func resolve(_ reference: some StringProtocol) throws -> URL {
    guard let url = URL(string: String(reference), relativeTo: head.url)?.absoluteURL, url.isHTTP else {
      throw CallError(self, "it leads to what is no URL of HTTP")
    }
    return url
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(CallError) -> Value {
    do { return try JSONDecoder().decode(type, from: body) } catch { throw unexpected("\(error)") }
  }

  /// The error that the registry reports, or the error for a response that no registry sends.
  var failure: CallError {
    guard head.status.code >= 400 else { return unexpected("an undeclared status") }
    do throws(CallError) {
      let messages = try decode(RegistryErrors.self).errors.map(\.message)
      return CallError(self, "the registry refused: \(messages.joined(separator: "; "))")
    } catch { return error }
  }

  func unexpected(_ message: String) -> CallError {
    let summary = "\(head.status), \(contentType), \(body.readableBytes) bytes"
    return CallError(self, "\(summary): \(message) (is that a container registry?)")
  }
}

/// A challenge: the URL that issues tokens, and what the token is for.
struct Challenge: Sendable {
  var realm: URL
  var service: String?
  var scope: String?
}

/// The body of every failure.
private struct RegistryErrors: Decodable {
  struct Detail: Decodable {
    var code: String
    var message: String
  }

  var errors: [Detail]
}

extension URL {
  /// The origin of the URL, which credentials belong to.
  var origin: String {
    "\(scheme ?? "")://\(host() ?? ""):\(port ?? (scheme?.lowercased() == "https" ? 443 : 80))".lowercased()
  }

  /// Whether it is an HTTP URL without user information. AsyncHTTPClient also takes URLs of sockets.
  var isHTTP: Bool { ["http", "https"].contains(scheme?.lowercased()) && host() != nil && user() == nil }
}
