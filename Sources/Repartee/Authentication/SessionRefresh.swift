public import HTTPTypes

/// What a refresh of a ``Session`` goes by.
public struct SessionRefresh: Sendable {
  /// The client of the call that caused it, without authentication.
  public let client: Client
  /// Who is signed in, as ``Session/signIn(_:as:)`` was told.
  public let identity: String?
  /// What the API asked for when it refused the last credential; empty where the refresh is ahead of the credential's
  /// end.
  public let challenges: [Response.Challenge]
}

/// Whether somebody is signed in. There will be no other case.
public enum SessionState: Sendable {
  /// The store was not read yet.
  case unknown
  /// Nobody is. With an error if that is because the credential could not be refreshed: then it has to be signed in
  /// anew.
  case signedOut(AuthenticationError?)
  /// Somebody is.
  case signedIn(as: String?)
}

extension SessionState: Equatable {
  /// Errors are equal if they are of one kind.
  public static func == (one: SessionState, other: SessionState) -> Bool {
    switch (one, other) {
    case (.unknown, .unknown): true
    case (.signedOut(let one), .signedOut(let other)): one?.kind == other?.kind
    case (.signedIn(let one), .signedIn(let other)): one == other
    default: false
    }
  }
}

/// Which responses say that a credential is refused.
public struct CredentialRefusal: Sendable {
  let isRefused: @Sendable (HTTPResponse) -> Bool

  /// A 401; the default.
  public static let unauthorized = statuses(401)

  /// A 401 with a challenge of the scheme Bearer and the error `invalid_token` (RFC 6750, section 3.1).
  public static let invalidToken = when { head in
    head.status.code == 401
      && Response.Challenge.all(in: head).contains { $0.scheme == "bearer" && $0["error"] == "invalid_token" }
  }

  /// These statuses.
  public static func statuses(_ codes: Int...) -> CredentialRefusal {
    when { codes.contains($0.status.code) }
  }

  /// What a function says. It is called concurrently.
  public static func when(_ isRefused: @escaping @Sendable (HTTPResponse) -> Bool) -> CredentialRefusal {
    CredentialRefusal(isRefused: isRefused)
  }
}
