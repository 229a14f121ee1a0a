#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Repartee

/// The rules that the ID token of a response must satisfy (OpenID Connect Core 1.0, sections 3.1.3.7 and 12.2).
struct IDTokenRules: Sendable {
  let client: String
  let issuer: String?
  /// Whether the scope has `openid`; some servers send ID tokens without it.
  let isOpenID: Bool
  var isRefresh = false
  var nonce: String?
  var last: UnverifiedIDToken?

  /// The allowed difference between the clocks, in seconds.
  static let leeway: TimeInterval = 300

  /// Nil if the response has no ID token and needs none.
  func token(in member: JSONValue?, at now: Date) throws(BodyDecodingError) -> UnverifiedIDToken? {
    switch member {
    // Some servers send "" for none.
    case nil, .null, "":
      guard isOpenID, !isRefresh else { return nil }
      throw BodyDecodingError(
        .keyNotFound, path: "id_token",
        message:
          "the response has no ID token, which the scope openid requests (OpenID Connect Core 1.0, section 3.1.3.3)"
      )
    case .string(let jwt):
      let token = try UnverifiedIDToken(jwt)
      try check(token, at: now)
      return token
    default:
      throw BodyDecodingError(.typeMismatch, path: "id_token", message: "the ID token is not a string")
    }
  }

  private func check(_ token: UnverifiedIDToken, at now: Date) throws(BodyDecodingError) {
    if let nonce, !token.nonce.isSame(as: nonce) { throw fault("has another nonce than the request") }
    // A server could name another issuer's user.
    if let issuer, !token.issuer.isSame(as: issuer) { throw fault("is of another issuer") }
    if isOpenID, token.subject?.isEmpty ?? true { throw fault("has no subject") }
    try checkAudience(of: token)
    try checkExpiration(of: token, at: now)
    if let last { try check(token, after: last) }
  }

  private func checkAudience(of token: UnverifiedIDToken) throws(BodyDecodingError) {
    func isOwn(_ claim: JSONValue) -> Bool { claim.string.isSame(as: client) }
    let audience = token.claims["aud"].map { $0.array ?? [$0] } ?? []
    guard audience.contains(where: isOwn) else { throw fault("is for another client") }
    if let party = token.authorizedParty {
      guard isOwn(party) else { throw fault("was issued to another client: azp") }
    } else if !audience.allSatisfy(isOwn) {
      throw fault("is for other clients too, and does not say that it was issued to this one: azp")
    }
  }

  private func checkExpiration(of token: UnverifiedIDToken, at now: Date) throws(BodyDecodingError) {
    let claim = token.claim("exp")
    if claim == nil, !isOpenID { return }
    guard let end = claim?.double else { throw fault("has no valid expiration") }
    guard now.timeIntervalSince1970 < end + Self.leeway else { throw fault("has expired") }
  }

  /// Section 12.2. A claim that either token lacks is not compared, except `azp`.
  private func check(
    _ token: UnverifiedIDToken, after last: UnverifiedIDToken
  ) throws(BodyDecodingError) {
    func fault(_ claim: String) -> BodyDecodingError {
      self.fault("has another \(claim) than the one before the refresh")
    }
    guard token.issuer.isSame(as: last.issuer) else { throw fault("issuer") }
    guard token.subject.isSame(as: last.subject) else { throw fault("subject") }
    func audience(_ token: UnverifiedIDToken) -> Set<[UInt8]> { Set(token.audience.map { Array($0.utf8) }) }
    guard audience(token) == audience(last) else { throw fault("audience") }
    guard (token.authorizedParty == nil) == (last.authorizedParty == nil) else { throw fault("azp") }
    if token.nonce != nil, let lastNonce = last.nonce, !token.nonce.isSame(as: lastNonce) {
      throw fault("nonce")
    }
    if let time = token.claims["auth_time"]?.double, let lastTime = last.claims["auth_time"]?.double,
      time != lastTime
    {
      throw fault("auth_time")
    }
  }

  private func fault(_ fault: String) -> BodyDecodingError {
    BodyDecodingError(.corrupted, path: "id_token", message: "the ID token \(fault)")
  }
}

extension UnverifiedIDToken {
  /// Nil for null.
  fileprivate func claim(_ name: String) -> JSONValue? {
    guard let claim = claims[name], !claim.isNull else { return Optional.none }
    return claim
  }

  fileprivate var authorizedParty: JSONValue? { claim("azp") }
}

extension Optional<String> {
  /// Texts of other bytes may be equal.
  fileprivate func isSame(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}

extension OAuthClient {
  static func isOpenID(_ scope: String?) -> Bool { scope?.split(separator: " ").contains("openid") ?? false }
}
