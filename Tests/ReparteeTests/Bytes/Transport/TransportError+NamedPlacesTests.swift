import Repartee
import TestSupport
import Testing

/// Errors name the host that was not reached, and the URL that is wrong.
struct TransportErrorNamedPlacesTests {
  private func error(
    _ error: TransportError, _ base: String = "https://api.example.com:8443/v1?key=planted-1"
  ) async -> CallError<Never>? {
    var client = Client(baseURL: base, transport: InMemoryTransport { _ in throw error })
    client.retry = .off
    return await client.result(of: Resource(User.self, .get("/users/7?token=planted-2"))).error
  }

  @Test func aHostThatIsNotReachedIsNamed() async {
    let refused = await error(TransportError(.cannotConnect))
    #expect(refused?.description == "GET /users/7: no response: could not connect to api.example.com:8443")
    guard case .failure(let failed)? = refused?.attempts.last?.result else {
      Issue.record("the attempt failed")
      return
    }
    #expect(failed.description == "could not connect to api.example.com:8443")
    #expect(refused?.transportError?.mayHaveBeenProcessed == false)
    let missing = await error(TransportError(.hostNotFound, mayHaveBeenProcessed: true))
    #expect(missing?.transportError?.message == "the host api.example.com was not found")
    #expect(missing?.transportError?.mayHaveBeenProcessed == true)
  }

  @Test func whatTheTransportSaysItselfStays() async {
    let proxy = await error(TransportError(.cannotConnect, message: "the proxy refused"))
    #expect(proxy?.transportError?.message == "the proxy refused")
    #expect(
      await error(TransportError(.connectionLost))?.transportError?.message == "the connection was lost")
  }

  @Test(arguments: [
    ("ftp://x", "has to start with"), ("https://user:planted-3@x", "user or a password"),
    ("https://", "no host"),
    ("https://x\n", "CR, an LF"), ("https://x:0", "between 1 and 65535"),
  ])
  func theBaseURLIsCalledThat(base: String, words: String) async {
    let error = await error(TransportError(.cannotConnect), base)
    let message = error?.requestError?.message ?? ""
    #expect(message.contains("the base URL") && message.contains(words) && !message.contains("planted"))
    let own = await self.error(TransportError(.cannotConnect), "https://api.example.com")
    #expect(own?.requestError == nil)
    let full = await refusal(of: Request(.get, url: base))
    #expect(full?.message.contains("the URL") == true && full?.message.contains("base") == false)
  }
}
