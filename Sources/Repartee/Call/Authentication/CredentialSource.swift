import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AuthenticatedSession: Sendable {
  let session: any SessionOfAnyCredential
  let ticket: SessionTicket
  /// Whether the attempt waited for a refresh.
  let hasWaited: Bool

  var identity: LoginIdentity { session.identity(of: ticket) }

  var isCurrent: Bool { session.isCurrent(ticket) }

  func note(_ holder: any LoginDataHolder, of identity: String, isLasting: Bool) {
    session.note(holder, of: identity, isLasting: isLasting, ticket)
  }
}

protocol SessionOfAnyCredential: AnyObject, Sendable {
  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, _ start: inout SessionStart
  ) throws(AttemptError) -> SessionStep

  var isSignedOut: Bool { get }

  /// The identity that is signed in, if it has one.
  var account: String? { get }

  var anyCredential: (any Credential)? { get }

  func wait(for run: UInt64, within deadline: Deadline) async throws(AttemptError)

  /// Returns whether to send the request again with another credential; nil for `resending` is never.
  func received(
    _ response: JudgedResponse, by use: AuthenticatedSession, resending: Resending?, in scope: AttemptScope
  ) -> Bool

  /// Nil if the head is enough.
  func judgedBytes(of head: HTTPResponse) -> Int?

  func identity(of ticket: SessionTicket) -> LoginIdentity

  func isCurrent(_ ticket: SessionTicket) -> Bool

  func note(_ holder: any LoginDataHolder, of identity: String, isLasting: Bool, _ ticket: SessionTicket)

  func refresh(
    after use: AuthenticatedSession, _ head: HTTPResponse, resending: Resending, in scope: AttemptScope
  ) async throws(AttemptError)
}

enum SessionStep {
  /// Nil if there is nothing to judge by the response.
  case authenticated(AuthenticatedSession?)
  /// For a run; then ask again.
  case wait(UInt64)
}

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

struct JudgedResponse {
  let head: HTTPResponse
  /// Nil unless the rule needs it.
  var beginning: Data?
}

struct SessionTicket: Sendable, Hashable {
  let login: UInt64
  let generation: UInt64
  let epoch: UInt64
}

struct SessionStart: Sendable {
  var login: UInt64?
  var hasWaited = false
  var epoch: UInt64?
}

enum LoginIdentity: Sendable {
  case account(String)
  /// Unique in this process.
  case unnamed(String)
}
