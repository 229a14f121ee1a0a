import AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeTesting
import Testing

/// The project's own server of faults (Tests/Packages/Integration/Servers/faultd.py), where REPARTEE_FAULTD says that
/// it is.
enum Faultd {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_FAULTD"]

  /// The same server, whose connections are others.
  static let otherBaseURL = baseURL?.replacing("127.0.0.1", with: "localhost")

  static let isRunning = baseURL != nil

  /// A request that the server has seen.
  struct Visit: Decodable {
    var method: String
    var path: String
    var headers: [String]

    func value(_ name: String) -> String? {
      let prefix = "\(name.lowercased()):"
      return headers.first { $0.lowercased().hasPrefix(prefix) }.map {
        $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
      }
    }

    var authorization: String? { value("Authorization") }
    var idempotencyKey: String? { value("Idempotency-Key") }
  }

  /// A client with connections of its own: those of the tests close at any time, and could take all attempts of a call.
  private static let log = Client(
    baseURL: baseURL ?? "",
    transport: AsyncHTTPClientTransport(
      HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: AsyncHTTPClientTransport.configuration)
    ))

  /// The requests with `?reader=` in their order. Each test has a reader of its own, as they run side by side.
  static func visits(of reader: String) async throws -> [Visit] {
    try await log.send(Resource([Visit].self, .get("/__log", query: ["reader": reader])))
  }
}

extension Trait where Self == ConditionTrait {
  static var needsFaultd: Self {
    .enabled(if: Faultd.isRunning, "REPARTEE_FAULTD is not set; Scripts/integration starts one")
  }
}

/// A server that can be asked for its faults, and who asks.
struct FaultdReader: Sendable {
  let id = UUID().uuidString
  /// A client without deadlines, whose pauses pass at once, and are as long as they can be.
  var client: Client

  init(over wire: Wire) {
    client = wire.client(of: Faultd.baseURL)
    client.clock = SkippingClock()
    client.timeout = .unlimited
    client.randomness = { .max }
  }

  /// A response without an outcome but for success.
  func get(_ scenario: String) -> Resource<Void, Never> {
    Resource(.get("/\(scenario)", query: ["reader": id]), [.success(.noContent)])
  }

  func post(
    _ scenario: String, _ idempotency: Request.Idempotency = .byMethod
  ) -> Resource<Void, Never> {
    let request = Request.post("/\(scenario)", query: ["reader": id], body: .json(["amount": 7]))
    return Resource(request.idempotent(idempotency), [.success(.noContent)])
  }

  /// A token, as the fault server has them.
  var token: Resource<String, Never> {
    Resource(.get("/token", query: ["reader": id]), [.success(.decode(at: "access_token"))])
  }

  /// What the server has seen.
  func visits(_ scenario: String) async throws -> [Faultd.Visit] {
    try await Faultd.visits(of: id).filter { $0.path.hasPrefix("/\(scenario)?") }
  }
}

extension [Attempt] {
  /// The pauses before the retries, in milliseconds.
  var pauses: [Int] { dropFirst().map { Int(($0.pause / .milliseconds(1)).rounded()) } }
}
