public import HTTPTypes

/// The request as it was sent, as a record of it: credentials are masked, and the body is not kept.
///
/// The header fields and query items whose names sound secret (see ``Redaction``) read `***`.
public struct SentRequest: Sendable, CustomStringConvertible {
  /// The path template (`/users/{}`), for metrics and logs; `{url}` for a request to a full URL.
  public let template: String
  /// How many bytes the body has: 0 without one, nil when it wasn't known beforehand.
  public let bodyLength: Int64?

  private let head: HTTPRequest
  let redaction: Redaction
  private let built: AbsoluteURL?

  /// `absolute` has the fragment, which is not in the head; without it the head says where the request went.
  init(
    _ head: HTTPRequest, template: String, bodyLength: Int64?, redaction: Redaction,
    absolute: AbsoluteURL? = nil
  ) {
    self.head = head
    built = absolute
    self.template = template
    self.bodyLength = bodyLength
    self.redaction = redaction
  }

  init(_ outgoing: OutgoingRequest, redaction: Redaction) {
    self.init(
      outgoing.head, template: outgoing.template, bodyLength: outgoing.body.map(\.length) ?? 0,
      redaction: redaction, absolute: outgoing.url)
  }

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The full URL, secrets in its query masked.
  public var url: String {
    let path = redaction.masked(requestTarget: head.path ?? "/")
    return "\(head.scheme ?? "https")://\(head.authority ?? "")\(path)"
  }

  /// The header fields, secrets masked.
  public var headers: HTTPFields { redaction.masked(head.headerFields) }

  /// Where it went, nothing masked; nil of a head that no client made.
  var absolute: AbsoluteURL? {
    built
      ?? (try? AbsoluteURL(
        URLReference("\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")")))
  }

  /// Method and path template.
  public var description: String { "\(method.rawValue) \(template)" }
}

extension SentRequest: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method.rawValue, "url": url, "headers": headers])
  }
}
