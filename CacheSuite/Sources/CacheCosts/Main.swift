import Foundation
import HTTPTypes
import Repartee
import ReparteeSQLite

/// CacheCosts [--tsv]: processor time of a hit and of a miss, over each store, with a thousand responses and a hundred
/// thousand; and how large the file of a bounded store becomes.
@main
struct Main {
  private static let isTSV = CommandLine.arguments.contains("--tsv")

  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cache-costs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    show(["store", "responses", "hit, µs", "not there, µs", "stored, µs"])
    for count in [1_000, 100_000] {
      try await measure("memory", count, MemoryCacheStore(limit: 1 << 30))
      let path = folder.appending(path: "\(count)").path
      try await measure("sqlite", count, SQLiteCacheStore(path: path, limit: 1 << 30))
    }
    show(["limit, MiB", "written, MiB", "file, MiB"])
    let path = folder.appending(path: "bounded").path
    let size = 100_000
    let client = client(SQLiteCacheStore(path: path, limit: 8 << 20), size: size)
    for id in 0..<840 { _ = try await client.send(item(id)) }
    let file = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    show(["8", "\((840 * size) >> 20)", String(format: "%.1f", Double(file) / 1_048_576)])
  }

  private static func measure(_ name: String, _ count: Int, _ store: any CacheStore) async throws {
    let client = client(store, size: 500)
    let storing = try await microseconds(of: count) { _ = try await client.send(item($0)) }
    // Each response once, so that nothing is in memory that a store on disk would have to read.
    let calls = 2_000
    let step = max(count / calls, 1)
    let hit = try await microseconds(of: min(calls, count)) { number in
      let reply = try await client.reply(to: item(number * step))
      guard reply.source == .cache else { throw Unexpected() }
    }
    let missing = try await microseconds(of: calls) { number in
      var resource = item(count + number)
      resource.request.cachePolicy = .onlyIfCached
      if case .success = await client.result(of: resource) { throw Unexpected() }
    }
    show([name, "\(count)"] + [hit, missing, storing].map { String(format: "%.1f", $0) })
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
    client.cache = ResponseCache(store: store, recentBodies: 0)
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

  private static func show(_ columns: [String]) {
    print(isTSV ? columns.joined(separator: "\t") : columns.map { $0.padded }.joined())
  }
}

private struct Unexpected: Error {}

extension String {
  fileprivate var padded: String { self + String(repeating: " ", count: max(1, 16 - count)) }
}
