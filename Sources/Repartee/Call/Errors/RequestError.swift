import ReparteeRedaction

/// A request that could not be built. Nothing was sent.
public struct RequestError: Error, CustomStringConvertible {
  /// The invalid part of the request. You and minor versions can add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// The client's base URL.
    public static let baseURL = Kind(rawValue: "baseURL")
    /// The full URL of a ``Request/url``.
    public static let url = Kind(rawValue: "url")
    /// The path.
    public static let path = Kind(rawValue: "path")
    /// The query, if an `Encodable` value can't be encoded as one.
    public static let query = Kind(rawValue: "query")
    /// The method.
    public static let method = Kind(rawValue: "method")
    /// A header field.
    public static let header = Kind(rawValue: "header")
    /// The location of a list's next page, or of an operation; see ``Cursor``.
    public static let nextPage = Kind(rawValue: "nextPage")
    /// The next page of a list was read before.
    public static let nextPageRepeated = Kind(rawValue: "nextPageRepeated")
    /// The next page of a list, or an operation, is at another origin; see ``PagedEndpoint/allowsOtherOrigins``.
    public static let nextPageOrigin = Kind(rawValue: "nextPageOrigin")
    /// The body.
    public static let body = Kind(rawValue: "body")
  }

  /// One reference: each request has room for some of them.
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let message: String
    let underlying: (any Error)?

    init(_ kind: Kind, _ message: String, _ underlying: (any Error)?) {
      self.kind = kind
      self.message = message
      self.underlying = underlying
    }
  }

  /// The invalid part of the request.
  public var kind: Kind { storage.kind }
  /// What is wrong and what to do, in one line of at most 500 characters, without values of fields, items or the body.
  public var message: String { storage.message }
  /// The underlying error, such as an `EncodingError`.
  public var underlying: (any Error)? { storage.underlying }

  /// Creates an error.
  public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
    storage = Storage(kind, DisplayText.text(message, limit: DisplayText.message), underlying)
  }

  public var description: String { message }
}

extension RequestError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}

extension AbsoluteURL {
  package init(_ text: String, kind: RequestError.Kind) throws(RequestError) {
    do throws(URLFault) { try self.init(text) } catch {
      throw RequestError(kind, error.message(of: kind == .baseURL ? "the base URL" : "the URL"))
    }
  }
}
