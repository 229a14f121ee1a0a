#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

// What can be asked of any error of a call without a switch, and without strings.

extension CallFailure {
  /// The status, if a response came. Compare it with `.notFound`, or switch over `status?.kind`
  /// (`.redirection`, `.clientError`, `.serverError`).
  public var status: HTTPResponse.Status? { response?.status }

  /// The header fields of the response; none without one.
  public var headers: HTTPFields { response?.headers ?? [:] }

  /// One header field of the response, by a name in any case: `error.header("X-Request-ID")`.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// The body of the response, as far as it came.
  public var body: Data? { response?.body }

  /// The body as text, see ``Response/text``.
  public var text: String? { response?.text }

  /// The body as another type, read with the client's own decoder; see ``Response/decode(_:)``.
  /// - Throws: A ``DecodingFailure``, also when there is no response.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(DecodingFailure) -> Value {
    guard let response else {
      throw DecodingFailure(.emptyBody, type: type, message: "there is no response")
    }
    return try response.decode(type)
  }

  /// Whether the calling task was cancelled.
  public var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// Whether it took too long: connecting, waiting, or as a whole.
  public var isTimeout: Bool { transportError?.isTimeout ?? false }

  /// Whether the server could not be reached at all.
  public var isOffline: Bool { transportError?.isOffline ?? false }

  /// Whether data was declared and there was none.
  public var isMissingBody: Bool { decodingFailure?.kind == .emptyBody }

  /// Whether the same request may succeed a little later: the transport's passing failures (no network, no such host,
  /// no connection, a lost one, a timeout, a violation of the protocol), 408, 425, 429, 500, 502, 503 and 504 whatever
  /// their body, and what the endpoint declares to be ``Outcome/transient`` or ``Outcome/throttled``. What it declares
  /// to be ``Outcome/permanent`` is never retryable.
  /// It says nothing about whether sending the request twice does harm (RFC 9110, section 9.2.2); see
  /// ``TransportError/mayHaveBeenProcessed``.
  public var isRetryable: Bool {
    if transience == .permanent { return false }
    if let transportError { return transportError.isRetryable }
    if transience != nil { return true }
    return status.flatMap { Transience(status: $0.code) } != nil
  }
}

extension TransportError {
  /// Whether the same request may succeed a little later.
  public var isRetryable: Bool { kind.isTransient }
}
