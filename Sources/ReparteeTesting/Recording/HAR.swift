#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
import Repartee
import ReparteeRedaction

/// Requests with their responses, in an HTTP Archive (HAR 1.2), as browsers and proxies export it.
///
/// Pages, timings and most custom fields are ignored. A file can have up to 4 GiB.
public struct HAR: Sendable, Hashable {
  /// A request with its response.
  public struct Entry: Sendable, Hashable {
    /// When the request was sent.
    public var start: Date
    /// The duration, to the end of the body.
    public var duration: Duration
    /// The request.
    public var request: Request
    /// The response; nil if there was none.
    public var response: Response?
    /// Why the response is missing or its body incomplete: a `TransportError.Kind` with its timeout or limit
    /// (`timedOut.head`), possible secrets in the rest of the body, or another program's text.
    public var error: String?
    var secrets: Secrets?

    /// Creates an entry.
    public init(
      start: Date, duration: Duration = .zero, request: Request, response: Response?, error: String? = nil
    ) {
      self.start = start
      self.duration = duration
      self.request = request
      self.response = response
      self.error = error
    }
  }

  /// Equal masked secrets have equal numbers in the archive.
  struct Secrets: Sendable, Hashable, Codable {
    var url: Int?
    var body: Int?
  }

  /// A request as it was sent.
  public struct Request: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The full URL.
    public var url: String
    /// The header fields.
    public var headers: HTTPFields
    /// The body; empty without one.
    public var body: Data

    /// Creates a request.
    public init(method: String = "GET", url: String, headers: HTTPFields = [:], body: Data = Data()) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  /// A response as it was received.
  public struct Response: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The reason phrase; empty without one.
    public var reasonPhrase: String
    /// The header fields.
    public var headers: HTTPFields
    /// The body, without content codings.
    public var body: Data

    /// Creates a response.
    public init(
      status: Int = 200, reasonPhrase: String = "", headers: HTTPFields = [:], body: Data = Data()
    ) {
      self.status = status
      self.reasonPhrase = reasonPhrase
      self.headers = headers
      self.body = body
    }
  }

  /// The entries, in the order of sending.
  public var entries: [Entry]

  /// Creates an archive.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }
}

// Archives of other programs contain secrets.
extension HAR: CustomStringConvertible, CustomReflectable {
  /// The number of entries.
  public var description: String { "an archive of \(entries.count) entries" }
  public var customMirror: Mirror { Mirror(self, children: ["entries": entries]) }
}

extension HAR.Entry: CustomStringConvertible, CustomReflectable {
  /// The request, and the status code or the error.
  public var description: String {
    "\(request): \(response.map { "\($0.status)" } ?? error.map { DisplayText.text($0, limit: 100) } ?? "no response")"
  }
  public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}

extension HAR.Request: CustomStringConvertible, CustomReflectable {
  /// The method and the URL, with secrets masked by the standard names of `Redaction`.
  public var description: String {
    DisplayText.text("\(method) \(Redaction().masked(url: url))", limit: DisplayText.message)
  }
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HAR.Response: CustomStringConvertible, CustomReflectable {
  /// The status code, and the length of the body.
  public var description: String { "\(status), \(body.count) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
