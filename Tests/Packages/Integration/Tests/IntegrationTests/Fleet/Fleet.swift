import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching
import Testing

/// What stands between the machines of a fleet and the servers that they ask: Varnish, which they share, and HAProxy,
/// which bounds what leaves. The origin (Tests/Packages/Integration/Servers/fleet/origin.py) tells what has reached it.
///
/// One test at a time: the origin has one log, a proxy one rate.
@Suite(
  .serialized,
  .enabled(if: Fleet.isRunning, "REPARTEE_FLEETORIGIN is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(5)))
enum FleetTests {}

/// The servers, where the variables of Scripts/integration say that they are.
enum Fleet: String {
  case origin = "FLEETORIGIN"
  case varnish = "VARNISH_FLEETORIGIN"
  case varnishBeforeHttpbin = "VARNISH_HTTPBIN"
  case varnishBeforeKinto = "VARNISH_KINTO"
  case haproxy = "HAPROXY_FLEETORIGIN"
  case haproxyBeforeHttpbin = "HAPROXY_HTTPBIN"
  case haproxyBeforeKinto = "HAPROXY_KINTO"
  case varnishBeforeHAProxy = "VARNISH_HAPROXY_FLEETORIGIN"

  var baseURL: String { ProcessInfo.processInfo.environment["REPARTEE_\(rawValue)"] ?? "" }

  static var isRunning: Bool { !origin.baseURL.isEmpty }

  /// A client without a cache.
  var client: Client { Client(baseURL: baseURL, transport: .asyncHTTPClient) }

  /// A machine of the fleet: a client with a cache of its own.
  var machine: Client {
    var client = client
    client.cache = ResponseCache()
    return client
  }

  /// A number that no other test has.
  static func number() -> Int { .random(in: 1_000_000_000..<1_000_000_000_000) }

  // MARK: What the origin tells

  struct Visit: Decodable, Sendable {
    var method: String
    var target: String
    var status: Int?
  }

  /// The requests of a path, in their order.
  static func visits(of path: String) async throws -> [Visit] {
    try await origin.client.send(Resource([Visit].self, .get("/__log"))).filter {
      $0.target == path || $0.target.hasPrefix(path + "?")
    }
  }

  static func count(of path: String) async throws -> Int { try await counts()[path] ?? 0 }

  static func counts() async throws -> [String: Int] {
    try await origin.client.send(Resource([String: Int].self, .get("/__count")))
  }

  /// The most requests that were with the origin at a time, since it was reset.
  static func peak() async throws -> Int {
    try await origin.client.send(
      Resource<Int, Never>(.get("/__peak"), [.success(.decode(at: "requests"))]))
  }

  static func reset() async throws {
    _ = try await origin.client.send(Resource(Data.self, .get("/__reset")))
  }

  /// Runs while the origin responds 503 to everything.
  static func duringOutage(_ body: () async throws -> Void) async throws {
    func fail(with status: Int) async throws {
      _ = try await origin.client.send(Resource(Data.self, .get("/__fail", query: ["status": status])))
    }
    try await fail(with: 503)
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    try await fail(with: 0)
    try result.get()
  }

  /// Asks again and again, for half a minute at the most, until it is so.
  static func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if try await isSo() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

extension Client {
  /// The same client, later.
  func after(seconds: Int) -> Client {
    var client = self
    client.now = { Date() + TimeInterval(seconds) }
    return client
  }
}
