#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
import Repartee
import ReparteeJSON

/// Requests with what came back, in an HTTP Archive (HAR 1.2): the file that browsers and proxies export.
///
/// Of a file by another program only requests and responses are read; pages, timings and fields of its own are passed
/// over.
public struct HAR: Sendable, Hashable {
  /// A request, and what came back.
  public struct Entry: Sendable, Hashable {
    /// When it was sent.
    public var start: Date
    /// How long it took, to the end of the body.
    public var duration: Duration
    /// The request.
    public var request: Request
    /// The response; nil if there was none.
    public var response: Response?
    /// Why there was no response, or why its body broke off: the name of a `TransportError.Kind`, or what another
    /// program says.
    public var error: String?

    /// An entry.
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

    /// A request.
    public init(method: String = "GET", url: String, headers: HTTPFields = [:], body: Data = Data()) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  /// A response as it came.
  public struct Response: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The reason phrase; empty without one, as in HTTP/2.
    public var reasonPhrase: String
    /// The header fields.
    public var headers: HTTPFields
    /// The body, its content codings undone.
    public var body: Data

    /// A response.
    public init(
      status: Int = 200, reasonPhrase: String = "", headers: HTTPFields = [:], body: Data = Data()
    ) {
      self.status = status
      self.reasonPhrase = reasonPhrase
      self.headers = headers
      self.body = body
    }
  }

  /// The entries, in the order in which they were sent.
  public var entries: [Entry]

  /// An archive of these entries.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }
}

// What was recorded by others has secrets in it.
extension HAR: CustomStringConvertible, CustomReflectable {
  /// How many entries there are.
  public var description: String { "an archive of \(entries.count) entries" }
  public var customMirror: Mirror { Mirror(self, children: ["entries": entries]) }
}

extension HAR.Entry: CustomStringConvertible, CustomReflectable {
  /// Its request and the status or the error that came.
  public var description: String {
    "\(request): \(response.map { "\($0.status)" } ?? error.map { Shown.text($0, limit: 100) } ?? "no response")"
  }
  public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}

extension HAR.Request: CustomStringConvertible, CustomReflectable {
  /// Its method and its URL, secrets masked by the standard words of `Redaction`.
  public var description: String {
    Shown.text("\(method) \(Redaction().masked(url: url))", limit: Shown.message)
  }
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HAR.Response: CustomStringConvertible, CustomReflectable {
  /// Its status, and how long its body is.
  public var description: String { "\(status), \(body.count) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
