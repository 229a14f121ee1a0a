import Repartee

@main
struct Program {
  var limit: Duration = .seconds(7)

  static func main() async throws {
    var client = Client(
      baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .status(404) })
    client.timeout = .seconds(20)
    let limit: Duration = .seconds(2)
    var calls = 0
    let user = try await client.send(GetUser(id: 7)) {
      $0.timeout = limit
      calls += 1
    }
    print(user.name, calls)
    let program = Program()
    try await program.run(client)
    for try await user in client.items(of: ListUsers(team: 1)) { print(user.name) }
  }

  func run(_ client: Client) async throws {
    print(try await client.send(GetUser(id: 7)) { $0.timeout = limit })
    async let settings = client.send(GetSettings())
    print(try await settings.theme)
  }
}
