import Foundation
import Repartee
import ReparteeTesting

// Tests of one's own code.

let stubs = Stubs {
  Stub(GetUser.self, .success(User()))
  Stub(Chat.self, .status(503))
}
let client = sharedClient.stubbed(by: stubs)
print(try await client.send(GetUser(id: 7)).name, stubs.calls(of: GetUser.self).count)
// compiles

let client = Client.preview { Stub(GetUser.self, .success(User()), .failure(.notFound)) }
// compiles

let stub = Stub(GetUser.self, where: { $0.id == 7 }, .json("{}", status: 422), .noResponse(.offline))
let other = Stub(GetUser.self) { .success(User(id: $0.id)) }
// compiles

let stub = Stub(GetUser.self, .success(User()).after(.seconds(1)))
// compiles

// Moya

let stub = Stub(GetUser.self, .success(User()).delayed(seconds: 1))
// says: after

let stub = Stub(GetUser.self, .networkResponse(200, data))
// says: status

let stub = Stub(GetUser.self, .networkError(TransportError(.offline)))
// says: noResponse

let stub = Stub(GetUser.self, .error(.notFound))
// says: failure

let stub = Stub(GetUser.self, .data(data))
// says: status

let stub = Stub(GetUser.self, .success(User()).delay(.seconds(1)))
// says: after

let stub = Stub(GetUser(id: 7), .success(User()))
// says: where:

let client = Client.mock { Stub(GetUser.self, .success(User())) }
// says: preview

let client = client.stub(GetUser.self, with: User())
// says: stubbed(by:

// URLProtocol, axios

let transport = InMemoryTransport { request in
  print(request.url, request.httpMethod)
  return .status(404)
}
// says: head

let transport = InMemoryTransport { request in
  TransportResponse(statusCode: 200, data: data)
}
// says: .bytes(

let transport = InMemoryTransport { request in
  switch (request.head.method, request.head.path) {
  case (.get, "/users/7"): try .json(encoding: User())
  case (.post, _): .status(201, headers: [.location: "/users/8"])
  default: throw TransportError(.cannotConnect)
  }
}
// compiles

let response = try await GetUser.responses.interpret(.json("{}", status: 422))
// compiles
