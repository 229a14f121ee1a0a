import Repartee
import ReparteeAsyncHTTPClient

struct User: Decodable {
  var name: String
}

struct GetUser: Endpoint {
  var request: Request { .get("/users/7") }
  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}

let url = CommandLine.arguments.dropFirst().first ?? "https://api.example"
let client = Client(baseURL: "\(url)", transport: .asyncHTTPClient)
print("Hello, \(try await client.send(GetUser()).name)!")
