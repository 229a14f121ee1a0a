/// An error of a refresh that says whether the session is over.
///
/// The refreshing function throws it, or its call declares it. After any other error the session keeps the credential
/// and refreshes again later.
public protocol RefreshFailure: Error, CustomStringConvertible {
  /// Whether the credential can't be refreshed any more: the session is signed out.
  var isFinal: Bool { get }

  /// Why the refresh failed, without secrets: it is part of the errors' descriptions.
  var description: String { get }
}

extension AuthenticationError: RefreshFailure {
  /// True for the kind ``Kind/refused``.
  public var isFinal: Bool { kind == .refused }
}
