#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import HTTPTypes
import ReparteeJSON

/// The request as it was sent, as a record of it: credentials are masked, and the body is not kept.
///
/// What ``Client/redaction`` takes for a secret reads `***`: header fields and query items by their names, and, in the
/// path and in values, what looks like a token.
public struct SentRequest: Sendable, CustomStringConvertible {
  /// The path template (`/users/{}`), for metrics and logs; `{url}` for a request to a full URL.
  public let template: String
  /// How many bytes the body has: 0 without one, nil when it wasn't known beforehand.
  public let bodyLength: Int64?

  private let head: HTTPRequest
  let redaction: Redaction

  init(_ head: HTTPRequest, template: String, bodyLength: Int64?, redaction: Redaction) {
    self.head = head
    self.template = template
    self.bodyLength = bodyLength
    self.redaction = redaction
  }

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The full URL, secrets masked: items of its query with secret names, and segments of its path that look like
  /// tokens (20 or more letters and digits that are no UUID, a JWT, `ghp_…`, `bot123:…`). Other values in the path are
  /// shown.
  public var url: String { redaction.masked(url: unmaskedURL) }

  private var unmaskedURL: String { "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")" }

  /// The header fields, secrets masked.
  public var headers: HTTPFields { redaction.masked(head.headerFields) }

  /// The header fields in lines of a report.
  var shownHeaders: [String] { shown(head.headerFields, redaction) }

  /// A URL that an answer to this request gave, made absolute (RFC 3986, section 5).
  func resolve(_ reference: String) -> URL? {
    URL(string: reference, relativeTo: base)?.absoluteURL
  }

  /// The full URL, nothing masked.
  var base: URL? { URL(string: unmaskedURL) }

  /// Method and path template.
  public var description: String { shownCall(method, template) }
}

extension SentRequest: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method.rawValue, "url": Shown.text(url), "headers": shownHeaders])
  }
}

/// Method and path template. A path that is known only at run time is its own template: what looks like a token in it
/// is masked.
func shownCall(_ method: HTTPRequest.Method, _ template: String) -> String {
  Shown.text("\(method.rawValue) \(Redaction().masked(url: template))", limit: Shown.message)
}
