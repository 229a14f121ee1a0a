public import HTTPTypes
import ReparteeJSON

/// A redirect: where a response sends its request (RFC 9110, section 15.4).
public struct Redirect: Sendable, CustomStringConvertible {
  /// What becomes of a redirect. There will be no other case.
  public enum Decision: Sendable, Hashable {
    /// It is followed.
    case follow
    /// It is not followed, and is the response of the call.
    case stop
    /// The call fails with a ``TransportError`` of kind ``TransportError/Kind/redirectRefused``.
    case refuse
  }

  private let storage: Storage

  init(
    _ status: HTTPResponse.Status, from source: AbsoluteURL, to target: AbsoluteURL,
    method: HTTPRequest.Method,
    isSameOrigin: Bool, redaction: Redaction
  ) {
    storage = Storage(
      status: status, source: source, target: target, method: method, isSameOrigin: isSameOrigin,
      redaction: redaction)
  }

  /// The status of the response: 301, 302, 303, 307 or 308.
  public var status: HTTPResponse.Status { storage.status }
  /// The method of the request that follows.
  public var method: HTTPRequest.Method { storage.method }
  /// Where it leads, secrets masked as in ``SentRequest/url``.
  public var url: String { storage.redaction.masked(url: storage.target.reference.text) }
  /// Where the redirected request went, secrets masked.
  public var source: String { storage.redaction.masked(url: storage.source.reference.text) }
  /// The scheme that it leads to: `http` or `https`.
  public var scheme: String { storage.target.origin.scheme }
  /// The host that it leads to, in lower case.
  public var host: String { storage.target.origin.host }
  /// The port that it leads to, also where it is the scheme's own.
  public var port: Int { storage.target.origin.port }
  /// The path that it leads to, percent-encoded, nothing masked.
  public var path: String { storage.target.path }
  /// Whether it leads to the scheme, host and port that the call's first request went to (RFC 9110, section 4.3.1).
  public var isSameOrigin: Bool { storage.isSameOrigin }

  /// `302 Found → https://cdn.example.com/report.csv`, secrets masked.
  public var description: String { Shown.text("\(status.name) → \(url)", limit: 2_000) }

  /// It is a class so that an attempt that no redirect led to is small.
  private final class Storage: Sendable {
    let status: HTTPResponse.Status
    let source: AbsoluteURL
    let target: AbsoluteURL
    let method: HTTPRequest.Method
    let isSameOrigin: Bool
    let redaction: Redaction

    init(
      status: HTTPResponse.Status, source: AbsoluteURL, target: AbsoluteURL, method: HTTPRequest.Method,
      isSameOrigin: Bool, redaction: Redaction
    ) {
      self.status = status
      self.source = source
      self.target = target
      self.method = method
      self.isSameOrigin = isSameOrigin
      self.redaction = redaction
    }
  }
}

extension Redirect: CustomReflectable {
  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["redirect": description]) }
}
