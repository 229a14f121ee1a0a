import HTTPTypes
import ReparteeRedaction

extension SentRequest {
  /// The host, in lower case, an IPv6 address in brackets; after a redirect to another one with secrets of the call
  /// masked. Nil only in tests.
  public var host: String? {
    guard let host = absolute?.origin.host else { return nil }
    // A server has chosen it.
    return host == hostOfCall ? host : redaction.maskedValues(in: host)
  }

  /// The port, also a default one; nil without a ``host``.
  public var port: Int? { absolute?.origin.port }
}

extension SentRequest {
  package static func shownTemplate(_ template: String) -> String? {
    if template == "{url}" { return nil }
    return DisplayText.text(Redaction().masked(url: template), limit: DisplayText.message)
  }
}
