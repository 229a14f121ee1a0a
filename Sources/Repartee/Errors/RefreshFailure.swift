/// An error of a refresh that says whether the session is over.
///
/// ```swift
/// enum RefreshRefused: String, RefreshFailure {
///   case revoked, busy
///
///   var isFinal: Bool { self == .revoked }
///   var description: String { rawValue }
/// }
/// ```
///
/// The function that refreshes throws it, or a call of the function fails with it as its declared failure. Any other
/// error (a status that is not declared, a body of something else, a timeout) says nothing about the credential: the
/// session keeps it, and refreshes again later. ``AuthenticationError`` is such an error.
public protocol RefreshFailure: Error, CustomStringConvertible {
  /// Whether the credential can't be refreshed any more: the session is signed out.
  var isFinal: Bool { get }

  /// Why the refresh failed. It is part of the description of the calls' errors, so it must not contain a secret.
  var description: String { get }
}

extension AuthenticationError: RefreshFailure {
  /// True for the kind ``Kind/refused``.
  public var isFinal: Bool { kind == .refused }
}
