/// An error of a refresh, thrown by the function or declared by its call, that can end the session. After any other
/// error the session keeps the credential and refreshes again later.
public protocol RefreshFailure: Error, CustomStringConvertible {
  /// Whether the session is over, and signed out.
  var isFinal: Bool { get }

  /// Why the refresh failed, without secrets: a part of errors' descriptions.
  var description: String { get }
}

extension AuthenticationError: RefreshFailure {
  /// True for the kind ``Kind/refused``.
  public var isFinal: Bool { kind == .refused }
}
