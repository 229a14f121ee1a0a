import ReparteeRedaction

/// Why a call has no credential that the API accepts.
public struct AuthenticationError: Error, CustomStringConvertible {
  /// The kind of an error. You and minor versions can add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// There is no credential.
    public static let missing = Kind(rawValue: "missing")
    /// The API refused the credential, which can't be refreshed or was refused again.
    public static let refused = Kind(rawValue: "refused")
    /// The credential could not be refreshed.
    public static let refreshFailed = Kind(rawValue: "refreshFailed")
    /// The credential can't be sent, for example if it contains a line feed.
    public static let unusable = Kind(rawValue: "unusable")
    /// The store can't be reached, read, written or locked. What a ``CredentialStore`` throws of another type, or of a
    /// kind that is not of a store, is the ``AuthenticationError/underlying`` error.
    public static let storeFailed = Kind(rawValue: "storeFailed")
    /// The store has no credential of this type. The session is signed out with the error; the next sign-in replaces
    /// the content.
    public static let storeUnreadable = Kind(rawValue: "storeUnreadable")
    /// Others may read or change the file of the store, or it belongs to another user. It is not read.
    public static let storeNotPrivate = Kind(rawValue: "storeNotPrivate")
    /// A newer version of the library has written the credential, which is not read. Only signing out removes it.
    public static let storeNewerVersion = Kind(rawValue: "storeNewerVersion")

    var isOfStore: Bool {
      [.storeFailed, .storeUnreadable, .storeNotPrivate, .storeNewerVersion].contains(self)
    }
  }

  /// One reference: each throwing function reserves space for the error in its frame.
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

  /// The kind of the error.
  public var kind: Kind { storage.kind }
  /// A description for people, without the credential.
  public var message: String { storage.message }
  /// The underlying error, such as that of the refresh.
  public var underlying: (any Error)? { storage.underlying }

  /// Creates an error. The default message is the kind's, with the description of an underlying error of this library
  /// or ``RefreshFailure``, or the type of another.
  public init(_ kind: Kind, message: String? = nil, underlying: (any Error)? = nil) {
    let own = kind.message + (underlying.map { ": \(reason($0))" } ?? "")
    storage = Storage(kind, DisplayText.text(message ?? own, limit: DisplayText.message), underlying)
  }

  /// Creates the error of a session from what its store throws.
  init(ofStore error: any Error) {
    if let error = error as? AuthenticationError, error.kind.isOfStore {
      self = error
    } else {
      self.init(.storeFailed, underlying: error)
    }
  }

  public var description: String { message }

  /// The transport error of the refresh.
  var transportError: TransportError? {
    underlying as? TransportError ?? (underlying as? any CallErrorProtocol)?.transportError
  }

  func masked(by redaction: Redaction) -> AuthenticationError {
    AuthenticationError(kind, message: redaction.maskedValues(in: message), underlying: underlying)
  }
}

extension AuthenticationError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}

/// An error whose description has no secret.
protocol ShownError: Error, CustomStringConvertible {}

extension TransportError: ShownError {}
extension RequestError: ShownError {}
extension BodyDecodingError: ShownError {}

private func reason(_ error: any Error) -> String {
  switch error {
  case let error as any CallErrorProtocol:
    guard case .declared(let declared) = error.cause else { return error.description }
    // The text of another failure may be secret.
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
    case .storeFailed: "the store of credentials could not be read, written or locked"
    case .storeUnreadable: "the store has no credential of this type in it; sign in again"
    case .storeNotPrivate: "others may have read or changed the stored credential"
    case .storeNewerVersion: "a newer version of Repartee has written the stored credential"
    default: rawValue
    }
  }
}
