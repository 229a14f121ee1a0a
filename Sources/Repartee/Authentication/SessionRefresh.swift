public import HTTPTypes

/// The context of a refresh of a ``Session``.
public struct SessionRefresh: Sendable {
  /// The client of the call that caused the refresh, without authentication.
  public let client: Client
  /// The identity that was given to ``Session/signIn(_:as:)``.
  public let identity: String?
  /// The API's challenges when it refused the last credential; empty if the refresh precedes the credential's
  /// expiration.
  public let challenges: [Response.Challenge]
}

/// Whether somebody is signed in. No cases will be added.
public enum SessionState: Sendable {
  /// The store was not read yet.
  case unknown
  /// Nobody is signed in. The error, if any, says why the credential could not be refreshed, or that what is stored is
  /// no credential (``CredentialStoreError/Kind/unreadable``); a new sign-in is then necessary.
  case signedOut(AuthenticationError?)
  /// Somebody is signed in, with the identity given at sign-in.
  case signedIn(as: String?)
}

extension SessionState: Equatable {
  /// Errors are equal if their kinds are equal.
  public static func == (one: SessionState, other: SessionState) -> Bool {
    switch (one, other) {
    case (.unknown, .unknown): true
    case (.signedOut(let one), .signedOut(let other)): one?.kind == other?.kind
    case (.signedIn(let one), .signedIn(let other)): one == other
    default: false
    }
  }
}

/// A rule that says which responses refuse a credential.
public struct CredentialRefusal: Sendable {
  let isRefused: @Sendable (HTTPResponse) -> Bool

  /// A 401. This is the default.
  public static let unauthorized = statuses(401)

  /// A 401 with a challenge of the scheme Bearer and the error `invalid_token` (RFC 6750, section 3.1).
  public static let invalidToken = when { head in
    head.status.code == 401
      && Response.Challenge.all(in: head).contains { $0.scheme == "bearer" && $0["error"] == "invalid_token" }
  }

  /// These status codes.
  public static func statuses(_ codes: Int...) -> CredentialRefusal {
    when { codes.contains($0.status.code) }
  }

  /// The responses that a function returns true for. The function is called concurrently.
  public static func when(_ isRefused: @escaping @Sendable (HTTPResponse) -> Bool) -> CredentialRefusal {
    CredentialRefusal(isRefused: isRefused)
  }
}
