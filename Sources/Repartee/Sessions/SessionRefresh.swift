public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The context of a refresh of a ``Session``.
public struct SessionRefresh: Sendable {
  /// The client of the call, without authentication and call middleware, and with the refresh's time limit.
  public let client: Client
  /// The call middleware that ``client`` lacks: it could spend a single-use credential twice.
  public let callMiddleware: [any CallMiddleware]
  /// The identity given to ``Session/signIn(_:as:)``.
  public let identity: String?
  /// The head of the response that refused the credential; nil if none did.
  public let refusal: HTTPResponse?

  /// The challenges of ``refusal``.
  public var challenges: [Response.Challenge] { refusal.map { Response.Challenge.all(in: $0) } ?? [] }
}

extension SessionRefresh: CustomStringConvertible, CustomReflectable {
  public var description: String { "a refresh\(refusal.map { " after \($0.status.name)" } ?? "")" }
  public var customMirror: Mirror { Mirror(self, children: ["refresh": description]) }
}

/// Whether a session is signed in. No cases will be added.
public enum SessionState: Sendable {
  /// The store was not read yet.
  case unknown
  /// Signed out; the error, if any, says why.
  case signedOut(AuthenticationError?)
  /// Signed in, with the identity given at sign-in.
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

/// A rule for which responses refuse a credential.
public struct RefusalRule: Sendable {
  private let isRefusedByHead: @Sendable (HTTPResponse) -> Bool
  private var body: Body?

  private struct Body: Sendable {
    let limit: Int
    let isRefused: @Sendable (HTTPResponse, Data) -> Bool
  }

  /// A 401, the default.
  public static let unauthorized = statuses(401)

  /// A 401 with a Bearer challenge of the error `invalid_token` (RFC 6750, section 3.1).
  public static let invalidToken = when { head in
    head.status.code == 401
      && Response.Challenge.all(in: head).contains { $0.scheme == "bearer" && $0["error"] == "invalid_token" }
  }

  /// Responses with these status codes.
  public static func statuses(_ codes: Int...) -> RefusalRule {
    when { codes.contains($0.status.code) }
  }

  /// Responses for which the function returns true. It is called concurrently.
  public static func when(_ isRefused: @escaping @Sendable (HTTPResponse) -> Bool) -> RefusalRule {
    RefusalRule(isRefusedByHead: isRefused)
  }

  /// Returns a rule that also checks the beginning of the body, read ahead for at most a second; the whole body can
  /// still be read or streamed.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes; by default 4,096.
  ///   - isRefused: Whether the head and the beginning of the decoded body, cut off anywhere, refuse the credential. It
  ///     is called concurrently.
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

  func judgedBytes(of head: HTTPResponse) -> Int? {
    guard let body, isRefusedByHead(head) else { return nil }
    return body.limit
  }

  /// `beginning` is nil unless the rule needs it.
  func isRefused(_ head: HTTPResponse, _ beginning: Data?) -> Bool {
    guard isRefusedByHead(head) else { return false }
    guard let body else { return true }
    return body.isRefused(head, beginning ?? Data())
  }
}
