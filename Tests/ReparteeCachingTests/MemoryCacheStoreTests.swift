import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching
import ReparteeTesting
import Testing

struct MemoryCacheStoreTests {
  @Test(arguments: ConformanceClaim<any CacheStore>.all)
  func conforms(_ claim: ConformanceClaim<any CacheStore>) async throws {
    try await claim.run { MemoryCacheStore(maximumSize: $0) }
  }

  @Test func whatIsLookedUpIsKeptLonger() {
    func key(_ number: Int) -> CacheKey { CacheKey(url: "/\(number)") }
    let size = {
      let store = MemoryCacheStore()
      store.insert(CacheEntry(HTTPResponse(status: .ok), size: 0), body: Data(), for: key(1))
      return store.size
    }()
    let store = MemoryCacheStore(maximumSize: 2 * size)
    for number in 1...2 {
      store.insert(CacheEntry(HTTPResponse(status: .ok), size: 0), body: Data(), for: key(number))
    }
    #expect(store.entries(for: key(1)).count == 1)
    store.insert(CacheEntry(HTTPResponse(status: .ok), size: 0), body: Data(), for: key(3))
    #expect((1...3).map { store.entries(for: key($0)).count } == [1, 0, 1])
  }

  @Test func aNewHeadCountsAsTheFirstDid() {
    let store = MemoryCacheStore(maximumSize: 10_000)
    let ids = (0..<3).map { _ in UUID() }
    func entry(_ id: UUID, _ size: Int) -> CacheEntry {
      CacheEntry(
        id: id, HTTPResponse(status: .ok, headerFields: [.server: String(repeating: "s", count: size)]),
        size: 0)
    }
    for id in ids { store.insert(entry(id, 100), body: Data(), for: CacheKey(url: "\(id)")) }
    let size = store.size
    for _ in 0..<2 {
      store.update(entry(ids[0], 1_100))
      #expect(store.size == size + 1_000)
    }
    store.update(entry(ids[0], 100))
    #expect(store.size == size)
    // What was used longest ago makes room for it.
    store.update(entry(ids[2], 9_000 - size))
    #expect(store.count == 3)
    store.update(entry(ids[2], 9_200))
    #expect(store.count == 1 && store.size <= 10_000)
    #expect(store.entries(for: CacheKey(url: "\(ids[2])")).count == 1)
    store.remove(.entry(ids[2]))
    #expect(store.size == 0)
  }
}
