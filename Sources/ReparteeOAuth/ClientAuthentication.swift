#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Repartee
import ReparteeRedaction

extension OAuthClient {
  /// How the client identifies itself.
  public struct Authentication: Sendable, Hashable {
    enum Method: Sendable, Hashable {
      case basic, body, none
      case assertion(AssertionSigner)
    }

    let method: Method

    /// With the `Authorization` field (RFC 6749, section 2.3.1); the default for a client with a secret.
    public static let basic = Authentication(method: .basic)
    /// With fields of the body, for servers that can't read the `Authorization` field; the default without a secret.
    public static let body = Authentication(method: .body)
    /// With its ID only, in the body.
    public static let none = Authentication(method: .none)

    /// With a JWT that it signs with a private key: `private_key_jwt` (RFC 7523, section 2.2; OpenID Connect Core 1.0,
    /// section 9). Each attempt has a new one, which expires after a minute.
    ///
    /// ```swift
    /// authentication: .privateKeyJWT(
    ///   algorithm: "ES256", keyID: "2026-11"
    /// ) { input in
    ///   try key.signature(for: input).rawRepresentation
    /// }
    /// ```
    ///
    /// Two such values are equal only if one is a copy of the other.
    ///
    /// - Parameters:
    ///   - algorithm: The name of the algorithm (RFC 7518, section 3.1): `ES256`, `RS256`, `EdDSA`.
    ///   - keyID: The key's ID at the server (`kid`); by default nil, for none.
    ///   - audience: The server's identifier (`aud`); by default ``OAuthClient/tokenURL``, and for another endpoint
    ///     ``OAuthClient/issuer`` unless that is nil.
    ///   - sign: Returns the signature of the signing input: for `ES256`, 64 bytes. It is called concurrently, in the
    ///     calling task, and must not block for long. Its error fails the call with kind
    ///     `AuthenticationError.Kind.unusable`, and nothing is sent.
    public static func privateKeyJWT(
      algorithm: String, keyID: String? = nil, audience: String? = nil,
      sign: @escaping @Sendable (_ signingInput: Data) throws -> Data
    ) -> Authentication {
      Authentication(
        method: .assertion(
          AssertionSigner(algorithm: algorithm, keyID: keyID, audience: audience, sign: sign)))
    }
  }
}

/// A class, because functions are not `Hashable`.
final class AssertionSigner: Sendable, Hashable {
  private let algorithm: String
  private let keyID: String?
  private let audience: String?
  private let sign: @Sendable (Data) throws -> Data

  init(
    algorithm: String, keyID: String?, audience: String?, sign: @escaping @Sendable (Data) throws -> Data
  ) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.audience = audience
    self.sign = sign
  }

  /// RFC 7523, sections 2.2 and 3.
  func fields(of oauth: OAuthClient, for url: String?) throws(AuthenticationError) -> Request.Query {
    var header: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
    if let keyID { header["kid"] = .string(keyID) }
    // The date can be any, or not a number.
    let seconds = oauth.now().timeIntervalSince1970
    let now = seconds.isNaN ? 0 : Int64(min(max(seconds, 0), 1e12))
    // Another endpoint must not be able to use the assertion at the token endpoint.
    let own = url == oauth.tokenURL ? oauth.tokenURL : oauth.issuer ?? oauth.tokenURL
    let claims: JSONObject = [
      "iss": .string(oauth.id), "sub": .string(oauth.id), "aud": .string(audience ?? own),
      "jti": .string(Base64URL.random(oauth.randomness)), "iat": .init(now), "exp": .init(now + 60),
    ]
    do {
      let input = try [header, claims].map { part in
        Base64URL.encode(try JSONCoder().encode(JSONValue.object(part)))
      }.joined(separator: ".")
      let signature = try sign(Data(input.utf8))
      return [
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": "\(input).\(Base64URL.encode(signature))",
      ]
    } catch {
      throw AuthenticationError(
        .unusable, message: "the client's assertion could not be signed", underlying: error)
    }
  }

  static func == (one: AssertionSigner, other: AssertionSigner) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension OAuthClient.Authentication: CustomStringConvertible, CustomReflectable {
  /// The name of the method (OpenID Connect Core 1.0, section 9).
  public var description: String {
    switch method {
    case .basic: "client_secret_basic"
    case .body: "client_secret_post"
    case .none: "none"
    case .assertion: "private_key_jwt"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["method": description]) }
}

/// The client's secret or assertion. Its ``secrets`` include those in the body of a token request.
struct ClientCredential: Credential {
  private var basic: BasicCredential?
  private var assertion: AssertionSigner?
  private let oauth: OAuthClient
  private let url: String?
  private(set) var secrets: [String]

  /// - Parameter fields: The client's are added, except an assertion.
  init(of oauth: OAuthClient, in fields: inout Request.Query, for url: String?) {
    self.oauth = oauth
    self.url = url
    let redaction = Redaction()
    secrets = oauth.secret.map { [$0] } ?? []
    for item in fields.items {
      if let value = item.value, redaction.isSecret(item.name, value: value.utf8, isItem: true) {
        secrets.append(value)
      }
    }
    var own: Request.Query = [:]
    switch (oauth.authentication.method, oauth.secret) {
    case (.basic, let secret?):
      // RFC 6749, section 2.3.1 and appendix B.
      basic = BasicCredential(username: oauth.id.formEncoded, password: secret.formEncoded)
    case (.assertion(let signer), _):
      assertion = signer
      own = ["client_id": oauth.id]
    case (.body, let secret): own = ["client_id": oauth.id, "client_secret": secret]
    case (.none, _), (.basic, nil): own = ["client_id": oauth.id]
    }
    let names = Set(own.items.map(\.name))
    fields.items = fields.items.filter { !names.contains($0.name) } + own.items
  }

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    // The `Client`'s own field is not for this server.
    request.headers[.authorization] = nil
    try basic?.authenticate(&request)
    // A request that is only displayed has no body.
    guard let assertion, let form = request.body?.bytes else { return }
    let fields = try assertion.fields(of: oauth, for: url)
    request.body = ByteStream(form + Data("&\(fields.encodedAsForm)".utf8))
  }
}
