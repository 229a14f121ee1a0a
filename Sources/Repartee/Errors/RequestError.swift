import ReparteeJSON

/// A request that could not be built. Nothing was sent.
public struct RequestError: Error, CustomStringConvertible {
  /// Which part of the request is at fault.
  public enum Kind: String, Sendable, Hashable {
    /// The client's base URL.
    case baseURL
    /// The full URL of a ``Request/Target/url(_:)``.
    case url
    /// The path.
    case path
    /// An `Encodable` that can't be a query.
    case query
    /// The method.
    case method
    /// A header field.
    case header
    /// The body.
    case body
  }

  /// Which part of the request is at fault.
  public let kind: Kind
  /// What is wrong and what to do, in one line of at most 500 characters, without the values of header fields, query items or the body.
  public let message: String
  /// What lay under it, say an `EncodingError`.
  public let underlying: (any Error)?

  /// An error.
  public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
    self.kind = kind
    self.message = Shown.text(message, limit: Shown.message)
    self.underlying = underlying
  }

  public var description: String { message }
}

extension RequestError: CustomReflectable {
  /// The message only: what lay under it may hold values of the request.
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}
