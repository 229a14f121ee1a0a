#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Requests to a full URL, as `Request(.get, url: url)`.

extension Request {
  /// A GET request to a full URL (RFC 9110, section 9.3.1), such as ``ResponseHead/location``.
  public static func get(
    _ url: URL, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.get, url: url, query: query, headers: headers, timeout: timeout)
  }

  /// A HEAD request to a full URL (RFC 9110, section 9.3.2), such as ``ResponseHead/location``.
  public static func head(
    _ url: URL, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.head, url: url, query: query, headers: headers, timeout: timeout)
  }

  /// A POST request to a full URL (RFC 9110, section 9.3.3), such as ``ResponseHead/location``.
  public static func post(
    _ url: URL, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request {
    Request(.post, url: url, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PUT request to a full URL (RFC 9110, section 9.3.4), such as ``ResponseHead/location``.
  public static func put(
    _ url: URL, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request {
    Request(.put, url: url, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PATCH request to a full URL (RFC 5789), such as ``ResponseHead/location``.
  public static func patch(
    _ url: URL, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request {
    Request(.patch, url: url, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A DELETE request to a full URL (RFC 9110, section 9.3.5), such as ``ResponseHead/location``.
  public static func delete(
    _ url: URL, query: Query = [:], headers: Headers = [:], body: Body = .none, timeout: Duration? = nil
  ) -> Request {
    Request(.delete, url: url, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A GET request to a full URL.
  public static func get(
    url: URL, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.get, url: url, query: query, headers: headers, timeout: timeout)
  }

  /// A GET request to a full URL.
  public static func get(
    url: String, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.get, url: url, query: query, headers: headers, timeout: timeout)
  }
}

// Not of `Request` itself: there it would be the same property twice.

extension CustomReflectable where Self == Request {
  /// The full URL, as the text in ``Request/url``; nil if that is none.
  @_disfavoredOverload
  public var url: URL? {
    get { (url as String?).flatMap { URL(string: $0) } }
    set { url = newValue?.absoluteString as String? }
  }
}
