#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A value that authenticates requests to an API; see ``Session``.
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
/// What it sets is masked wherever the request is shown; values of 8 or more bytes, and ``secrets``, in all that is
/// shown of the call.
public protocol Credential: Sendable {
  /// Adds the credential to a request.
  /// - Throws: An ``AuthenticationError``; nothing is sent.
  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError)

  /// The date of expiration, before which a ``Session`` refreshes the credential; nil, the default, if unknown.
  var expiration: Date? { get }

  /// Further values of 8 or more bytes to mask, such as a refresh token; read only when something is shown.
  ///
  /// By default the `String` properties with names of secrets (`Redaction.standardWords`), and the secrets of
  /// properties that are credentials.
  var secrets: [String] { get }
}

extension Credential {
  /// Nil.
  public var expiration: Date? { nil }
}

/// An access token (RFC 6750), with the token that refreshes it.
public struct BearerToken: Credential, Codable, Hashable {
  /// Sent as `Authorization: Bearer …`.
  public var accessToken: String
  /// The refresh token, if any.
  public var refreshToken: String?
  public var expiration: Date?
  /// The scope, if any (RFC 6749, section 3.3).
  public var scope: String?
  /// The last ID token, if any (OpenID Connect Core 1.0, section 2): a JWT, never sent to an API.
  public var idToken: String?

  /// Creates a token.
  public init(
    _ accessToken: String, refreshToken: String? = nil, expiration: Date? = nil, scope: String? = nil,
    idToken: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiration = expiration
    self.scope = scope
    self.idToken = idToken
  }

  public func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    try request.setCredential(.authorization, "Bearer \(accessToken)")
  }

  public var secrets: [String] { [accessToken, refreshToken, idToken].compactMap(\.self) }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  public var description: String { "a bearer token" }
  public var customMirror: Mirror { Mirror(self, children: ["expiration": expiration as Any]) }
}

/// A user name and a password (RFC 7617), encoded as UTF-8.
public struct BasicCredential: Credential, Codable, Hashable {
  /// The user name, which can't contain a colon.
  public var username: String
  /// The password.
  public var password: String

  /// Creates a credential.
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

  public var secrets: [String] { [password] }
}

extension BasicCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a user name and a password" }
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}

extension AttemptRequest {
  /// Sets a header field to a credential, and removes all others of that name.
  /// - Throws: Kind ``AuthenticationError/Kind/unusable`` if the value is not valid in a field.
  public mutating func setCredential(
    _ name: HTTPField.Name, _ value: String
  ) throws(AuthenticationError) {
    // `HTTPField` changes an invalid value.
    let field = HTTPField(name: name, value: value)
    guard field.value == value else {
      throw AuthenticationError(
        .unusable,
        message: value.utf8.trimmingFieldWhitespace.count < value.utf8.count
          ? "the credential can't be sent in a header field: it is empty, or begins or ends with white space"
          : "the credential can't be sent in a header field: it has a control character in it")
    }
    if headers.contains(name) { headers[name] = nil }
    headers.append(field)
  }
}
