#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

extension CallErrorProtocol {
  /// The status code, if there is a response.
  public var status: HTTPResponse.Status? { response?.status }

  /// The header fields of the response.
  public var headers: HTTPFields { response?.headers ?? [:] }

  /// Returns a header field of the response, by its name in any case.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// The received part of the response's body.
  public var body: Data? { response?.body }

  /// The body as text; see ``Response/text``.
  public var text: String? { response?.text }

  /// Decodes the body as another type; see ``Response/decode(_:)``.
  /// - Throws: A ``BodyDecodingError``, also without a response.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(BodyDecodingError) -> Value {
    guard let response else {
      throw BodyDecodingError(.emptyBody, type: type, message: "there is no response")
    }
    return try response.decode(type)
  }

  /// Whether the calling task was cancelled.
  public var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// Whether connecting, waiting or the whole call took too long; also of the refresh of a session's credential.
  public var isTimeout: Bool { lostTransport?.isTimeout ?? false }

  /// Whether the server could not be reached; also by the refresh of a session's credential.
  public var isOffline: Bool { lostTransport?.isOffline ?? false }

  private var lostTransport: TransportError? {
    if case .authentication(let error) = cause { error.transportError } else { transportError }
  }

  /// Whether a body was declared, but is missing.
  public var isMissingBody: Bool { decodingError?.kind == .emptyBody }

  /// Whether the same request may succeed later: after a temporary transport error, or without one where
  /// ``retryability`` says so; never after ``Retryability/permanent``. Repeating it may do harm: see
  /// ``TransportError/mayHaveBeenProcessed``.
  public var isRetryable: Bool {
    if retryability == .permanent { return false }
    return transportError?.isRetryable ?? (retryability != nil)
  }
}

extension TransportError {
  /// Whether the same request may succeed later: after a timeout, a failed or lost connection except
  /// ``TransportError/Kind/tls``, or a protocol violation.
  public var isRetryable: Bool { kind.isTransient }
}
