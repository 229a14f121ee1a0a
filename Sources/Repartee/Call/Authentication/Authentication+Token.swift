extension Authentication {
  /// An access token (RFC 6750) that a function gives, such as one of a library for signing in.
  ///
  /// ```swift
  /// client.authentication = .bearer {
  ///   try await provider.token()
  /// }
  /// ```
  ///
  /// Each call asks for a token, and calls at the same time share one answer; the function keeps and renews its tokens.
  /// After a 401 it is asked once more, and the request is sent again, if it can be. It is not called for another
  /// origin, nor for its own calls, which go out without a token.
  ///
  /// It runs in a task of its own, which is cancelled when the last call that waits for it has been cancelled or has
  /// reached its time limit. A thrown ``AuthenticationError`` fails the call as it is, any other error with kind
  /// ``AuthenticationError/Kind/refreshFailed``. All tokens have to be of one user; ``Session`` knows who is signed in.
  public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> Authentication {
    Authentication(kind: .source(TokenSource(token), isOptional: false))
  }
}
