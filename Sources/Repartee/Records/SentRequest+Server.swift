import HTTPTypes
import ReparteeRedaction

extension SentRequest {
  /// The host, in lower case, an IPv6 address in brackets; nil only in tests.
  public var host: String? { absolute?.origin.host }

  /// The port, also a default one; nil without a ``host``.
  public var port: Int? { absolute?.origin.port }
}

extension SentRequest {
  package static func shownTemplate(_ template: String) -> String? {
    if template == "{url}" { return nil }
    return DisplayText.text(Redaction().masked(url: template), limit: DisplayText.message)
  }
}
