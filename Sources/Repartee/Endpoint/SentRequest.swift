public import HTTPTypes
import ReparteeJSON

/// The request as it was sent, as a record of it: credentials are masked, and the body is not kept.
///
/// What ``Client/redaction`` takes for a secret reads `***`: header fields and query items by their names, and, in the
/// path and in values, what looks like a token.
public struct SentRequest: Sendable, CustomStringConvertible {
  /// One reference for all of it: a call copies its request into attempts, events, responses and errors.
  private final class Record: Sendable {
    let head: HTTPRequest
    let template: String
    let bodyLength: Int64?
    let redaction: Redaction
    let built: AbsoluteURL?

    init(
      _ head: HTTPRequest, _ template: String, _ bodyLength: Int64?, _ redaction: Redaction,
      _ built: AbsoluteURL?
    ) {
      self.head = head
      self.template = template
      self.bodyLength = bodyLength
      self.redaction = redaction
      self.built = built
    }
  }

  private let record: Record

  /// `absolute` has the fragment, which is not in the head; without it the head says where the request went.
  init(
    _ head: HTTPRequest, template: String, bodyLength: Int64?, redaction: Redaction,
    absolute: AbsoluteURL? = nil
  ) {
    record = Record(head, template, bodyLength, redaction, absolute)
  }

  /// What goes on the wire to a URL.
  init(_ attempt: AttemptRequest, to url: AbsoluteURL, redaction: Redaction) {
    self.init(
      attempt.head, template: attempt.template, bodyLength: attempt.body.map(\.length) ?? 0,
      redaction: redaction, absolute: url)
  }

  private var head: HTTPRequest { record.head }

  var redaction: Redaction { record.redaction }

  /// The path and the query as they were sent, nothing masked.
  var path: String? { head.path }

  /// The header fields as they were sent, nothing masked.
  var fields: HTTPFields { head.headerFields }

  /// The path template (`/users/{}`), for metrics and logs; `{url}` for a request to a full URL.
  public var template: String { record.template }

  /// How many bytes the body has: 0 without one, nil when it wasn't known beforehand.
  public var bodyLength: Int64? { record.bodyLength }

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The full URL, secrets masked: items of its query with secret names, and segments of its path that look like
  /// tokens (20 or more letters and digits that are not a UUID, a JWT, `ghp_…`, `bot123:…`). Other values in the path
  /// are shown.
  public var url: String { redaction.masked(url: head.urlText) }

  /// The header fields, secrets masked.
  public var headers: HTTPFields { redaction.masked(head.headerFields) }

  /// Where it went, nothing masked; nil of a head that no client made.
  var absolute: AbsoluteURL? { record.built ?? (try? AbsoluteURL(URLReference(head.urlText))) }

  /// What stands behind the question mark of what was sent, nothing masked.
  var query: String? {
    head.path?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
  }

  /// The header fields in lines of a report.
  var shownHeaders: [String] { shown(head.headerFields, redaction) }

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
