public import HTTPTypes
import ReparteeRedaction

/// A redirect (RFC 9110, section 15.4).
public struct Redirect: Sendable, CustomStringConvertible {
  /// A decision about a redirect. No case will be added.
  public enum Decision: Sendable, Hashable {
    /// Follow the redirect.
    case follow
    /// Return the redirect as the response of the call.
    case stop
    /// Fail the call with kind ``TransportError/Kind/redirectRefused``.
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

  /// The status code: 301, 302, 303, 307 or 308.
  public var status: HTTPResponse.Status { storage.status }
  /// The method of the next request.
  public var method: HTTPRequest.Method { storage.method }
  /// The target URL, masked as ``SentRequest/url``.
  public var url: String { storage.redaction.masked(url: storage.target.reference.text) }
  /// The URL that redirected, masked.
  public var source: String { storage.redaction.masked(url: storage.source.reference.text) }
  /// The target's scheme, `http` or `https`.
  public var scheme: String { storage.target.origin.scheme }
  /// The target's host, in lower case, unmasked.
  public var host: String { storage.target.origin.host }
  /// The target's port, also a default one.
  public var port: Int { storage.target.origin.port }
  /// The target's path, percent-encoded, unmasked.
  public var path: String { storage.target.path }
  /// Whether the target has the origin of the call's first request (RFC 9110, section 4.3.1).
  public var isSameOrigin: Bool { storage.isSameOrigin }

  /// The redirect in one line, masked: `302 Found → https://cdn.example.com/report.csv`.
  public var description: String { DisplayText.text("\(status.name) → \(url)", limit: 2_000) }

  /// A class, so that an attempt without a redirect is small.
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
