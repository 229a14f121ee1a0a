import ReparteeBase
import ReparteeJSON

/// The login of a ``Session`` with which a request is authenticated: from a sign-in until a sign-out, another sign-in
/// or the end of the credential.
///
/// Two are equal if they are of the same account, or of the same sign-in.
public struct SessionLogin: Sendable, Hashable {
  /// The name of the account in `Session.signIn(_:as:)`, the same in each run of the program; nil without one.
  public let account: String?
  /// The name of the account, or else one that no other login of this process has.
  public let id: String
  private let session: any SessionOfAnyCredential
  private let ticket: SessionTicket

  /// Nil if what gave the credential does not know who is signed in.
  init?(_ use: AuthenticatedSession) {
    guard let session = use.session.logins else { return nil }
    (self.session, ticket) = (session, use.ticket)
    switch session.identity(of: ticket) {
    case .account(let name): (account, id) = (name, name)
    case .unnamed(let name): (account, id) = (nil, name)
    }
  }

  /// Whether the session still has this login.
  public var isCurrent: Bool { session.isCurrent(ticket) }

  /// Calls `remove` when the login ends, to remove data of the login, such as stored responses.
  ///
  /// It is called once for each owner and name, however often this function is called. It is not called if the login
  /// has already ended (see ``isCurrent``), or if the owner, which is held weakly, is gone when it ends. The sign-out
  /// waits for it; what it throws is the error of ``Session/signOut()``, and the next sign-out calls it again.
  ///
  /// ```swift
  /// login.onEnd(removing: login.id, from: self) { stage, id in
  ///   await stage.remove(id)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What `owner` calls its data of the login.
  ///   - owner: What has the data.
  ///   - isLasting: Whether the data outlive the owner, as in a file: the session then keeps the owner until the login
  ///     ends. By default false.
  ///   - remove: Removes the data of that name.
  public func onEnd<Owner: AnyObject & Sendable>(
    removing name: String, from owner: Owner, isLasting: Bool = false,
    _ remove: @escaping @Sendable (_ owner: Owner, _ name: String) async throws -> Void
  ) {
    session.onEnd(of: ticket, removing: name, from: owner, isLasting: isLasting, remove)
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
