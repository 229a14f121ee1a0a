import HTTPTypes
import ReparteeJSON

extension SentRequest {
  /// The host that it went to, in lower case, an IPv6 address in brackets; nil of a request that no client made, if its
  /// head has none.
  public var host: String? { absolute?.origin.host }

  /// The port that it went to, also where it is the scheme's own; nil where there is no ``host``.
  public var port: Int? { absolute?.origin.port }
}

extension SentRequest {
  /// The template of a path as it is shown: in one line of at most 500 characters, what looks like a token masked. Nil
  /// of a request to a full URL, which has none.
  package static func shownTemplate(_ template: String) -> String? {
    if template == "{url}" { return nil }
    return Shown.text(Redaction().masked(url: template), limit: Shown.message)
  }
}
