import Foundation
import Repartee
import TestSupport
import Testing

struct ResourceTests {
  @Test func oneRequestIsReadInTwoWays() async throws {
    let request = Request.get("/users/\(7)")
    let user = Resource<User, Never>(request, [.code(200, .decode)])
    let text = Resource<String, Never>(request, [.code(200, .decode)])
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id":7,"name":"Ada"}"#) })
    #expect(try await client.send(user).name == "Ada")
    #expect(try await client.send(text) == #"{"id":7,"name":"Ada"}"#)
    #expect(try await client.send(user.map(\.name)) == "Ada")
  }

  @Test func anEndpointIsATypeThatHasAResource() async throws {
    let resource = GetUser(id: 7).resource
    #expect(resource.request.description == "GET /users/{}")
    #expect(resource.resource.request.description == "GET /users/{}")
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(404) })
    guard case .failure(let error) = await client.result(of: resource.map(\.name)) else {
      Issue.record("it gave output")
      return
    }
    #expect(error.declaredFailure == .notFound)
  }

  private enum NameError: Error { case nobody }

  @Test func aResourceIsReadByAFunctionThatMayWait() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[1,2]") })
    let sum = Resource(.get("/x")) { response in try response.decode([Int].self).reduce(0, +) }
    #expect(try await client.send(sum) == 3)
    let waiting = Resource(.get("/x")) { response in
      await Task.yield()
      return try response.decode([Int].self).count
    }
    #expect(try await client.send(waiting) == 2)
  }

  @Test func aFunctionWithAFailureOfItsOwnReadsEveryStatus() async throws {
    let name = Resource(.get("/x"), failure: NameError.self) { response in
      await Task.yield()
      if response.status == .notFound { throw NameError.nobody }
      return try response.decode(String.self)
    }
    func result(_ response: TransportResponse) async -> Result<String, CallError<NameError>> {
      await Client(baseURL: api, transport: InMemoryTransport { _ in response }).result(of: name)
    }
    #expect(try await result(.text("Ada")).get() == "Ada")
    #expect(try await result(.text("Ada", status: 500)).get() == "Ada")
    guard case .failure(let missing) = await result(.status(404)),
      case .failure(let binary) = await result(.bytes(Data([0xFF]), contentType: "text/plain"))
    else {
      Issue.record("it gave output")
      return
    }
    #expect(missing.declared == .nobody && binary.decodingError?.kind == .corrupted)
  }

  private struct Delegating: Endpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<Int, Never> = [.code(200, .decode)]
    var resource: Resource<Int, Never> {
      Resource(request, Self.responses).map { $0 + 1 }
    }
  }

  @Test func anEndpointsResolutionCanBeReplacedAndDelegate() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("1") })
    #expect(try await client.send(Delegating()) == 2)
  }
}
