import Dispatch
import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching
import SampleAPI
import Support
import Synchronization

/// CallGate gate: the mallocs of a call without a network, against the limits in `limits/call.txt`. It needs neither
/// AsyncHTTPClient nor a server, so that it is quick to build.
/// CallGate run CASE COUNT: that many calls, for callgrind or perf.
/// CallGate drift: what it costs to look for drift, against the same calls without.
@main
struct Main {
  /// Not asynchronous: that gives up the main thread, which valgrind does not survive.
  static func main() {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await measure()
      isDone.signal()
    }
    isDone.wait()
  }

  private static func measure() async {
    do {
      var limits = try Limits(file: "limits/call.txt")
      let (documents, client) = (Documents(), client())
      let idle = try await idle(client)
      let (cached, staged) = (cached(), self.staged(client))
      let user = try client.json.decode(User.self, from: documents.user)
      let direct = try client.json.decode(DirectUser.self, from: documents.user)
      let id = Counter()
      let calls: [(String, @Sendable () async throws -> Bool)] = [
        ("get", { try await client.send(GetUser(id: 7)) == user }),
        // Retries are on in all of them; a session that is signed in and an observer that does nothing are on in this.
        ("get-idle", { try await idle.send(GetUser(id: 7)) == user }),
        // Within a stage that does nothing.
        ("get-stage", { try await staged.send(GetUser(id: 7)) == user }),
        // What the cache has, which is decoded already; and what it has not, and stores.
        ("hit", { try await cached.send(GetUser(id: 7)) == user }),
        ("miss", { try await cached.send(GetUser(id: id.next())) == user }),
        ("404", { await client.result(of: GetUser(id: 404)).isRefusal }),
        ("post", { try await client.send(CreateUser(user: user)) == user }),
        // The same with models that read and write themselves.
        ("get-direct", { try await client.send(GetUserDirectly(id: 7)) == direct }),
        ("post-direct", { try await client.send(CreateUserDirectly(user: direct)) == direct }),
        // A thousand elements of 80 bytes, read one by one.
        ("lines", { try await read(ListEvents(format: .jsonLines(), request: .get("/lines")), client) }),
        (
          "array",
          { try await read(ListEvents(format: .jsonArray(at: "data"), request: .get("/array")), client) }
        ),
      ]
      if CommandLine.arguments.dropFirst().first == "drift" {
        var cost = try DriftCost(documents: documents)
        try await cost.measure()
        return
      }
      if CommandLine.arguments.dropFirst().first == "run" {
        let hand = ByHand(transport())
        let byHand: [(String, @Sendable () async throws -> Bool)] = [
          ("get-by-hand", { try await hand.getUser(7) == user }),
          ("404-by-hand", { try await hand.isRefused(404) }),
          ("post-by-hand", { try await hand.createUser(user) == user }),
        ]
        try await run(CommandLine.arguments.dropFirst(2), of: calls + byHand)
        return
      }
      for (name, call) in calls {
        limits.check(
          name, try await mallocs { if try await !call() { throw Unexpected() } }, unit: "mallocs")
      }
      limits.enforce()
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  /// Nothing but calls, whose instructions or time something else counts.
  private static func run(
    _ arguments: ArraySlice<String>, of calls: [(String, @Sendable () async throws -> Bool)]
  ) async throws {
    guard arguments.count == 2, let count = Int(arguments.last ?? ""),
      let call = calls.first(where: { $0.0 == arguments.first })?.1
    else { throw Unexpected() }
    for _ in 0..<count { if try await !call() { throw Unexpected() } }
  }

  private static func read(_ events: ListEvents, _ client: Client) async throws -> Bool {
    var count = 0
    for try await event in try await client.send(events.resource) { count += event.id == 4711 ? 1 : 0 }
    return count == 1_000
  }

  private static func idle(_ client: Client) async throws -> Client {
    let session = Session<BearerToken> { token, _ in token }
    try await session.signIn(BearerToken("a-token-of-some-length-as-they-are"))
    var client = client
    client.authentication = .session(session)
    client.observers.append(.handler { _ in })
    return client
  }

  private static func staged(_ client: Client) -> Client {
    var client = client
    client.stages = [Passing()]
    return client
  }

  private static func cached() -> Client {
    var client = client(headers: [.contentType: "application/json", .cacheControl: "max-age=86400"])
    client.cache = ResponseCache()
    return client
  }

  private static func client(headers: HTTPFields = [.contentType: "application/json"]) -> Client {
    Client(baseURL: "http://api.example", transport: transport(headers: headers))
  }

  private static func transport(headers: HTTPFields = [.contentType: "application/json"]) -> InMemoryTransport
  {
    let documents = Documents()
    return InMemoryTransport { request in
      let (status, body) =
        switch request.head.path {
        case "/users": (201, documents.user)
        case "/users/404": (404, documents.refusal)
        case "/lines": (200, documents.lines)
        case "/array": (200, documents.array)
        default: (200, documents.user)
        }
      return .status(status, headers: headers, body: body)
    }
  }
}

private struct Passing: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    try await next(request)
  }
}

/// A call that did not give what it should.
private struct Unexpected: Error {}

extension Result where Success == User, Failure == CallError<Refusal> {
  fileprivate var isRefusal: Bool {
    if case .failure(let error) = self, case .declared(let refusal) = error.reason {
      refusal.code == "not_found"
    } else {
      false
    }
  }
}

private struct ListEvents {
  struct Event: Decodable {
    var id: Int
    var name: String
    var tags: [String]
    var score: Double
  }

  var format: StreamFormat<Event, Never>
  var request: Request

  var resource: Resource<ResponseStream<Event, Never>, Never> {
    Resource(request, [.code(200, .stream(format))])
  }
}

private final class Counter: Sendable {
  private let value = Atomic(1_000)
  func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
