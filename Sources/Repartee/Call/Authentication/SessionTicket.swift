// What a call remembers of its session.

/// With which credential a refused request is sent again.
enum Resending {
  /// With a newer credential of the session, or one from a refresh in progress.
  case withNewer
  /// Also with a credential from a refresh that this request starts.
  case withNew

  /// Nil after the third: otherwise two calls could cause each other's refreshes without end.
  init?(after resends: Int) {
    switch resends {
    case 0: self = .withNew
    case 1, 2: self = .withNewer
    default: return nil
    }
  }
}

/// Identifies the credential with which a request was authenticated.
struct SessionTicket: Sendable, Hashable {
  let login: UInt64
  let credentialNumber: UInt64
  let failedRuns: UInt64
}

/// The session when the call began, and whether the call has waited for a refresh.
struct SessionStart: Sendable {
  var login: UInt64?
  var hasWaited = false
  var failedRuns: UInt64?
  /// The question to a ``TokenSource`` whose answer, or a newer one, the call uses.
  var asked: UInt64?
}

enum LoginIdentity: Sendable {
  case account(String)
  /// Unique in this process.
  case unnamed(String)
}
