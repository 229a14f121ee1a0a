// What a call remembers of its session.

/// With which credential a refused request is sent again.
enum Resending {
  /// With one that is there, or comes from a refresh in progress.
  case withNewer
  /// Also with one of a refresh that this request starts.
  case withNew

  /// Nil after the third: two calls could otherwise keep each other going.
  init?(after resends: Int) {
    switch resends {
    case 0: self = .withNew
    case 1, 2: self = .withNewer
    default: return nil
    }
  }
}

struct SessionTicket: Sendable, Hashable {
  let login: UInt64
  let credentialNumber: UInt64
  let failedRuns: UInt64
}

struct SessionStart: Sendable {
  var login: UInt64?
  var hasWaited = false
  var failedRuns: UInt64?
}

enum LoginIdentity: Sendable {
  case account(String)
  /// Unique in this process.
  case unnamed(String)
}
