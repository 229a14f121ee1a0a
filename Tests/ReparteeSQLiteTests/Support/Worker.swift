#if SQLite
import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching

@testable import ReparteeSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One of several processes that use a cache, until a file `stop` is there, or it is killed.
struct Worker {
  static let variable = "REPARTEE_CACHE_WORKER"

  let folder: String
  let limit: Int

  /// A body that says itself whether it is whole, and whose it is.
  static func body(of path: String, size: Int) -> String {
    let text = "\(path) \(UUID().uuidString) " + String(repeating: "x", count: size)
    return "\(text)\n\(Checksum.of(Data(text.utf8)))"
  }

  static func isWhole(_ body: String, of path: String) -> Bool {
    let parts = body.split(separator: "\n", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].hasPrefix("\(path) ")
      && String(parts[1]) == "\(Checksum.of(Data(parts[0].utf8)))"
  }

  private struct Get: Endpoint {
    var number: Int
    var request: Request { .get("/items/\(number)") }
    static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
  }

  /// Makes calls until the stop file exists. Faults are written into a file.
  func run() async {
    let store = SQLiteCacheStore(path: "\(folder)/cache.db", maximumSize: limit)
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        let path = request.head.path ?? ""
        let fields: HTTPFields = [
          .cacheControl: path.hasSuffix("7") ? "max-age=0" : "max-age=600", .eTag: "\"\(path)\"",
        ]
        if request.head.headerFields[.ifNoneMatch] != nil { return .status(304, headers: fields) }
        return .text(Self.body(of: path, size: Int.random(in: 0..<60_000)), headers: fields)
      })
    let cache = ResponseCache(store: store, maximumRecentSize: 0)
    client.cache = cache
    var (calls, hits) = (0, 0)
    let parent = getppid()
    while !FileManager.default.fileExists(atPath: "\(folder)/stop"), getppid() == parent {
      await withTaskGroup(of: Void.self) { [client] group in
        for _ in 0..<8 {
          let number = Int.random(in: 0..<200)
          group.addTask {
            let result = await client.result(of: Get(number: number))
            switch result {
            case .success(let body) where Self.isWhole(body, of: "/items/\(number)"): break
            case .success(let body): note("a body is torn: \(body.count) characters, \(body.prefix(100))")
            case .failure(let error): note("a call failed: \(error)")
            }
          }
        }
      }
      calls += 8
      if calls % 400 == 0 { await note { try await cache.remove(url: "https://api.example.com/items/1") } }
      if case .cache? = try? await client.response(to: Get(number: 3)).source { hits += 1 }
    }
    if let error = cache.storeError { note("the store failed: \(error)", "trouble") }
    for file in store.damagedFiles { note("was put aside: \(file)") }
    note("\(calls) calls, \(hits) of \(calls / 8) hits", "done")
  }

  private func note(_ body: () async throws -> Void) async {
    do { try await body() } catch { note("\(error)", "trouble") }
  }

  private func note(_ text: String, _ kind: String = "failed") {
    let path = "\(folder)/\(kind)-\(UUID().uuidString)"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
#endif
