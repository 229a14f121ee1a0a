public import Repartee

/// An error of an authorization server (RFC 6749, section 5.2).
public struct OAuthError: Error, Sendable, Hashable, Decodable, CustomStringConvertible {
  /// The server's error code; servers may send others.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code, in one line of at most 60 characters.
    public var description: String { DisplayText.text(rawValue, limit: DisplayText.name) }

    /// A parameter is missing or invalid.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The client is unknown, or its secret is wrong.
    public static let invalidClient = Code(rawValue: "invalid_client")
    /// The code or the refresh token is no longer valid.
    public static let invalidGrant = Code(rawValue: "invalid_grant")
    /// The client may not use this grant type.
    public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
    /// The server does not support this grant type.
    public static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
    /// The scope is invalid or unknown.
    public static let invalidScope = Code(rawValue: "invalid_scope")
    /// The user has not decided yet (RFC 8628, section 3.5).
    public static let authorizationPending = Code(rawValue: "authorization_pending")
    /// The user has not decided yet; send requests less often.
    public static let slowDown = Code(rawValue: "slow_down")
    /// The user has denied access.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// The device's code has expired.
    public static let expiredToken = Code(rawValue: "expired_token")
    /// As ``invalidGrant``, from some servers.
    public static let badRefreshToken = Code(rawValue: "bad_refresh_token")
    /// The user has to sign in again (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let loginRequired = Code(rawValue: "login_required")
    /// The user has to act (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let interactionRequired = Code(rawValue: "interaction_required")
    /// The user has to consent again (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let consentRequired = Code(rawValue: "consent_required")
  }

  /// The error code.
  public let code: Code
  /// The server's description; untrusted text.
  public let message: String?
  /// Whether no refresh can succeed, which signs a `Session` out: the code is `invalid_grant`, `bad_refresh_token`,
  /// `login_required`, `interaction_required`, `consent_required`, or one of ``OAuthClient/finalCodes``.
  public internal(set) var isFinal: Bool

  /// Creates an error.
  public init(_ code: Code, message: String? = nil) {
    self.code = code
    self.message = message
    isFinal = Self.finalCodes.contains(code)
  }

  private static let finalCodes: Set<Code> = [
    .invalidGrant, .badRefreshToken, .loginRequired, .interactionRequired, .consentRequired,
  ]

  private enum CodingKeys: String, CodingKey { case error, error_description }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let code = Code(rawValue: try fields.decode(String.self, forKey: .error))
    guard !code.rawValue.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .error, in: fields, debugDescription: "the error code is empty")
    }
    self.init(code, message: try? fields.decode(String.self, forKey: .error_description))
  }

  /// The error code.
  public var description: String { code.description }
}

extension OAuthError: RefreshFailure {}

extension OAuthError: CustomReflectable {
  /// The code only: the message may have any text.
  public var customMirror: Mirror { Mirror(self, children: ["code": description]) }
}
