public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The context of a refresh of a ``Session``.
public struct SessionRefresh: Sendable {
  /// The client of the call that caused the refresh, without authentication and without call middleware, which could
  /// send the request twice and so spend a credential that is good for one use. Attempt middleware, cookies, observers
  /// and, in a test, stubs are those of the client. Its time limits are not: the refresh has its own, see
  /// ``Session/init(store:refusal:leeway:refreshTimeout:refreshing:)``.
  public let client: Client
  /// The call middleware that ``client`` does not have: `client.callMiddleware = refresh.callMiddleware` in a copy
  /// uses it.
  public let callMiddleware: [any CallMiddleware]
  /// The identity that was given to ``Session/signIn(_:as:)``.
  public let identity: String?
  /// The head of the response that refused the last credential; nil if the refresh precedes the credential's
  /// expiration.
  public let refusal: HTTPResponse?

  /// The challenges of ``refusal``; empty without one.
  public var challenges: [Response.Challenge] { refusal.map(Response.Challenge.all) ?? [] }
}

extension SessionRefresh: CustomStringConvertible, CustomReflectable {
  /// The status that refused the credential, if one did.
  public var description: String { "a refresh\(refusal.map { " after \($0.status.name)" } ?? "")" }
  public var customMirror: Mirror { Mirror(self, children: ["refresh": description]) }
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

/// A response as a ``RefusalRule`` sees it.
struct JudgedResponse {
  let head: HTTPResponse
  /// The beginning of the body, if the rule needs it.
  var beginning: Data?
}

/// A rule that says which responses refuse a credential.
public struct RefusalRule: Sendable {
  private let isRefusedByHead: @Sendable (HTTPResponse) -> Bool
  private var body: Body?

  private struct Body: Sendable {
    let limit: Int
    let isRefused: @Sendable (HTTPResponse, Data) -> Bool
  }

  /// A 401. This is the default.
  public static let unauthorized = statuses(401)

  /// A 401 with a challenge of the scheme Bearer and the error `invalid_token` (RFC 6750, section 3.1).
  public static let invalidToken = when { head in
    head.status.code == 401
      && Response.Challenge.all(in: head).contains { $0.scheme == "bearer" && $0["error"] == "invalid_token" }
  }

  /// These status codes.
  public static func statuses(_ codes: Int...) -> RefusalRule {
    when { codes.contains($0.status.code) }
  }

  /// The responses that a function returns true for. The function is called concurrently.
  public static func when(_ isRefused: @escaping @Sendable (HTTPResponse) -> Bool) -> RefusalRule {
    RefusalRule(isRefusedByHead: isRefused)
  }

  /// Returns a rule for those of these responses whose body begins as a function says, for an API whose refusals have
  /// equal heads.
  ///
  /// ```swift
  /// // Another 401 asks for a second factor.
  /// let refusal = RefusalRule.unauthorized.confirmed { _, body in
  ///   String(decoding: body, as: UTF8.self).contains("token_expired")
  /// }
  /// ```
  ///
  /// Only the bodies of responses that this rule selects by their head are read ahead: up to `limit` bytes, or what
  /// arrives within a second. The whole body is still read or streamed afterwards.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes that the function gets. The default is 4,096.
  ///   - isRefused: Whether the response refuses the credential, from its head and the beginning of its decoded body,
  ///     which may be cut off anywhere. The function is called concurrently.
  public func confirmed(
    byFirst limit: Int = 4_096, _ isRefused: @escaping @Sendable (HTTPResponse, Data) -> Bool
  ) -> RefusalRule {
    var copy = self
    copy.body = Body(limit: max(limit, 0), isRefused: isRefused)
    if let body {
      copy.body = Body(limit: max(limit, body.limit)) {
        body.isRefused($0, $1.prefix(body.limit)) && isRefused($0, $1.prefix(max(limit, 0)))
      }
    }
    return copy
  }

  /// The number of bytes of a body that the rule needs; nil if the head is enough.
  func judgedBytes(of head: HTTPResponse) -> Int? {
    guard let body, isRefusedByHead(head) else { return nil }
    return body.limit
  }

  func isRefused(_ response: JudgedResponse) -> Bool {
    guard isRefusedByHead(response.head) else { return false }
    guard let body else { return true }
    return body.isRefused(response.head, response.beginning ?? Data())
  }
}
