import ReparteeBase
import ReparteeJSON

/// The login of a ``Session`` with which a request is authenticated: from a sign-in until a sign-out, another sign-in or
/// the end of the credential.
///
/// Two are equal if they are of the same account, or of the same sign-in.
public struct SessionLogin: Sendable, Hashable {
  /// The name of the account in `Session.signIn(_:as:)`, the same in each run of the program; nil without one.
  public let account: String?
  /// The name of the account, or else one that no other login of this process has.
  public let id: String
  private let session: AuthenticatedSession

  init(_ session: AuthenticatedSession) {
    self.session = session
    switch session.identity {
    case .account(let name): (account, id) = (name, name)
    case .unnamed(let name): (account, id) = (nil, name)
    }
  }

  /// Whether the session still has this login.
  public var isCurrent: Bool { session.isCurrent }

  /// Has the session tell `holder` when the login ends: ``LoginDataHolder/removeData(named:)`` is then called once for
  /// each name, however often it was noted. Nothing is noted if the login has ended: see ``isCurrent``.
  ///
  /// - Parameters:
  ///   - name: What `holder` calls its data of the login.
  ///   - isLasting: Whether the data outlive the holder, as in a file: the session then keeps the holder until the login
  ///     ends. By default false.
  public func note(_ holder: some LoginDataHolder, named name: String, isLasting: Bool = false) {
    session.note(holder, of: name, isLasting: isLasting)
  }

  // Names that Unicode counts as equal are different accounts.
  public static func == (one: SessionLogin, other: SessionLogin) -> Bool {
    (one.account == nil) == (other.account == nil) && one.id.hasSameBytes(as: other.id)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: id) }
}

extension SessionLogin: CustomStringConvertible, CustomReflectable {
  /// Shows no account.
  public var description: String { "a login\(isCurrent ? "" : " that has ended")" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
