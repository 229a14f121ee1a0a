import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing
@testable import Repartee

/// Signing in on a device without a browser (RFC 8628).
@Suite(.timeLimit(.minutes(2))) struct DeviceAuthorizationTests {
  private static let pending = TransportResponse.json(
    #"{"error":"authorization_pending"}"#, status: 400)
  private static let slowDown = TransportResponse.json(#"{"error":"slow_down"}"#, status: 400)
  private static let token = TransportResponse.json(#"{"access_token":"a","token_type":"bearer"}"#)
  private let oauth = OAuthClient(
    id: "app", tokenURL: "\(api)/token", deviceAuthorizationURL: "\(api)/device")

  private struct Outcome {
    var result: Result<BearerToken, CallError<OAuthError>>
    var slept: [Int]
    var arrived: [TransportRequest]
    var prompts: Int
    var code: OAuthError.Code? { result.error?.declared?.code }
  }

  /// Signs in with a server that responds to each question in turn, and to the last for ever; nil is a lost connection.
  private func authorize(
    _ device: String = #""expires_in":600,"interval":5"#, _ responses: TransportResponse?...
  ) async -> Outcome {
    let (arrivals, clock) = (Arrivals(), SkippingClock(end: .seconds(2_000_000_000)))
    let prompts = Mutex(0)
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.path == "/device" {
          return .json(
            #"{"device_code":"d","user_code":"WDJB","verification_uri":"https://a.example",\#(device)}"#)
        }
        let place = min(arrivals.all.count - 2, responses.count - 1)
        if let response = responses[place] { return response }
        throw TransportError(.connectionLost)
      })
    client.clock = clock
    client.timeout = .unlimited
    var result: Result<BearerToken, CallError<OAuthError>>
    do throws(CallError<OAuthError>) {
      let token = try await client.authorizeDevice(oauth, scope: "read") { device in
        prompts.withLock { $0 += 1 }
        #expect(device.userCode == "WDJB" && device.deviceCode == "d")
      }
      result = .success(token)
    } catch {
      result = .failure(error)
    }
    return Outcome(
      result: result, slept: clock.sleeps.map { Int($0 / .milliseconds(1)) }, arrived: arrivals.all,
      prompts: prompts.withLock { $0 })
  }

  @Test func itPollsUntilTheUserGrantsAccess() async throws {
    let outcome = await authorize(#""expires_in":600,"interval":7"#, Self.pending, Self.pending, Self.token)
    #expect(try outcome.result.get() == BearerToken("a", scope: "read") && outcome.prompts == 1)
    #expect(outcome.slept == [7_000, 7_000, 7_000])
    #expect(outcome.arrived.map(\.head.path) == ["/device", "/token", "/token", "/token"])
    #expect(String(decoding: outcome.arrived[0].bytes, as: UTF8.self) == "scope=read&client_id=app")
  }

  @Test func theSlowerIntervalStays() async {
    let outcome = await authorize(
      #""expires_in":600"#, Self.slowDown, Self.pending, Self.slowDown, Self.token)
    #expect(
      outcome.slept == [5_000, 10_000, 10_000, 15_000], "RFC 8628, section 3.5; 5 seconds to begin with")
  }

  @Test func itPollsLessOftenWhileTheServerCantBeReached() async {
    let outcome = await authorize(
      #""expires_in":6000,"interval":5"#, nil, .status(503), .status(429), Self.pending, nil, nil, Self.token)
    #expect(outcome.slept == [5, 10, 20, 40, 40, 60, 60].map { $0 * 1_000 })
    #expect(outcome.arrived.count == 8, "and never in between")
    #expect(outcome.result.error == nil)
  }

  @Test func anIntervalOfMoreThanAMinuteIsKept() async {
    let outcome = await authorize(#""expires_in":6000,"interval":90"#, nil, .status(503), Self.token)
    #expect(outcome.slept == [90_000, 90_000, 90_000])
  }

  @Test func aRefusalEndsIt() async {
    let denied = TransportResponse.json(#"{"error":"access_denied"}"#, status: 400)
    let outcome = await authorize(#""expires_in":600"#, Self.pending, denied)
    #expect(outcome.code == .accessDenied && outcome.arrived.count == 3)
    let expired = TransportResponse.json(#"{"error":"expired_token"}"#, status: 400)
    #expect(await authorize(#""expires_in":600"#, expired).code == .expiredToken)
    let other = await authorize(#""expires_in":600"#, .text("<html>", contentType: "text/html", status: 404))
    #expect(other.result.error?.decodingError != nil && other.arrived.count == 2)
    let moved = await authorize(#""expires_in":600"#, .status(302, headers: [.location: "/x"]))
    #expect(moved.result.error?.isUndeclared == true && moved.arrived.count == 2)
  }

  @Test func itEndsWhenTheCodesHaveExpired() async {
    let outcome = await authorize(#""expires_in":12,"interval":5"#, Self.pending)
    #expect(outcome.code == .expiredToken && outcome.slept == [5_000, 5_000, 2_000])
    #expect(outcome.result.error?.response?.status.code == 400 && outcome.result.error?.attempts.count == 1)
    let lost = await authorize(#""expires_in":30,"interval":10"#, nil)
    #expect(lost.code == .expiredToken && lost.slept == [10_000, 20_000])
  }

  @Test(arguments: [
    (#""expires_in":0"#, [0]), (#""expires_in":-1,"interval":-1"#, [0]),
    (#""expires_in":"1","interval":"5""#, [1_000]),
    (#""expires_in":1,"interval":1e308"#, [1_000]), (#""expires_in":1,"interval":null"#, [1_000]),
    (#""expires_in":"7","interval":"3""#, [3_000, 3_000, 1_000]),
  ])
  func oddNumbersDoNoHarm(device: String, slept: [Int]) async {
    let outcome = await authorize(device, Self.pending)
    #expect(outcome.code == .expiredToken && outcome.slept == slept)
  }

  @Test(arguments: [
    "", #","interval":0"#, #","interval":-1"#, #","interval":-1e308"#, #","interval":null"#,
    #","interval":"NaN""#, #","interval":"soon""#, #","interval":"0""#, #","interval":"-inf""#,
  ])
  func withoutAnIntervalItAsksEveryFiveSeconds(interval: String) async {
    let outcome = await authorize(#""expires_in":600\#(interval)"#, Self.pending, Self.token)
    #expect(outcome.slept == [5_000, 5_000])
  }

  @Test func itPollsAtMostOnceASecond() async {
    let outcome = await authorize(#""expires_in":600,"interval":0.001"#, Self.pending, Self.token)
    #expect(outcome.slept == [1_000, 1_000])
  }

  @Test(arguments: [
    #""interval":700"#, #""expires_in":null,"interval":700"#, #""expires_in":"NaN","interval":700"#,
    #""expires_in":"","interval":700"#,
  ])
  func withoutALifetimeItAsksForHalfAnHour(device: String) async {
    let outcome = await authorize(device, Self.pending)
    #expect(outcome.code == .expiredToken && outcome.slept == [700_000, 700_000, 400_000])
  }

  @Test func itWaitsForRetryAfter() async {
    let busy = TransportResponse.status(503, headers: [.retryAfter: "90"])
    let outcome = await authorize(#""expires_in":600"#, busy, Self.pending, Self.token)
    #expect(outcome.slept == [5_000, 90_000, 10_000])
  }

  @Test func theScopeIsTheRequestedOneUnlessTheServerNamesAnother() async throws {
    #expect(try await authorize(#""expires_in":600"#, Self.token).result.get().scope == "read")
    let less = TransportResponse.json(#"{"access_token":"a","token_type":"bearer","scope":"less"}"#)
    #expect(try await authorize(#""expires_in":600"#, less).result.get().scope == "less")
  }

  @Test(arguments: [
    ("", "u", "https://a.example"), ("d", "", "https://a.example"), ("d", "u", ""),
    ("d", #"u\u001b[2J"#, "https://a.example"), ("d", "u", #"https://a.example\n"#),
    ("d", #"\u202eu"#, "https://a.example"), (#"d\u0000"#, "u", "https://a.example"),
  ])
  func whatCantBeShownIsNoAuthorization(device: String, user: String, url: String) async throws {
    let json =
      #"{"device_code":"\#(device)","user_code":"\#(user)","verification_uri":"\#(url)","expires_in":600}"#
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(json) })
    let error = await #expect(throws: CallError<OAuthError>.self) {
      _ = try await client.authorizeDevice(oauth) { _ in Issue.record("there is nothing to show") }
    }
    #expect(error?.decodingError != nil)
  }

  @Test func theNameOfTheDraftIsRead() throws {
    let json =
      #"{"device_code":"d","user_code":"u","verification_url":"https://a.example","expires_in":1.5,"verification_uri_complete":"https://a.example?u"}"#
    let device = try JSONDecoder().decode(DeviceAuthorization.self, from: Data(json.utf8))
    #expect(device.verificationURI == "https://a.example" && device.lifetime == .milliseconds(1_500))
    #expect(device.completeVerificationURI == "https://a.example?u" && device.interval == .seconds(5))
  }

  @Test func anEmptyURLWithTheCodeIsNone() throws {
    let json =
      #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example","verification_uri_complete":""}"#
    let device = try JSONDecoder().decode(DeviceAuthorization.self, from: Data(json.utf8))
    #expect(device.completeVerificationURI == nil)
  }

  @Test func anInvalidDeviceAuthorizationIsAnError() async throws {
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(#"{"error":"invalid_client"}"#, status: 401) })
    await #expect(throws: CallError<OAuthError>.self) {
      _ = try await client.authorizeDevice(oauth) { _ in Issue.record("there is nothing to show") }
    }
    var none = oauth
    none.deviceAuthorizationURL = nil
    let error = await #expect(throws: CallError<OAuthError>.self) {
      _ = try await client.authorizeDevice(none) { _ in Issue.record("there is nothing to show") }
    }
    #expect(error?.requestError?.kind == .url)
  }

  @Test func cancellingEndsTheWait() async throws {
    let clock = ManualClock()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path == "/device"
          ? .json(#"{"device_code":"d","user_code":"u","verification_uri":"v","expires_in":600}"#)
          : Self.pending
      })
    client.clock = clock
    client.timeout = .unlimited
    let task = Task { [client, oauth] in
      do throws(CallError<OAuthError>) {
        _ = try await client.authorizeDevice(oauth) { _ in }
        return nil as CallError<OAuthError>?
      } catch {
        return error
      }
    }
    await clock.waitForSleeps()
    task.cancel()
    #expect(await task.value?.isCancellation == true)
  }
}
