/// How requests are authenticated.
///
/// ```swift
/// client.authentication = .bearer(token)
/// client.authentications["admin"] = .basic(
///   username: "root", password: password)
///
/// .post("/login", body: .json(form)).authenticated(.off)
/// .delete("/table").authenticated(.named("admin"))
/// ```
///
/// The client's credential goes only to the base URL's origin, a request's own only to its first origin; a redirect
/// back from another does not restore it. A request that sets its own `Authorization` field, also to nil, has no
/// credential.
public struct Authentication: Sendable {
  let kind: Kind

  enum Kind: Sendable {
    case off
    case named(String)
    case credential(any Credential)
    case signing(@Sendable (inout AttemptRequest) async throws -> Void)
    /// Optional: requests are sent without a credential while nobody is signed in.
    case source(any CredentialSource, isOptional: Bool)
  }

  /// No authentication, the client's default.
  public static let off = Authentication(kind: .off)

  /// The authentication of this name in ``Client/authentications``, sent only to the base URL's origin; if there is
  /// none, calls fail with kind ``AuthenticationError/Kind/missing``.
  public static func named(_ name: String) -> Authentication { Authentication(kind: .named(name)) }

  /// A constant credential of your own type.
  public static func credential(_ credential: some Credential) -> Authentication {
    Authentication(kind: .credential(credential))
  }

  /// A function that signs each attempt; ``ByteStream/bytes`` has the body's bytes, unless it streams.
  ///
  /// ```swift
  /// client.authentication = .signing { request in
  ///   request.headers[signature] = key.signature(
  ///     of: request.head, request.body?.bytes)
  /// }
  /// ```
  ///
  /// It is called concurrently, and cancelled at the call's time limit. A thrown ``AuthenticationError`` fails the call
  /// as it is, any other error with kind ``AuthenticationError/Kind/unusable``.
  public static func signing(
    _ sign: @escaping @Sendable (inout AttemptRequest) async throws -> Void
  ) -> Authentication {
    Authentication(kind: .signing(sign))
  }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
  public var description: String {
    switch kind {
    case .off: "off"
    case .named(let name): "named \(DisplayText.text(name, limit: DisplayText.name))"
    case .credential(let credential): "\(type(of: credential))"
    case .signing: "signing"
    case .source(let source, _): source.logins == nil ? "bearer" : "session"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["authentication": description]) }
}

extension Authentication {
  package var isSigning: Bool {
    if case .signing = kind { true } else { false }
  }

  /// Nil if there is no credential yet, or if only a request determines it.
  var credential: (any Credential)? {
    switch kind {
    case .credential(let credential): credential
    case .source(let source, _): source.anyCredential
    case .off, .named, .signing: nil
    }
  }

  /// Whether requests are sent without a credential: nobody has signed in, and signing in is optional.
  var isLeftOut: Bool {
    switch kind {
    case .off: true
    case .source(let source, let isOptional):
      isOptional && source.anyCredential == nil && source.logins?.isSignedOut == true
    case .named, .credential, .signing: false
    }
  }
}
