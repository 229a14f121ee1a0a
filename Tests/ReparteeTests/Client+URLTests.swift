import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

struct ClientURLTests {
  private typealias Call = Resource<Void, Never>

  private func client(
    _ authentication: Authentication = .off, base: String = api, _ arrivals: Arrivals = Arrivals()
  ) -> Client {
    var client = Client(baseURL: base, transport: arrivals.transport())
    client.authentication = authentication
    return client
  }

  private func url(_ request: Request, of client: Client) async throws(CallError<Never>) -> String {
    try await client.url(for: Call(request, .anySuccess)).absoluteString
  }

  private func reason(_ request: Request, of client: Client) async -> CallError<Never>.Reason? {
    do throws(CallError<Never>) { _ = try await url(request, of: client) } catch {
      #expect(error.attempts.isEmpty && error.response == nil)
      return error.reason
    }
    return nil
  }

  @Test func itIsTheURLThatASentRequestHas() async throws {
    let arrivals = Arrivals()
    let client = client(.apiKey("s3cret+&", query: "key"), base: "\(api)/v1?tenant=7", arrivals)
    let request = Request.get("/users/\("a/b c")", query: ["q": "ä [1]|\"", "empty": ""])
    let url = try await url(request, of: client)
    #expect(arrivals.all.isEmpty)
    try await client.send(Call(request, .anySuccess))
    #expect(arrivals.all.first.map { api + ($0.head.path ?? "") } == url)
    #expect(url.hasSuffix("&key=s3cret%2B%26"))
  }

  @Test func aFullURLGetsNoCredentialOfTheClient() async throws {
    let client = client(.apiKey("s3cret", query: "key"))
    #expect(
      try await url(Request(.get, url: "https://other.example/a#f"), of: client) == "https://other.example/a")
    #expect(try await url(.get("/a").authenticated(.off), of: client) == "\(api)/a")
    let adjusted = try await client.url(for: Call(.get("/a"), .anySuccess)) { $0.authentication = .off }
    #expect(adjusted.absoluteString == "\(api)/a")
  }

  @Test func aSignatureIsInTheQuery() async throws {
    let client = client(
      .signing { request in
        await Task.yield()
        let method = request.head.method
        request.head.path = "\(request.head.path ?? "/")?ends=600&signature=\(method)-\(request.number)"
      })
    #expect(try await url(.put("/a", body: .text("x")), of: client) == "\(api)/a?ends=600&signature=PUT-1")
    #expect(
      try await url(
        .get("/a"), of: self.client(.signing { $0.headers[.authorization] = "s3cret" })) == "\(api)/a")
  }

  @Test func aSessionIsNeitherRefreshedNorLoaded() async throws {
    struct Key: Credential {
      var expiration: Date?
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        request.head.path? += "?key=planted"
      }
    }
    actor Store: CredentialStore {
      var loads = 0
      func load() -> StoredCredential<Key>? {
        loads += 1
        return nil
      }
      func save(_ stored: StoredCredential<Key>?) {}
    }
    let refreshes = Mutex(0)
    let store = Store()
    let session = Session<Key>(store: store) { _, _ in
      refreshes.withLock { $0 += 1 }
      return Key()
    }
    let client = client(.session(session))
    guard case .authentication(let missing)? = await reason(.get("/a"), of: client) else {
      Issue.record("the session has no credential")
      return
    }
    #expect(missing.kind == .missing && session.state == .unknown)
    try await session.signIn(Key(expiration: .distantPast))
    #expect(try await url(.get("/a"), of: client) == "\(api)/a?key=planted")
    try await session.signOut()
    #expect(try await url(.get("/a"), of: self.client(.session(ifSignedIn: session))) == "\(api)/a")
    #expect(await store.loads == 0 && refreshes.withLock { $0 } == 0)
  }

  @Test func errorsAreThoseOfACall() async throws {
    struct NoKey: Error {}
    guard
      case .authentication(let unusable)? = await reason(
        .get("/a"), of: client(.signing { _ in throw NoKey() }))
    else {
      Issue.record("signing failed")
      return
    }
    #expect(unusable.kind == .unusable && unusable.underlying is NoKey)
    guard
      case .authentication(let missing)? = await reason(
        .get("/a"), of: client(.named("a\n\u{1B}\u{0}")))
    else {
      Issue.record("the name is not known")
      return
    }
    #expect(missing.kind == .missing && !missing.message.contains("\u{1B}"))
    for request in [Request.get("/a\r\nb"), Request(.get, url: ""), .get("/a", headers: ["X\nY": "1"])] {
      guard case .request? = await reason(request, of: client()) else {
        Issue.record("\(request) was built")
        continue
      }
    }
  }

  @Test(arguments: ["//evil.example", "x", "/a b", "/a#b", "/a\nb", "", "@evil.example/"])
  func aSignatureCantChangeTheOrigin(path: String) async throws {
    let signed = client(.signing { $0.head.path = path })
    guard path != "//evil.example" else {
      #expect(try await url(.get("/a"), of: signed) == "\(api)//evil.example")
      return
    }
    guard case .authentication(let error)? = await reason(.get("/a"), of: signed) else {
      Issue.record("\(path) was accepted")
      return
    }
    #expect(error.kind == .unusable)
  }

  @Test func whatURLWouldChangeIsAnError() async throws {
    for query in ["a=\"", "a=%zz|", "a=<>"] {
      let signed = client(.signing { $0.head.path = "/a?\(query)" })
      do throws(CallError<Never>) {
        #expect(try await url(.get("/a"), of: signed) == "\(api)/a?\(query)")
      } catch {
        guard case .request(let fault) = error.reason, fault.kind == .url else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func slowSigningEndsAtTheTimeoutOrIfCancelled(isCancelled: Bool) async throws {
    let clock = ManualClock()
    var slow = client(.signing { _ in try? await clock.sleep(for: .seconds(3_600)) })
    slow.clock = clock
    let request = Request(.get, "/a", timeout: .seconds(10))
    let task = Task { [slow] in await reason(request, of: slow) }
    await clock.waitForSleeps(2)
    if isCancelled { task.cancel() } else { clock.advance(by: .seconds(10)) }
    guard case .transport(let error)? = await task.value else {
      Issue.record("it did not end")
      return
    }
    #expect(error.kind == (isCancelled ? .cancelled : .timedOut(.total)) && !error.mayHaveBeenProcessed)
  }

  @Test func anErrorShowsNoCredential() async throws {
    struct Key: Credential {
      var token = "planted-token-value"
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        throw AuthenticationError(.unusable, message: "\(token) can't be sent")
      }
    }
    do {
      _ = try await url(.get("/a"), of: client(.credential(Key())))
      Issue.record("it was sent")
    } catch {
      var text = "\(error) \(error.reason)"
      dump(error, to: &text)
      #expect(!text.contains("planted"))
    }
  }

  @Test func anEndpointsOwnErrorIsThrown() async throws {
    struct Own: Error, CallErrorConvertible {
      init(_ error: CallError<Never>) {}
    }
    struct Get: Endpoint {
      typealias Thrown = Own
      var request: Request { .get("/a") }
      static let responses: ResponseMap<Void, Never> = .anySuccess
    }
    await #expect(throws: Own.self) { try await client(.named("x")).url(for: Get()) }
  }
}
