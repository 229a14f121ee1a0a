import Foundation
import Repartee
import ReparteeOAuth
import TestSupport
import Testing

/// What a browser brings back (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).
struct CallbackErrorTests {
  private static let issuer = "https://login.example.com"

  private func request(issuer: String? = issuer, requires: Bool = false) throws -> AuthorizationRequest {
    var oauth = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
    oauth.authorizationURL = "https://login.example.com/authorize"
    oauth.issuer = issuer
    oauth.requiresIssuer = requires
    return try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
  }

  private func refusal(_ callback: String, _ request: AuthorizationRequest) -> CallbackError? {
    do throws(CallbackError) {
      _ = try request.code(from: callback)
      return nil
    } catch { return error }
  }

  @Test func theCodeIsThatOfTheQuery() throws {
    let request = try request()
    let state = request.state
    for callback in [
      "app://done?code=c%2F1+2&state=\(state)", "/?state=\(state)&code=c/1%202&session_state=x",
      "?code=c/1%202&state=\(state)#code=other", "app://done?c%6Fde=c/1%202&state=\(state)&",
      "app://done?code=c/1+2&state=\(state)&iss=https%3a%2f%2flogin.example.com",
    ] { #expect(try request.code(from: callback) == "c/1 2") }
  }

  @Test func anotherStateIsRefusedFirst() throws {
    let request = try request()
    let other = try self.request().state
    for callback in [
      "app://done?code=c", "app://done?code=c&state=", "app://done?code=c&state=\(other)",
      "app://done?code=c&state=\(request.state)x", "app://done?code=c&state=\(request.state.dropLast())",
      "app://done?error=access_denied", "app://done?error=access_denied&state=\(other)", "", "?", "&=&=x",
      "app://done#code=c&state=\(request.state)", "app://done?code=c&STATE=\(request.state)",
      "app://done?code=c&state=\(request.state)%00",
      // Whoever lacks the state ends no wait, not with a repetition either.
      "/done?x&x", "/done?code=c&code=d", "/done?state=x&state=x", "/done?error=a&error=b&state=\(other)",
      "/done?iss=a&iss=b&code=c",
    ] { #expect(refusal(callback, request) == .otherState, "\(callback)") }
  }

  @Test func anotherIssuerIsRefused() throws {
    let request = try request()
    let good = "app://done?code=c&state=\(request.state)"
    for issuer in ["https://evil.example", "", "https://login.example.com/", "HTTPS://login.example.com"] {
      #expect(refusal("\(good)&iss=\(issuer)", request) == .otherIssuer)
      #expect(
        refusal("app://done?error=access_denied&state=\(request.state)&iss=\(issuer)", request)
          == .otherIssuer)
    }
    #expect(refusal(good, request) == nil, "it need not be there")
    let strict = try self.request(requires: true)
    #expect(refusal("app://done?code=c&state=\(strict.state)", strict) == .otherIssuer)
    #expect(refusal("app://done?code=c&state=\(strict.state)&iss=\(Self.issuer)", strict) == nil)
    let denied = "app://done?error=access_denied&state=\(strict.state)"
    #expect(refusal(denied, strict) == .refused(OAuthError(.accessDenied)), "some leave it out of errors")
    #expect(refusal("\(denied)&iss=https://evil.example", strict) == .otherIssuer)
    let unknown = try self.request(issuer: nil)
    #expect(refusal("app://done?code=c&state=\(unknown.state)&iss=https://any.example", unknown) == nil)
  }

  private static let loopback = "http://127.0.0.1:8080/a/done"

  /// Scheme and host in any case, the scheme's port, an empty path, percent-encoding (RFC 3986, section 6.2).
  @Test(arguments: [
    (loopback, loopback, true), (loopback, "HTTP://127.0.0.1:8080/a/done", true), (loopback, "/a/done", true),
    (loopback, "", true), (loopback, "http://127.0.0.1:8080/%61/d%6Fne", true), (loopback, "/%61/done", true),
    (loopback, "http://127.0.0.1:8081/a/done", false), (loopback, "http://127.0.0.1/a/done", false),
    (loopback, "http://localhost:8080/a/done", false), (loopback, "https://127.0.0.1:8080/a/done", false),
    (loopback, "http://127.0.0.1:8080/a/done/", false), (loopback, "http://127.0.0.1:8080/", false),
    (loopback, "http://127.0.0.1:8080/A/done", false), (loopback, "/done", false), (loopback, "done", false),
    (loopback, "//127.0.0.1:8080/a/done", false), (loopback, "http:/a/done", false),
    (loopback, "http://127.0.0.1:8080@evil.example/a/done", false),
    (loopback, "http://evil@127.0.0.1:8080/a/done", false),
    (loopback, "http://127.0.0.1:8080/a/x/../done", false),
    ("https://app.example", "https://APP.example:443/", true),
    ("https://app.example:443/", "https://app.example", true),
    ("https://app.example", "https://app.example:/", true),
    ("https://app.example", "https://app.example:80/", false),
    ("https://app.example", "https://app.example.evil.example/", false),
    ("https://app.example/done?tenant=7", "https://app.example/done", true),
    ("https://app.example/done", "https://app.example/done;x", false),
    ("app://done", "APP://Done/", true), ("app://done", "app://done:443", false),
    ("app://done", "app:done", false), ("app://kate", "app://\u{212A}ate", false),
    ("app://done", "other://done", false), ("app://done", "https://done", false),
    ("app://done", "/done", false),
    ("com.example.app:/done", "com.example.app:/done", true),
    ("com.example.app:/done", "com.example.app:///done", true),
    ("com.example.app:/done", "com.example.app://done", false),
    ("com.example.app:/done", "com.example.ap:/done", false),
  ])
  func onlyTheRedirectURIIsAsked(redirectURI: String, place: String, isGood: Bool) throws {
    var oauth = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
    oauth.authorizationURL = "https://login.example.com/authorize"
    let request = try oauth.authorizationRequest(redirectURI: redirectURI)
    let callback = "\(place)?code=c&state=\(request.state)&more=1#x"
    #expect(refusal(callback, request) == (isGood ? nil : .otherURI))
    #expect(refusal("\(place)?code=c&state=other", request) == .otherState, "it ends no wait")
  }

  @Test func aRepeatedParameterIsRefused() throws {
    let request = try request()
    let good = "app://done?code=c&state=\(request.state)"
    for more in [
      "code=c", "code=d", "state=\(request.state)", "state=x", "c%6fde=d", "error=x&error=y", "x&x",
    ] {
      #expect(refusal("\(good)&\(more)", request) == .malformed, "\(more)")
    }
  }

  @Test func anErrorIsThatOfTheServer() throws {
    let request = try request()
    let callback =
      "app://done?error=access_denied&error_description=planted+%1B&state=\(request.state)&code=c"
    let error = try #require(refusal(callback, request))
    #expect(error == .refused(OAuthError(.accessDenied, message: "planted \u{1B}")))
    var text = "\(error) \(String(reflecting: error))"
    dump(error, to: &text)
    #expect(text.contains("access_denied") && !text.contains("planted"), "\(text)")
    #expect(refusal("app://done?error=&state=\(request.state)&code=c", request) == .malformed)
    let hostile = refusal("app://done?error=%0A%1B[2J&state=\(request.state)", request)
    #expect(hostile?.description.contains("\u{1B}") == false && hostile?.description.contains("\n") == false)
  }

  @Test(arguments: ["", "%00", "a%0Ab", "a%7F", "%C3%A4", "%FF"])
  func aCodeThatIsNoneIsRefused(code: String) throws {
    let request = try request()
    #expect(refusal("app://done?code=\(code)&state=\(request.state)", request) == .malformed)
    #expect(refusal("app://done?state=\(request.state)", request) == .malformed)
  }

  /// No text that lacks the state gives a code; none stops the program.
  @Test func noOtherTextGivesACode() async throws {
    let request = try request()
    await forAll(runs: 2_000) { random in
      let text =
        random.bool() ? random.text(0...60) : random.mangled("app://done?code=c&state=x&iss=y&error=z")
      #expect(refusal(text, request) != nil)
    }
    await forAll(runs: 2_000) { random in
      let callback = random.mangled("app://done?code=c1&state=\(request.state)&iss=https://login.example.com")
      guard let code = try? request.code(from: callback) else { return }
      #expect(callback.contains(request.state) || callback.contains("%") || callback.contains("+"))
      #expect(!code.isEmpty && code.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}
