import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AuthenticatedSession: Sendable {
  let session: any CredentialSource
  let ticket: SessionTicket
  /// Whether the attempt waited for a refresh.
  let hasWaited: Bool
}

/// Gives each attempt its credential, and another one after a refusal.
protocol CredentialSource: AnyObject, Sendable {
  /// Itself, if it knows who is signed in.
  var logins: (any SessionOfAnyCredential)? { get }

  var anyCredential: (any Credential)? { get }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, _ start: inout SessionStart
  ) throws(AttemptError) -> SessionStep

  func wait(for run: UInt64, within deadline: Deadline) async throws(AttemptError)

  /// Notes that the server accepted or refused the credential. After a refusal it starts the refresh, and returns
  /// whether to send the request again; never with nil for `resending`.
  func received(
    _ head: HTTPResponse, _ beginning: Data?, by use: AuthenticatedSession, resending: Resending?,
    in scope: AttemptScope
  ) -> Bool

  /// The number of bytes of the body that the rule needs; nil if the head is enough.
  func judgedBytes(of head: HTTPResponse) -> Int?

  func refresh(
    after use: AuthenticatedSession, _ head: HTTPResponse, resending: Resending, in scope: AttemptScope
  ) async throws(AttemptError)
}

protocol SessionOfAnyCredential: CredentialSource {
  var isSignedOut: Bool { get }

  /// The identity that is signed in, if it has one.
  var account: String? { get }

  func identity(of ticket: SessionTicket) -> LoginIdentity

  func isCurrent(_ ticket: SessionTicket) -> Bool

  func onEnd<Owner: AnyObject & Sendable>(
    of ticket: SessionTicket, removing name: String, from owner: Owner, isLasting: Bool,
    _ remove: @escaping @Sendable (Owner, String) async throws -> Void
  )
}

extension SessionOfAnyCredential {
  var logins: (any SessionOfAnyCredential)? { self }
}

enum SessionStep {
  /// Nil if there is nothing to judge by the response.
  case authenticated(AuthenticatedSession?)
  /// Wait for this run, then ask again.
  case wait(UInt64)
}
