import ReparteeRedaction

/// The reason why a store of credentials could not be read or written: the ``AuthenticationError/underlying`` error of
/// an ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``.
///
/// A store of your own may throw it as well. ``Kind/unreadable`` matters to a ``Session``; any other error of a store
/// fails the calls that need the credential, until the store can be read.
public struct CredentialStoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error. A minor version may add kinds, and you can add kinds of your own: a `switch` needs a
  /// `default`.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// What is stored is no credential of this type, for example an empty file, or one that breaks off. A session is
    /// signed out, and ``SessionState/signedOut(_:)`` has the error. The next sign-in replaces what is stored.
    public static let unreadable = Kind(rawValue: "unreadable")
    /// A newer version of the library has written the credential. It is not read and not replaced; signing out removes
    /// it.
    public static let newerVersion = Kind(rawValue: "newerVersion")
    /// Others may read or change the file, or it belongs to another user. It is not read.
    public static let notPrivate = Kind(rawValue: "notPrivate")
    /// The store can't be reached, read, written or locked.
    public static let failed = Kind(rawValue: "failed")
  }

  /// The kind of the error.
  public let kind: Kind
  /// What happened and what to do, in one line of at most 500 characters, without anything that is stored.
  public let message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = Shown.text(message, limit: Shown.message)
  }

  public var description: String { message }
}

extension CredentialStoreError: ShownError {}
