import ReparteeRedaction

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

  /// Creates an error. Without a message it has that of its kind, with what the underlying error says, if that is safe
  /// to show: an error of this library, or a ``RefreshFailure``. Of any other error it has the type's name.
  public init(_ kind: Kind, message: String? = nil, underlying: (any Error)? = nil) {
    self.kind = kind
    let own = kind.message + (underlying.map { ": \(reason($0))" } ?? "")
    self.message = Shown.text(message ?? own, limit: Shown.message)
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

/// An error with a description that contains no secret.
protocol ShownError: Error, CustomStringConvertible {}

extension TransportError: ShownError {}
extension RequestError: ShownError {}
extension BodyDecodingError: ShownError {}

/// Returns what an error says, as far as that is safe to show.
private func reason(_ error: any Error) -> String {
  switch error {
  case let error as any CallErrorProtocol:
    guard case .declared(let declared) = error.cause else { return error.description }
    // Nothing says whether the text of another failure may be shown.
    let text = (declared as? any RefreshFailure)?.description ?? "a declared failure (\(type(of: declared)))"
    return "\(error.call)\(error.response.map { " → \($0)" } ?? ""): \(text)"
  case let error as any RefreshFailure: return error.description
  case let error as any ShownError: return error.description
  case is CancellationError: return "it was cancelled"
  default: return "\(type(of: error))"
  }
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
