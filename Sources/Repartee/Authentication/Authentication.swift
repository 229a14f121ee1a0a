import HTTPTypes
import ReparteeJSON

/// What requests are authenticated with.
///
/// ```swift
/// client.authentication = .bearer(token)
/// client.authentication = .apiKey(key, header: "X-Api-Key")
/// client.authentication = .session(session)  // signed in, kept fresh
/// client.authentications["admin"] = .basic(
///   username: "root", password: password)
///
/// struct Login: Endpoint {
///   var request: Request {
///     .post("/login", body: .json(form)).authenticated(.off)
///   }
/// }
/// struct DropTable: Endpoint {
///   var request: Request {
///     .delete("/table").authenticated(.named("admin"))
///   }
/// }
/// ```
///
/// A credential is put on each attempt when it is sent, and belongs to an origin: the client's goes to that of its base
/// URL only, a request's own to where the request goes first. It is never sent to another one, where a redirect or a
/// full URL leads; and when a redirect has led away, not on the way back either. A request with an `Authorization`
/// field of its own, or with `headers["Authorization"] = nil`, is sent without.
public struct Authentication: Sendable {
  let method: Method

  enum Method: Sendable {
    case off
    case named(String)
    case credential(any Credential)
    case signing(@Sendable (inout AttemptRequest) async throws(AuthenticationError) -> Void)
    case session(any SessionOfAnyCredential, isOptional: Bool)
  }

  /// There is none: the client's default, and what an endpoint says that opts out.
  public static let off = Authentication(method: .off)

  /// That of ``Client/authentications`` with this name, which each client says for itself. Without it a call fails with
  /// an ``AuthenticationError`` of kind ``AuthenticationError/Kind/missing``.
  public static func named(_ name: String) -> Authentication { Authentication(method: .named(name)) }

  /// A user name and a password (RFC 7617), as UTF-8.
  public static func basic(username: String, password: String) -> Authentication {
    credential(BasicCredential(username: username, password: password))
  }

  /// An access token (RFC 6750), always the same; see ``session(_:)`` for one that is refreshed.
  public static func bearer(_ token: String) -> Authentication { credential(BearerToken(token)) }

  /// A key in a header field. Its value is masked wherever a request is shown, whatever the name, in which there has to
  /// be a letter or a digit.
  public static func apiKey(_ key: String, header: String) -> Authentication {
    credential(APIKey(key: key, place: .header(header)))
  }

  /// A key in the query. Its value is masked wherever a request is shown, whatever the name. Header fields are better:
  /// servers and proxies write URLs to their logs.
  public static func apiKey(_ key: String, query: String) -> Authentication {
    credential(APIKey(key: key, place: .query(query)))
  }

  /// A credential of your own type, always the same.
  public static func credential(_ credential: some Credential) -> Authentication {
    Authentication(method: .credential(credential))
  }

  /// A function that signs each attempt as it is sent. The bytes of its body are in ``ByteStream/bytes``, unless it
  /// streams.
  ///
  /// ```swift
  /// client.authentication = .signing { request in
  ///   request.headers[.date] = clock.date
  ///   request.headers[signature] = key.signature(
  ///     of: request.head, request.body?.bytes)
  /// }
  /// ```
  ///
  /// It is called concurrently, by different calls. When the time of the call is over, its task is cancelled.
  public static func signing(
    _ sign: @escaping @Sendable (inout AttemptRequest) async throws(AuthenticationError) -> Void
  ) -> Authentication {
    Authentication(method: .signing(sign))
  }

  /// The credential of a session, which is kept fresh. While nobody is signed in, calls fail with an
  /// ``AuthenticationError`` of kind ``AuthenticationError/Kind/missing``, and nothing is sent.
  public static func session(_ session: Session<some Credential>) -> Authentication {
    Authentication(method: .session(session, isOptional: false))
  }

  /// The same, but requests are sent without a credential while nobody is signed in.
  public static func session(ifSignedIn session: Session<some Credential>) -> Authentication {
    Authentication(method: .session(session, isOptional: true))
  }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
  /// Its kind: nothing of a credential.
  public var description: String {
    switch method {
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
  /// The same request, authenticated with this in place of ``Client/authentication``.
  public func authenticated(_ authentication: Authentication) -> Request {
    var copy = self
    copy.authentication = authentication
    return copy
  }
}

/// A key in a header field or in the query.
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
  /// Whether each request gets a signature of its own.
  var isSigning: Bool {
    if case .signing = method { true } else { false }
  }
}
