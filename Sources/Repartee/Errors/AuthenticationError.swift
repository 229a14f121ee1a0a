import ReparteeJSON

/// Why there is no credential for a call, or none that the API takes.
public struct AuthenticationError: Error, CustomStringConvertible {
  /// What a program can tell apart. There may be new kinds in a minor version, and you can add kinds of your own; a
  /// `switch` has a `default`.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// A kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// There is no credential: nobody is signed in.
    public static let missing = Kind(rawValue: "missing")
    /// The API refused the credential, and there is no way to refresh it, or the new one was refused as well.
    public static let refused = Kind(rawValue: "refused")
    /// The credential could not be refreshed; ``AuthenticationError/underlying`` says why.
    public static let refreshFailed = Kind(rawValue: "refreshFailed")
    /// There is a credential that can't be sent: it has a line feed in it, say.
    public static let unusable = Kind(rawValue: "unusable")
    /// What keeps credentials could not be read or written; ``AuthenticationError/underlying`` says why.
    public static let storeFailed = Kind(rawValue: "storeFailed")
  }

  /// What happened.
  public let kind: Kind
  /// What happened, for people; no credential is in it.
  public let message: String
  /// The underlying error: the error of the call that was to refresh the credential.
  public let underlying: (any Error)?

  /// An error; without a message it gets that of its kind.
  public init(_ kind: Kind, message: String? = nil, underlying: (any Error)? = nil) {
    self.kind = kind
    self.message = Shown.text(message ?? kind.message, limit: Shown.message)
    self.underlying = underlying
  }

  public var description: String { message }
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
