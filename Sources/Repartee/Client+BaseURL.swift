public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Client {
  /// Creates a client of one API, as `init(baseURL:transport:headers:json:)` with the text of a URL.
  public init(
    baseURL: URL, transport: some Transport, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) {
    self.init(baseURL: baseURL.absoluteString, transport: transport, headers: headers, json: json)
  }

  /// The base URL, with its query; nil if it is invalid (``baseURLError``). `with(baseURL:)` returns a client of
  /// another.
  public var baseURL: URL? {
    guard var base = try? settings.shared.base.get() else { return nil }
    base.fragment = nil
    return URL(string: base.reference.text)
  }

  /// Returns the same client of another base URL, such as that of a test system or of another region.
  ///
  /// ```swift
  /// var staging = client.with(baseURL: "https://staging.example.com")
  /// staging.authentication = .bearer(stagingToken)
  /// ```
  ///
  /// The clients share the transport and the retry budget. At another origin (scheme, host or port) the new client has
  /// no credentials until you set them: its ``authentication`` is off, ``authentications`` is empty, and the fields of
  /// ``headers`` that are credentials by their names (``redaction``) are left out.
  public func with(baseURL: String) -> Client {
    let base = Result { () throws(RequestError) in try AbsoluteURL(baseURL, kind: .baseURL) }
    var client = self
    client.settings.shared = SharedState(base: base, after: settings.shared)
    if let origin = try? base.get().origin, origin == (try? settings.shared.base.get().origin) {
      return client
    }
    client.settings.authentication = .off
    client.settings.authentications = [:]
    client.settings.headers.removeCredentials(redaction)
    return client
  }

  /// Returns the same client of another base URL, as `with(baseURL:)` with the text of a URL.
  public func with(baseURL: URL) -> Client { with(baseURL: baseURL.absoluteString) }
}
