// The example of "Choosing a transport".
import Foundation
import Repartee

struct Stubbed: Transport {
  var stubs: [String: Data]
  var next: any Transport

  func send(
    _ request: TransportRequest
  ) async throws(TransportError) -> TransportResponse {
    guard let stub = stubs[request.head.path ?? ""] else {
      return try await next.send(request)
    }
    return TransportResponse(
      head: HTTPResponse(status: .ok), body: ByteStream(stub))
  }
}

let transport = Stubbed(
  stubs: ["/motd": Data("hello".utf8)], next: InMemoryTransport { _ in .status(404) })
let client = Client(baseURL: "https://api.example.com", transport: transport)
print(try await client.send(Resource<String, Never>(.get("/motd"), [.code(200, .decode)])))
