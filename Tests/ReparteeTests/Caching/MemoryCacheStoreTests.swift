import Repartee
import ReparteeTesting
import Testing

struct MemoryCacheStoreTests {
  @Test(arguments: CacheStoreConformance.claims)
  func conforms(_ claim: CacheStoreConformance.Claim) async throws {
    try await claim.run { MemoryCacheStore(maximumSize: $0) }
  }
}
