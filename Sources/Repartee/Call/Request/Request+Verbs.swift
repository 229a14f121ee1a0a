extension Request {
  /// A GET request (RFC 9110, section 9.3.1).
  public static func get(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.get, path, query: query, headers: headers, timeout: timeout)
  }

  /// A HEAD request (RFC 9110, section 9.3.2); its responses have no body.
  public static func head(
    _ path: Path, query: Query = [:], headers: Headers = [:], timeout: Duration? = nil
  ) -> Request {
    Request(.head, path, query: query, headers: headers, timeout: timeout)
  }

  /// A POST request (RFC 9110, section 9.3.3).
  public static func post(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: Duration? = nil
  ) -> Request {
    Request(.post, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A QUERY request, a search whose body says what to find (RFC 10008); safe and idempotent, so it is retried as a
  /// GET.
  ///
  /// ```swift
  /// var request: Request { .query("/books", body: .json(filter)) }
  /// ```
  public static func query(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body,
    timeout: Duration? = nil
  ) -> Request {
    Request(method: "QUERY", path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PUT request (RFC 9110, section 9.3.4).
  public static func put(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: Duration? = nil
  ) -> Request {
    Request(.put, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A PATCH request (RFC 5789).
  public static func patch(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: Duration? = nil
  ) -> Request {
    Request(.patch, path, query: query, headers: headers, body: body, timeout: timeout)
  }

  /// A DELETE request (RFC 9110, section 9.3.5).
  public static func delete(
    _ path: Path, query: Query = [:], headers: Headers = [:],
    body: Body = .none,
    timeout: Duration? = nil
  ) -> Request {
    Request(.delete, path, query: query, headers: headers, body: body, timeout: timeout)
  }
}
