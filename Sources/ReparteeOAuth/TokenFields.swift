#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Repartee

/// RFC 6749, section 5.1. The keys have the protocol's names, with any key strategy.
struct TokenFields: Decodable {
  var access_token: String
  /// Nil if it is missing, null or empty.
  var token_type: String?
  var expires_in: Double?
  var refresh_token: String?
  var scope: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case access_token, token_type, expires_in, refresh_token, scope
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    access_token = try fields.decode(String.self, forKey: .access_token)
    token_type = try fields.decodeUnlessEmpty(forKey: .token_type)
    expires_in = try fields.decodeSeconds(forKey: .expires_in)
    refresh_token = try fields.decodeUnlessEmpty(forKey: .refresh_token)
    // Some servers send an array.
    scope =
      if let names = try? fields.decode([String].self, forKey: .scope) { names.joined(separator: " ") } else {
        try fields.decodeIfPresent(String.self, forKey: .scope)
      }
  }

  /// `refreshToken` and `scope` apply if the response has none.
  func token(at now: Date, keeping refreshToken: String?, scope: String?) -> BearerToken {
    BearerToken(
      access_token, refreshToken: refresh_token ?? refreshToken,
      expiration: expires_in.flatMap { $0.isFinite ? now + min(max($0, 0), 1e10) : nil },
      scope: self.scope ?? scope)
  }

  func check(by oauth: OAuthClient) throws(BodyDecodingError) {
    if let token_type {
      let type = token_type.lowercased()
      guard oauth.tokenTypes.contains(where: { $0.lowercased() == type }) else {
        throw BodyDecodingError(
          .corrupted, path: CodingKeys.token_type.rawValue,
          message:
            "the token is of the type \(DisplayText.text(token_type, limit: DisplayText.name)), not bearer; if it is "
            + "sent like one, add the type to OAuthClient.tokenTypes")
      }
    } else if oauth.requiresTokenType {
      throw BodyDecodingError(
        .keyNotFound, path: CodingKeys.token_type.rawValue,
        message:
          "the response has no token_type, which RFC 6749, section 5.1, requires; if the server means bearer, set "
          + "OAuthClient.requiresTokenType to false")
    }
    try Self.check(access_token, .access_token)
    if let refresh_token { try Self.check(refresh_token, .refresh_token) }
  }

  /// Printable ASCII (RFC 6749, appendix A.12 and A.17). A header field would lose a space at the ends.
  private static func check(_ token: String, _ key: CodingKeys) throws(BodyDecodingError) {
    let (bytes, space) = (token.utf8, UInt8(ascii: " "))
    guard !bytes.isEmpty else {
      throw BodyDecodingError(.corrupted, path: key.rawValue, message: "the token is empty")
    }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.first != space, bytes.last != space else {
      throw BodyDecodingError(
        .corrupted, path: key.rawValue,
        message: "the token has characters that RFC 6749, appendix A, does not allow")
    }
  }
}

extension KeyedDecodingContainer {
  /// Some servers send "" for none.
  func decodeUnlessEmpty(forKey key: Key) throws -> String? {
    try decodeIfPresent(String.self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Some servers send a string; nil if it is not a number.
  func decodeSeconds(forKey key: Key) throws -> Double? {
    guard let text = try? decode(String.self, forKey: key) else {
      return try decodeIfPresent(Double.self, forKey: key)
    }
    return Double(text).flatMap { $0.isNaN ? nil : $0 }
  }
}
