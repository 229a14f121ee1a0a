import Foundation
import Repartee
import TestSupport
import Testing

struct CallErrorConvertibleTests {
  private func thrown(_ transport: InMemoryTransport, base: String = api) async -> AppError? {
    do {
      _ = try await Client(baseURL: base, transport: transport).send(Profile())
      return nil
    } catch {
      return error  // typed: no cast
    }
  }

  @Test func everyReasonBecomesTheApplicationsOwnError() async {
    guard case .offline? = await thrown(InMemoryTransport { _ in throw TransportError(.offline) }) else {
      Issue.record("transport")
      return
    }
    guard case .undeclared(502)? = await thrown(InMemoryTransport { _ in .status(502) }) else {
      Issue.record("undeclared")
      return
    }
    guard case .unreadable(let failure)? = await thrown(InMemoryTransport { _ in .json("[]") }) else {
      Issue.record("undecodable")
      return
    }
    #expect(failure.kind == .typeMismatch)
    guard case .refused(let message)? = await thrown(InMemoryTransport { _ in .json("[]") }, base: "junk")
    else {
      Issue.record("request")
      return
    }
    #expect(message.contains("http"))
  }

  private struct Refusing: AppEndpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<User, AppError> = [
      .code(200, .decode), .any(.error(.refused("declared"))),
    ]
  }

  @Test func aDeclaredFailureIsItself() async {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(400) })
    do throws(AppError) {
      _ = try await client.send(Refusing())
      Issue.record("it gave output")
    } catch {
      guard case .refused("declared") = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func theResponseOfABrokenBodyIsHandedOn() async {
    struct Kept: CallErrorConvertible {
      var response: Response?
      init(_ error: CallError<Kept>) { response = error.response }
    }
    let broken = InMemoryTransport { _ in
      .init(
        head: HTTPResponse(status: .ok),
        body: ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost))))
    }
    let client = Client(baseURL: api, transport: broken)
    let map: ResponseMap<User, Kept> = [.code(200, .decode)]
    guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
      Issue.record("it gave output")
      return
    }
    #expect(Kept(error).response?.text == "abc")
    #expect(Kept(CallError(.undeclared)).response == nil)
  }
}
