#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// What a request is sent with so that the API knows who sends it, see ``Session``.
///
/// ```swift
/// struct AppKey: Credential, Codable {
///   var key: String
///   func authenticate(_ request: inout AttemptRequest) {
///     request.headers[name] = key
///   }
/// }
/// ```
///
/// The fields and query items that it sets are masked wherever the request is shown, whatever their names.
public protocol Credential: Sendable {
  /// Puts it on a request.
  /// - Throws: An ``AuthenticationError``, of kind ``AuthenticationError/Kind/unusable`` if it can't be sent; the call
  ///   then fails with it, and nothing is sent.
  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError)

  /// When it expires; nil, unless it says otherwise, if that is not known. A ``Session`` refreshes it before.
  var expiration: Date? { get }
}

extension Credential {
  /// Nil.
  public var expiration: Date? { nil }
}

/// An access token, and what it is refreshed with (RFC 6750).
public struct BearerToken: Credential, Codable, Hashable {
  /// What is sent: `Authorization: Bearer …`.
  public var accessToken: String
  /// What a new one is got with, if there is something.
  public var refreshToken: String?
  public var expiration: Date?
  /// What it allows, if the server has said (RFC 6749, section 3.3).
  public var scope: String?

  /// A token.
  public init(
    _ accessToken: String, refreshToken: String? = nil, expiration: Date? = nil, scope: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiration = expiration
    self.scope = scope
  }

  public func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    try request.setCredential(.authorization, "Bearer \(accessToken)")
  }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  /// `a bearer token`: nothing of it.
  public var description: String { "a bearer token" }
  public var customMirror: Mirror { Mirror(self, children: ["expiration": expiration as Any]) }
}

/// A user name and a password (RFC 7617), as UTF-8.
public struct BasicCredential: Credential, Codable, Hashable {
  /// The user name; a colon can't be in it.
  public var username: String
  /// The password.
  public var password: String

  /// A user name and a password.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }

  public func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    guard !username.utf8.contains(UInt8(ascii: ":")) else {
      throw AuthenticationError(.unusable, message: "a user name can't have a colon in it (RFC 7617)")
    }
    let pair = "\(username):\(password)"
    guard !pair.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw AuthenticationError(
        .unusable, message: "a user name and a password can't have control characters in them (RFC 7617)")
    }
    try request.setCredential(.authorization, "Basic \(Data(pair.utf8).base64EncodedString())")
  }
}

extension BasicCredential: CustomStringConvertible, CustomReflectable {
  /// `a user name and a password`: nothing of them.
  public var description: String { "a user name and a password" }
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}

extension AttemptRequest {
  /// Puts a credential into a header field, in the place of all of its name.
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/unusable`` if it can't stand in one.
  public mutating func setCredential(
    _ name: HTTPField.Name, _ value: String
  ) throws(AuthenticationError) {
    // A value that can't stand there is changed.
    let field = HTTPField(name: name, value: value)
    guard field.value == value else {
      throw AuthenticationError(
        .unusable, message: "the credential can't stand in a header field: there is a control character in it"
      )
    }
    if headers.contains(name) { headers[name] = nil }
    headers.append(field)
  }
}
