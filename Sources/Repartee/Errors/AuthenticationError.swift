import ReparteeJSON

/// The reason why a call has no credential, or none that the API accepts.
public struct AuthenticationError: Error, CustomStringConvertible {
  /// The kind of an authentication error. A minor version may add kinds, and you can add kinds of your own: a `switch`
  /// needs a `default`.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// There is no credential: nobody is signed in.
    public static let missing = Kind(rawValue: "missing")
    /// The API refused the credential, and it can't be refreshed, or the new one was refused too.
    public static let refused = Kind(rawValue: "refused")
    /// The credential could not be refreshed; see ``AuthenticationError/underlying``.
    public static let refreshFailed = Kind(rawValue: "refreshFailed")
    /// The credential can't be sent, for example because it contains a line feed.
    public static let unusable = Kind(rawValue: "unusable")
    /// The credential store could not be read or written; see ``AuthenticationError/underlying``.
    public static let storeFailed = Kind(rawValue: "storeFailed")
  }

  /// The kind of the error.
  public let kind: Kind
  /// A description for people. It contains no credential.
  public let message: String
  /// The underlying error, for example of the call that should refresh the credential.
  public let underlying: (any Error)?

  /// Creates an error. Without a message it has that of its kind.
  public init(_ kind: Kind, message: String? = nil, underlying: (any Error)? = nil) {
    self.kind = kind
    self.message = Shown.text(message ?? kind.message, limit: Shown.message)
    self.underlying = underlying
  }

  public var description: String { message }

  /// Returns the same error without the values of a credential in its message.
  func masked(by redaction: Redaction) -> AuthenticationError {
    AuthenticationError(kind, message: redaction.maskedValues(in: message), underlying: underlying)
  }
}

extension AuthenticationError: CustomReflectable {
  /// The message only: the underlying error may hold a credential.
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}

extension AuthenticationError.Kind {
  fileprivate var message: String {
    switch self {
    case .missing: "there is no credential: sign in first"
    case .refused: "the API refused the credential: sign in again"
    case .refreshFailed: "the credential could not be refreshed"
    case .unusable: "the credential can't be sent"
    case .storeFailed: "the store of credentials could not be read or written"
    default: rawValue
    }
  }
}
