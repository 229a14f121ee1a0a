#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

// Properties of any error of a call, which need neither a switch nor a comparison of strings.

extension CallErrorProtocol {
  /// The status code, if a response was received. Compare it with `.notFound`, or switch over `status?.kind`
  /// (`.redirection`, `.clientError`, `.serverError`).
  public var status: HTTPResponse.Status? { response?.status }

  /// The header fields of the response; empty without one.
  public var headers: HTTPFields { response?.headers ?? [:] }

  /// Returns a header field of the response by its name, in any case: `error.header("X-Request-ID")`.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// The body of the response, as far as it was received.
  public var body: Data? { response?.body }

  /// The body as text; see ``Response/text``.
  public var text: String? { response?.text }

  /// Decodes the body as another type, with the decoder and the options that read the response; see
  /// ``Response/decode(_:)``.
  /// - Throws: A ``BodyDecodingError``, also if there is no response.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(BodyDecodingError) -> Value {
    guard let response else {
      throw BodyDecodingError(.emptyBody, type: type, message: "there is no response")
    }
    return try response.decode(type)
  }

  /// Whether the calling task was cancelled.
  public var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// Whether connecting, waiting or the whole call took too long.
  public var isTimeout: Bool { transportError?.isTimeout ?? false }

  /// Whether the server could not be reached at all.
  public var isOffline: Bool { transportError?.isOffline ?? false }

  /// Whether a body was declared, but the response has none.
  public var isMissingBody: Bool { decodingError?.kind == .emptyBody }

  /// Whether the same request may succeed later. This is true for temporary transport errors (no network, no such host,
  /// no connection, a lost connection, a timeout, a protocol violation), for the status codes 408, 421, 425, 429, 500,
  /// 502, 503, 504, 520 to 524 and 529 whatever their body, and for outcomes that the endpoint declares
  /// ``Outcome/transient`` or ``Outcome/throttled``. It is false for outcomes declared ``Outcome/permanent``. It does
  /// not tell whether sending the request twice does harm (RFC 9110, section 9.2.2); see
  /// ``TransportError/mayHaveBeenProcessed``.
  public var isRetryable: Bool {
    if retryability == .permanent { return false }
    if let transportError { return transportError.isRetryable }
    if retryability != nil { return true }
    return status.flatMap { Retryability(status: $0.code) } != nil
  }
}

extension TransportError {
  /// Whether the same request may succeed later.
  public var isRetryable: Bool { kind.isTransient }
}
