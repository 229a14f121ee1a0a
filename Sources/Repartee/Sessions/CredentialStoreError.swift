import ReparteeRedaction

/// A failure to read or write a store of credentials; the ``AuthenticationError/underlying`` error of kind
/// ``AuthenticationError/Kind/storeFailed``.
///
/// Any kind but ``Kind/unreadable`` fails the calls that need the credential, until the store can be read.
public struct CredentialStoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error. You can add your own, and a minor version others.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// The store has no credential of this type. The session is signed out with the error; the next sign-in replaces
    /// the content.
    public static let unreadable = Kind(rawValue: "unreadable")
    /// A newer version of the library has written the credential, which is not read. Only signing out removes it.
    public static let newerVersion = Kind(rawValue: "newerVersion")
    /// Others may read or change the file, or it belongs to another user. It is not read.
    public static let notPrivate = Kind(rawValue: "notPrivate")
    /// The store can't be reached, read, written or locked.
    public static let failed = Kind(rawValue: "failed")
  }

  /// The kind of the error.
  public let kind: Kind
  /// What happened and what to do, in one line of at most 500 characters, without stored values.
  public let message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = DisplayText.text(message, limit: DisplayText.message)
  }

  public var description: String { message }
}

extension CredentialStoreError: ShownError {}
