#if SQLite
import ReparteeCaching
import ReparteeSQLite
import ReparteeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteCacheStoreConformanceTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: ConformanceClaim<any CacheStore>.all)
  func conforms(_ claim: ConformanceClaim<any CacheStore>) async throws {
    let path = folder.cache
    try await claim.run { SQLiteCacheStore(path: path, maximumSize: $0) }
  }
}
#endif
