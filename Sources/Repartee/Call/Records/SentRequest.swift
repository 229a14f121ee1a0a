public import HTTPTypes
import ReparteeRedaction

/// A request as it was sent, without the body.
///
/// Secrets are shown as `***` (``Client/redaction``).
public struct SentRequest: Sendable, CustomStringConvertible {
  /// A class, because a call copies its request into many records.
  final class Record: Sendable {
    let head: HTTPRequest
    let template: String
    let bodyLength: Int64?
    let redaction: Redaction
    let built: AbsoluteURL?
    /// The call's request before this one, whose secrets a server may still repeat; at most 32, with different heads.
    let earlier: Record?
    private let depth: Int

    init(
      _ head: HTTPRequest, _ template: String, _ bodyLength: Int64?, _ redaction: Redaction,
      _ built: AbsoluteURL?, after last: Record?
    ) {
      self.head = head
      self.template = template
      self.bodyLength = bodyLength
      self.redaction = redaction
      self.built = built
      let isKept = last.map { $0.depth < 32 && $0.head != head } ?? true
      earlier = isKept ? last : last?.earlier
      depth = (earlier?.depth ?? 0) + 1
    }
  }

  private let record: Record

  init(
    _ head: HTTPRequest, template: String, bodyLength: Int64?, redaction: Redaction,
    absolute: AbsoluteURL? = nil, after last: SentRequest? = nil
  ) {
    record = Record(head, template, bodyLength, redaction, absolute, after: last?.record)
  }

  /// Unmasked.
  var head: HTTPRequest { record.head }

  var redaction: Redaction {
    var redaction = record.redaction
    redaction.source = RequestSecrets(record)
    return redaction
  }

  /// The URL, unmasked.
  package var urlText: String { head.urlText }

  /// Unmasked.
  package var fields: HTTPFields { head.headerFields }

  /// The path template (`/users/{}`); `{url}` for a full URL.
  public var template: String { record.template }

  /// The size of the body in bytes: 0 without a body, nil if unknown.
  public var bodyLength: Int64? { record.bodyLength }

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The full URL, masked: query items with secret names, and path segments that look like tokens or were interpolated
  /// with a secret name (`\(code, name: "token")`).
  public var url: String { redaction.masked(url: head.urlText) }

  /// The header fields with secrets masked.
  public var headers: HTTPFields { redaction.masked(head.headerFields) }

  /// The URL before middleware, unmasked: a further request passes through it again.
  var absolute: AbsoluteURL? { record.built ?? (try? AbsoluteURL(URLReference(head.urlText))) }

  /// The host of the call's first request.
  var hostOfCall: String? {
    var first = record
    while let earlier = first.earlier { first = earlier }
    return first.built?.origin.host
  }

  /// The URL to resolve references against: with the path that was sent, and no query item of a credential.
  var base: AbsoluteURL? {
    guard var url = absolute, let target = head.path?.utf8, target.first == UInt8(ascii: "/") else {
      return absolute
    }
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    if !path.elementsEqual(url.path.utf8) { url.path = String(Substring(path)) }
    return url
  }

  /// The query, unmasked.
  var query: String? {
    head.path?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
  }

  var shownHeaders: [String] { shown(head.headerFields, redaction) }

  /// The method and the path template.
  public var description: String { shownCall(method, template) }
}

extension SentRequest: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self, children: ["method": method.rawValue, "url": DisplayText.text(url), "headers": shownHeaders])
  }
}

extension SentRequest {
  /// Whether a 206 has a part for which the request did not ask (RFC 9110, section 15.3.7).
  func isUnaskedPart(_ status: HTTPResponse.Status) -> Bool {
    status.code == 206 && !fields.contains(.range)
  }
}

func shownCall(_ method: HTTPRequest.Method, _ template: String) -> String {
  DisplayText.text("\(method.rawValue) \(Redaction().masked(url: template))", limit: DisplayText.message)
}
