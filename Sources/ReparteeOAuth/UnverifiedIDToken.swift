#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

/// An ID token (OpenID Connect Core 1.0, section 2) as it was sent: its signature is NOT verified.
///
/// Trust its claims as far as the connection to the token endpoint: a token from anywhere else proves nothing.
public struct UnverifiedIDToken: Sendable, Hashable {
  /// The token itself; a secret.
  public let jwt: String
  /// The header (RFC 7515, section 4).
  public let header: JSONObject
  /// All claims.
  public let claims: JSONObject

  /// Decodes a token in the compact serialization (RFC 7519, section 7.2), without verifying it.
  /// - Throws: A `BodyDecodingError` for any other form, such as an encrypted token.
  public init(_ jwt: String) throws(BodyDecodingError) {
    let parts = jwt.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
      throw BodyDecodingError(
        .corrupted, path: "id_token", message: "the ID token is not a signed JWT (RFC 7519), or is encrypted")
    }
    self.jwt = jwt
    self.header = header
    self.claims = claims
  }

  private static func object(_ part: Substring) -> JSONObject? {
    Base64URL.decode(part).flatMap { try? OAuthClient.json.decode(JSONValue.self, from: $0) }?.object
  }

  /// The issuer: `iss`.
  public var issuer: String? { claims["iss"]?.string }
  /// The user's ID at the issuer: `sub`.
  public var subject: String? { claims["sub"]?.string }
  /// The clients that the token is for: `aud`.
  public var audience: [String] {
    claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
  }
  /// The date of expiration: `exp`.
  public var expiration: Date? {
    claims["exp"]?.double.map { Date(timeIntervalSince1970: min(max($0, -1e10), 1e12)) }
  }
  /// The random text of the request: `nonce`.
  public var nonce: String? { claims["nonce"]?.string }
}

extension UnverifiedIDToken: CustomStringConvertible, CustomReflectable {
  /// `an unverified ID token`.
  public var description: String { "an unverified ID token" }
  public var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}
