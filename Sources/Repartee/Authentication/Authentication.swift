import HTTPTypes
import ReparteeRedaction

/// The way in which requests are authenticated.
///
/// ```swift
/// client.authentication = .bearer(token)
/// client.authentication = .apiKey(key, header: "X-Api-Key")
/// client.authentication = .session(session)  // signed in, kept fresh
/// client.authentications["admin"] = .basic(
///   username: "root", password: password)
///
/// // the requests of endpoints that need another, or none
/// .post("/login", body: .json(form)).authenticated(.off)
/// .delete("/table").authenticated(.named("admin"))
/// ```
///
/// A credential is added to each attempt when it is sent, and belongs to one origin. The client's credential is sent to
/// the origin of the base URL only; a request's own credential is sent to the origin of its first attempt only. Neither
/// is sent to another origin that a redirect or a full URL leads to. After such a redirect, it is not sent to the first
/// origin again. A request with its own `Authorization` field, or with `headers["Authorization"] = nil`, is sent
/// without a credential.
public struct Authentication: Sendable {
  let kind: Kind

  enum Kind: Sendable {
    case off
    case named(String)
    case credential(any Credential)
    case signing(@Sendable (inout AttemptRequest) async throws -> Void)
    case session(any SessionOfAnyCredential, isOptional: Bool)
  }

  /// No authentication. This is the client's default; an endpoint uses it to opt out.
  public static let off = Authentication(kind: .off)

  /// The authentication of this name in ``Client/authentications``. If the client has none, the call fails with an
  /// ``AuthenticationError`` of kind ``AuthenticationError/Kind/missing``.
  public static func named(_ name: String) -> Authentication { Authentication(kind: .named(name)) }

  /// A user name and a password (RFC 7617), encoded as UTF-8.
  public static func basic(username: String, password: String) -> Authentication {
    credential(BasicCredential(username: username, password: password))
  }

  /// A constant access token (RFC 6750); see ``session(_:)`` for one that is refreshed.
  public static func bearer(_ token: String) -> Authentication { credential(BearerToken(token)) }

  /// An API key in a header field. Its value is masked wherever a request is shown, whatever the name. The name must
  /// contain a letter or a digit.
  public static func apiKey(_ key: String, header: String) -> Authentication {
    credential(APIKey(key: key, place: .header(header)))
  }

  /// An API key in the query. Its value is masked wherever a request is shown, whatever the name. Prefer a header
  /// field: servers and proxies write URLs to their logs.
  public static func apiKey(_ key: String, query: String) -> Authentication {
    credential(APIKey(key: key, place: .query(query)))
  }

  /// A constant credential of your own type.
  public static func credential(_ credential: some Credential) -> Authentication {
    Authentication(kind: .credential(credential))
  }

  /// A function that signs each attempt when it is sent. ``ByteStream/bytes`` has the bytes of its body, unless the
  /// body streams.
  ///
  /// ```swift
  /// client.authentication = .signing { request in
  ///   request.headers[.date] = clock.date
  ///   request.headers[signature] = key.signature(
  ///     of: request.head, request.body?.bytes)
  /// }
  /// ```
  ///
  /// If the function throws, nothing is sent, and the call fails with that ``AuthenticationError``; any other error is
  /// the ``AuthenticationError/underlying`` one of an error of kind ``AuthenticationError/Kind/unusable``. Different
  /// calls call the function concurrently. Its task is cancelled when the call's time is up.
  public static func signing(
    _ sign: @escaping @Sendable (inout AttemptRequest) async throws -> Void
  ) -> Authentication {
    Authentication(kind: .signing(sign))
  }

  /// The credential of a session, which refreshes it. While nobody is signed in, calls fail with an
  /// ``AuthenticationError`` of kind ``AuthenticationError/Kind/missing``, and nothing is sent.
  public static func session(_ session: Session<some Credential>) -> Authentication {
    Authentication(kind: .session(session, isOptional: false))
  }

  /// The credential of a session. While nobody is signed in, requests are sent without a credential.
  public static func session(ifSignedIn session: Session<some Credential>) -> Authentication {
    Authentication(kind: .session(session, isOptional: true))
  }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
  /// The kind of authentication, without the credential.
  public var description: String {
    switch kind {
    case .off: "off"
    case .named(let name): "named \(Shown.text(name, limit: Shown.name))"
    case .credential(let credential): "\(type(of: credential))"
    case .signing: "signing"
    case .session: "session"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["authentication": description]) }
}

extension Request {
  /// Returns the same request with this authentication instead of ``Client/authentication``.
  public func authenticated(_ authentication: Authentication) -> Request {
    var copy = self
    copy.authentication = authentication
    return copy
  }
}

/// An API key in a header field or in the query.
private struct APIKey: Credential {
  enum Place {
    case header(String)
    case query(String)
  }

  let key: String
  let place: Place

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    switch place {
    case .header(let name), .query(let name):
      guard Redaction(adding: [name]).isSecret(name) else {
        throw AuthenticationError(
          .unusable, message: "there is no letter or digit in the key's name, so it could not be masked")
      }
    }
    switch place {
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
  /// Whether each request is signed.
  package var isSigning: Bool {
    if case .signing = kind { true } else { false }
  }
}
