import HTTPTypes
import ReparteeRedaction

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
    case token(TokenSource)
    case session(any SessionOfAnyCredential, isOptional: Bool)
  }

  /// No authentication, the client's default.
  public static let off = Authentication(kind: .off)

  /// The authentication of this name in ``Client/authentications``, sent only to the base URL's origin; if there is
  /// none, calls fail with kind ``AuthenticationError/Kind/missing``.
  public static func named(_ name: String) -> Authentication { Authentication(kind: .named(name)) }

  /// A user name and a password (RFC 7617), encoded as UTF-8.
  public static func basic(username: String, password: String) -> Authentication {
    credential(BasicCredential(username: username, password: password))
  }

  /// A constant access token (RFC 6750); see `bearer { … }` for one that changes, and
  /// ``session(_:)`` for one that is refreshed.
  public static func bearer(_ token: String) -> Authentication { credential(BearerToken(token)) }

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
    Authentication(kind: .token(TokenSource(token)))
  }

  /// An API key in a header field, whose name must contain a letter or a digit. The key is always masked.
  public static func apiKey(_ key: String, header: String) -> Authentication {
    credential(APIKey(key: key, location: .header(header)))
  }

  /// An API key in a query item, as ``apiKey(_:header:)``. Prefer a header field: URLs are logged.
  public static func apiKey(_ key: String, query: String) -> Authentication {
    credential(APIKey(key: key, location: .query(query)))
  }

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
    case .token: "bearer"
    case .session: "session"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["authentication": description]) }
}

private struct APIKey: Credential {
  enum Location {
    case header(String)
    case query(String)
  }

  let key: String
  let location: Location

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    switch location {
    case .header(let name), .query(let name):
      guard Redaction(adding: [name]).isSecret(name) else {
        throw AuthenticationError(
          .unusable, message: "there is no letter or digit in the key's name, so it could not be masked")
      }
    }
    switch location {
    case .query(let name): request.setQueryItem(name, key)
    case .header(let name):
      guard let name = HTTPField.Name(name), !AttemptRequest.namesOfFraming.contains(name) else {
        throw AuthenticationError(
          .unusable, message: "a key can't be sent in a header field of this name; choose another")
      }
      try request.setCredential(name, key)
    }
  }
}

extension Authentication {
  package var isSigning: Bool {
    if case .signing = kind { true } else { false }
  }

  /// Nil if there is no credential yet, or if only a request determines it.
  var credential: (any Credential)? {
    switch kind {
    case .credential(let credential): credential
    case .token(let source): source.anyCredential
    case .session(let session, _): session.anyCredential
    case .off, .named, .signing: nil
    }
  }

  /// Whether requests are sent without a credential: nobody has signed in, and signing in is optional.
  var isLeftOut: Bool {
    switch kind {
    case .off: true
    case .session(let session, let isOptional):
      isOptional && session.anyCredential == nil && session.isSignedOut
    case .named, .credential, .signing, .token: false
    }
  }
}
