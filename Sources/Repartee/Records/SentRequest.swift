public import HTTPTypes
import ReparteeRedaction

/// A record of a request as it was sent, with credentials masked and without the body.
///
/// Secrets by ``Client/redaction`` are shown as `***`: header fields and query items with secret names, and parts of
/// paths and values that look like a token.
public struct SentRequest: Sendable, CustomStringConvertible {
  /// All of it as one reference: a call copies its request into attempts, events, responses and errors.
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

  /// Creates a record. `absolute` has the fragment, which the head lacks; without it, the URL is taken from the head.
  init(
    _ head: HTTPRequest, template: String, bodyLength: Int64?, redaction: Redaction,
    absolute: AbsoluteURL? = nil
  ) {
    record = Record(head, template, bodyLength, redaction, absolute)
  }

  /// Creates a record of an attempt.
  init(_ attempt: AttemptRequest, to url: AbsoluteURL, redaction: Redaction) {
    self.init(
      attempt.head, template: attempt.template, bodyLength: attempt.body.map(\.length) ?? 0,
      redaction: redaction, absolute: url)
  }

  private var head: HTTPRequest { record.head }

  /// The secrets to mask where the request and its response are shown: the client's, what its credential has set, and
  /// the values in its path that have the name of a secret.
  var redaction: Redaction {
    var redaction = record.redaction
    redaction.source = RequestSecrets(head, record.template, record.redaction)
    return redaction
  }

  /// Whether the request has a credential.
  var hasCredential: Bool {
    record.redaction.source != nil || head.headerFields.contains(.authorization)
  }

  /// The path and the query as they were sent, unmasked.
  package var path: String? { head.path }

  /// The header fields as they were sent, unmasked.
  package var fields: HTTPFields { head.headerFields }

  /// The path template (`/users/{}`), for metrics and logs; `{url}` for a request to a full URL.
  public var template: String { record.template }

  /// The size of the body in bytes: 0 without a body, nil if the size was not known in advance.
  public var bodyLength: Int64? { record.bodyLength }

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The full URL with secrets masked: query items with secret names, and path segments that look like tokens (20 or
  /// more letters and digits that are not a UUID, a JWT, `ghp_…`, `bot123:…`) or were interpolated with the name of a
  /// secret (`\(code, name: "token")`). Other values in the path are shown.
  public var url: String { redaction.masked(url: head.urlText) }

  /// The header fields with secrets masked.
  public var headers: HTTPFields { redaction.masked(head.headerFields) }

  /// The URL, unmasked; nil for a head that no client created, if its URL is not valid.
  var absolute: AbsoluteURL? { record.built ?? (try? AbsoluteURL(URLReference(head.urlText))) }

  /// The query as it was sent, unmasked.
  var query: String? {
    head.path?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
  }

  /// The header fields as lines of a report.
  var shownHeaders: [String] { shown(head.headerFields, redaction) }

  /// The method and the path template.
  public var description: String { shownCall(method, template) }
}

extension SentRequest: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method.rawValue, "url": Shown.text(url), "headers": shownHeaders])
  }
}

/// Returns the method and the path template. A path that is known only at run time is its own template, so parts that
/// look like a token are masked.
func shownCall(_ method: HTTPRequest.Method, _ template: String) -> String {
  Shown.text("\(method.rawValue) \(Redaction().masked(url: template))", limit: Shown.message)
}
