import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching
import ReparteeSQLite

/// CacheCosts [--tsv]: processor time of a hit, of a miss and of storing, in µs, over each store, with a thousand
/// responses and with a hundred thousand; and how large the file of a bounded store becomes, in MiB, beside its limit.
@main
struct Main {
  private static let isTSV = CommandLine.arguments.contains("--tsv")

  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cache-costs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    show(["group", "case", "metric", "few, or limit", "many", "ratio"])
    try await measure("memory") { _ in MemoryCacheStore(maximumSize: 1 << 30) }
    try await measure("sqlite") { count in
      SQLiteCacheStore(path: folder.appending(path: "\(count)").path, maximumSize: 1 << 30)
    }
    let path = folder.appending(path: "bounded").path
    let size = 100_000
    let client = client(SQLiteCacheStore(path: path, maximumSize: 8 << 20), size: size)
    for id in 0..<840 { _ = try await client.send(item(id)) }
    let file = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    show("sqlite", "file MiB, \((840 * size) >> 20) written", 8, Double(file) / 1_048_576)
  }

  private static func measure(_ name: String, _ store: @Sendable (Int) -> any CacheStore) async throws {
    let few = try await costs(1_000, store(1_000))
    let many = try await costs(100_000, store(100_000))
    for (metric, cost) in [("hit us", \Costs.hit), ("not there us", \.missing), ("stored us", \.storing)] {
      show(name, metric, few[keyPath: cost], many[keyPath: cost])
    }
  }

  private struct Costs {
    var hit: Double
    var missing: Double
    var storing: Double
  }

  private static func costs(_ count: Int, _ store: any CacheStore) async throws -> Costs {
    let client = client(store, size: 500)
    let storing = try await microseconds(of: count) { _ = try await client.send(item($0)) }
    // Each response once, so that nothing is in memory that a store on disk would have to read.
    let calls = 2_000
    let step = max(count / calls, 1)
    let hit = try await microseconds(of: min(calls, count)) { number in
      let reply = try await client.response(to: item(number * step))
      guard reply.source == .cache else { throw Unexpected() }
    }
    let missing = try await microseconds(of: calls) { number in
      var resource = item(count + number)
      resource.request.cachePolicy = .onlyIfCached
      if case .success = await client.result(of: resource) { throw Unexpected() }
    }
    return Costs(hit: hit, missing: missing, storing: storing)
  }

  private static func item(_ id: Int) -> Resource<String, Never> {
    Resource(.get("/items/\(id)"), [.success(.decode)])
  }

  private static func client(_ store: any CacheStore, size: Int) -> Client {
    let body = Data(repeating: 0x61, count: size)
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { _ in
        .status(200, headers: [.cacheControl: "max-age=86400", .contentType: "text/plain"], body: body)
      })
    client.cache = ResponseCache(store: store, maximumRecentSize: 0)
    return client
  }

  private static func microseconds(of count: Int, _ call: (Int) async throws -> Void) async throws -> Double {
    let before = processorSeconds()
    for number in 0..<count { try await call(number) }
    return (processorSeconds() - before) / Double(count) * 1e6
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func show(_ name: String, _ metric: String, _ baseline: Double, _ ours: Double) {
    let numbers = [baseline, ours].map { String(format: "%.1f", $0) }
    show(["cache", name, metric] + numbers + [String(format: "%.2f", ours / baseline)])
  }

  private static func show(_ columns: [String]) {
    print(isTSV ? columns.joined(separator: "\t") : columns.map { $0.padded }.joined())
  }
}

private struct Unexpected: Error {}

extension String {
  fileprivate var padded: String { self + String(repeating: " ", count: max(1, 16 - count)) }
}
