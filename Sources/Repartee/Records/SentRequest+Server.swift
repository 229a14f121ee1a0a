import HTTPTypes
import ReparteeRedaction

extension SentRequest {
  /// The host that the request went to, in lower case, an IPv6 address in brackets; nil for a request that no client
  /// made, if its head has no host.
  public var host: String? { absolute?.origin.host }

  /// The port that the request went to, including a default port; nil without a ``host``.
  public var port: Int? { absolute?.origin.port }
}

extension SentRequest {
  /// Returns a path template for display: in one line of at most 500 characters, with parts masked that look like a
  /// token; nil for a request to a full URL.
  package static func shownTemplate(_ template: String) -> String? {
    if template == "{url}" { return nil }
    return Shown.text(Redaction().masked(url: template), limit: Shown.message)
  }
}
