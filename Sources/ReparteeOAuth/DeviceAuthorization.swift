public import Repartee

/// The codes and the URL of a device, whose user grants access in a browser elsewhere (RFC 8628, section 3.2).
public struct DeviceAuthorization: Sendable, Decodable {
  /// The code for token requests; a secret.
  public let deviceCode: String
  /// The code that the user enters.
  public let userCode: String
  /// The URL that the user opens.
  public let verificationURI: String
  /// The URL with the user code, for a QR code; nil if the server sends none.
  public let completeVerificationURI: String?
  /// The lifetime of the codes; 30 minutes if the server sends none.
  public let lifetime: Duration
  /// The time between two token requests, at least one second; by default 5 seconds.
  public let interval: Duration

  private enum CodingKeys: String, CodingKey {
    case device_code, user_code, verification_uri, verification_url, verification_uri_complete, expires_in,
      interval
  }

  /// Decodes a response.
  /// - Throws: A decoding error, also for an empty code or URL, or one with invisible characters.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    deviceCode = try fields.decodeText(.device_code)
    userCode = try fields.decodeText(.user_code)
    // The name in the draft, which some servers use.
    verificationURI =
      try fields.decodeTextIfPresent(.verification_uri) ?? fields.decodeText(.verification_url)
    completeVerificationURI = try fields.decodeTextIfPresent(.verification_uri_complete)
    lifetime = .seconds(min(max(try fields.decodeSeconds(forKey: .expires_in) ?? 1_800, 0), 1e9))
    let seconds = try fields.decodeSeconds(forKey: .interval) ?? 0
    interval = .seconds(seconds > 0 ? min(max(seconds, 1), 1e9) : 5)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeText(_ key: Key) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard !text.isEmpty, DisplayText.text(text, limit: .max) == text else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "the text is empty, or has characters that are not shown")
    }
    return text
  }

  fileprivate func decodeTextIfPresent(_ key: Key) throws -> String? {
    try decodeUnlessEmpty(forKey: key) == nil ? nil : decodeText(key)
  }
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
  /// The URL that the user opens, without the codes.
  public var description: String { DisplayText.text("device authorization at \(verificationURI)") }
  public var customMirror: Mirror { Mirror(self, children: ["device": description]) }
}

extension Client {
  /// Requests a token for a device without a browser (RFC 8628): calls `prompt`, then polls the server until the user
  /// decides, or the task is cancelled.
  ///
  /// ```swift
  /// let token = try await client.authorizeDevice(
  ///   oauth, scope: "read"
  /// ) { device in
  ///   print(
  ///     "Go to \(device.verificationURI) and enter \(device.userCode)")
  /// }
  /// ```
  ///
  /// The server sets the interval between requests, which grows at its request and after retryable errors. Retry-After
  /// is honored; `Client.retry` does not apply. After ``DeviceAuthorization/lifetime`` the call fails with
  /// ``OAuthError/Code/expiredToken``. A token without a scope gets the requested one. With the scope `openid` the
  /// response needs an ID token; see ``OAuthClient/token(deviceCode:scope:)``.
  public func authorizeDevice(
    _ oauth: OAuthClient, scope: String? = nil, prompt: @Sendable (DeviceAuthorization) async -> Void
  ) async throws(CallError<OAuthError>) -> BearerToken {
    let scope = scope ?? oauth.parameters["scope"]
    let device = try await send(oauth.deviceAuthorization(scope: scope))
    let left = timeLeft(of: device.lifetime, on: clock)
    await prompt(device)
    var interval = device.interval
    var pause = interval
    while true {
      do { try await clock.sleep(for: min(pause, left())) } catch {
        throw CallError(.transport(TransportError(.cancelled)))
      }
      do throws(CallError<OAuthError>) {
        return try await send(oauth.token(deviceCode: device.deviceCode, scope: scope)) { $0.retry = .off }
      } catch {
        switch error.reason {
        case .declared(let failure) where failure.code == .authorizationPending: break
        // RFC 8628, section 3.5.
        case .declared(let failure) where failure.code == .slowDown: interval += .seconds(5)
        case .transport(let lost) where lost.isRetryable: interval = slower(interval)
        default:
          guard error.isRetryable else { throw error }
          interval = slower(interval)
        }
        if left() == .zero {
          throw CallError(
            .declared(OAuthError(.expiredToken)), call: error.call, request: error.request,
            response: error.response, attempts: error.attempts)
        }
        pause = max(interval, error.response?.retryAfter?.delay(from: now()) ?? .zero)
      }
    }
  }
}

private func timeLeft<C: Clock<Duration>>(of lifetime: Duration, on clock: C) -> () -> Duration {
  let end = clock.now.advanced(by: lifetime)
  return { max(clock.now.duration(to: end), .zero) }
}

/// Doubles the interval up to a minute, and never shortens it.
private func slower(_ interval: Duration) -> Duration { max(interval, min(interval * 2, .seconds(60))) }
