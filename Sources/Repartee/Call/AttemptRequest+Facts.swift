public import HTTPTypes
public import ReparteeRedaction

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What a stage can read.

extension AttemptRequest {
  /// The current date, by ``Client/now``.
  public func now() -> Date { scope.context.client.now() }

  /// The secrets that the client masks.
  public var redaction: Redaction { scope.context.client.redaction }

  /// The full URL, unmasked, without what the credential has added to the query.
  public var url: String {
    if isPathOfCall { return head.urlText }
    return plainURL.map { "\($0.origin.scheme)://\($0.authority)\($0.requestTarget)" } ?? head.urlText
  }

  /// The secrets in ``url``, decoded: the values of query items and path parameters with a secret name, and what was
  /// interpolated into the path with one (`\(code, name: "token")`).
  public var urlSecrets: [String] {
    scope.outgoing.secrets(in: isPathOfCall ? scope.outgoing.url : plainURL, redaction)
  }

  private var isPathOfCall: Bool { head.path == scope.outgoing.head.path }

  private var plainURL: AbsoluteURL? {
    var url = try? AbsoluteURL(head.urlText, kind: .url)
    url?.removeQueryItems(named: carried.queryItems)
    return url
  }

  /// The header fields that the credential has set, unmasked; empty without one.
  public var credentialFields: HTTPFields {
    guard let start, scope.outgoing.authentication != nil else { return [:] }
    return start.head.headerFields.filter { !start.plain.headerFields.contains($0) }
  }

  /// The names of the query items that credentials of the call have set.
  public var credentialQueryItems: Set<String> { carried.queryItems }

  /// Whether the credential is a signature, another one for each request.
  public var isSigned: Bool { scope.outgoing.authentication?.isSigning ?? false }

  /// The login of the session that has authenticated the request; nil without one.
  public var login: SessionLogin? { start?.session.flatMap { SessionLogin($0) } }

  /// Whether the call hands over the body of a response with this head as a stream, so that its end may be far; false
  /// in the background.
  public func streams(_ head: HTTPResponse) -> Bool { scope.streams(head, to: unsent) }
}

// MARK: Events

extension AttemptRequest {
  /// Reports an event of the call to the client's observers. The kind is one of your own.
  public func report(_ kind: CallEvent.Kind) { scope.report(kind) }

  /// Reports an event of the call to the client's observers. The kind is one of your own.
  ///
  /// The description of the event shows the detail without the request's secrets. Without observers, `detail` is not
  /// evaluated.
  public func report<Detail: Sendable & CustomStringConvertible>(
    _ kind: CallEvent.Kind, _ detail: @autoclosure () -> Detail
  ) {
    scope.report(kind) { event in event.add(detail(), of: self) }
  }
}
