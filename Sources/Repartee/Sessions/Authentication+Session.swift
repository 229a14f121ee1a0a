extension Authentication {
  /// The credential of a session. Without one nothing is sent: calls fail with the error that ended the session, or
  /// kind ``AuthenticationError/Kind/missing``.
  public static func session(_ session: Session<some Credential>) -> Authentication {
    Authentication(kind: .source(session, isOptional: false))
  }

  /// The credential of a session. While it is signed out, requests have no credential.
  public static func session(ifSignedIn session: Session<some Credential>) -> Authentication {
    Authentication(kind: .source(session, isOptional: true))
  }
}
