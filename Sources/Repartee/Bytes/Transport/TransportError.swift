import ReparteeRedaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a call has no usable response.
public struct TransportError: Error, CustomStringConvertible {
  /// One reference: each throwing function reserves space for the error in its frame.
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let message: String
    let mayHaveBeenProcessed: Bool
    let underlying: (any Error)?
    let undecoded: Data?

    init(
      _ kind: Kind, _ message: String, _ mayHaveBeenProcessed: Bool, _ underlying: (any Error)?,
      _ undecoded: Data?
    ) {
      self.kind = kind
      self.message = message
      self.mayHaveBeenProcessed = mayHaveBeenProcessed
      self.underlying = underlying
      self.undecoded = undecoded
    }
  }

  /// The kind of the error.
  public var kind: Kind { storage.kind }
  /// A message for people, in one line of at most 500 characters.
  public var message: String { storage.message }
  /// Whether the server may have acted on the request. False is certain: there was no connection, or the server reports
  /// it (REFUSED_STREAM, or a GOAWAY that excludes the stream; RFC 9113, section 8.7). The request can then be sent
  /// again with any method, unless its body was consumed.
  public var mayHaveBeenProcessed: Bool { storage.mayHaveBeenProcessed }
  /// The transport's own error.
  public var underlying: (any Error)? { storage.underlying }
  /// The beginning of the body as it was received, if an error response has a content coding that can't be decoded.
  var undecoded: Data? { storage.undecoded }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind of the error.
  ///   - message: A message without secrets; nil for that of the kind.
  ///   - mayHaveBeenProcessed: Nil for the kind's default: false for `hostNotFound`, `cannotConnect`, `offline`, `tls`,
  ///     `timedOut(.connect)` and `timedOut(.connectionPool)`, otherwise true.
  ///   - underlying: The transport's own error.
  public init(
    _ kind: Kind, message: String? = nil, mayHaveBeenProcessed: Bool? = nil, underlying: (any Error)? = nil
  ) {
    storage = Storage(
      kind, DisplayText.text(message ?? kind.message, limit: DisplayText.message),
      mayHaveBeenProcessed ?? kind.mayHaveBeenProcessed, underlying, nil)
  }

  private init(_ storage: Storage) { self.storage = storage }

  func with(undecoded: Data) -> TransportError {
    TransportError(Storage(kind, message, mayHaveBeenProcessed, underlying, undecoded))
  }

  public var description: String { message }

  /// Names the host, unless the transport has its own message.
  func naming(_ url: @autoclosure () -> AbsoluteURL?) -> TransportError {
    guard kind == .hostNotFound || kind == .cannotConnect, message == kind.message, let url = url()
    else { return self }
    let message =
      kind == .hostNotFound
      ? "the host \(url.origin.host) was not found" : "could not connect to \(url.authority)"
    return TransportError(
      kind, message: message, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }

  func masked(by redaction: () -> Redaction) -> TransportError {
    if message == kind.message { return self }
    let masked = redaction().maskedValues(in: message)
    return masked == message
      ? self
      : TransportError(
        kind, message: masked, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether the error is a timeout of any kind.
  public var isTimeout: Bool { kind.timeout != nil }

  /// Whether the server could not be reached.
  public var isOffline: Bool {
    switch kind {
    case .offline, .hostNotFound, .cannotConnect, .timedOut(.connect): true
    default: false
    }
  }
}

extension TransportError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}
