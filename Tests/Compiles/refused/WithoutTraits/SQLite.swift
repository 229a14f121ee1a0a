import Repartee
import ReparteeCaching
import ReparteeSQLite

func cached(_ client: Client) -> Client {
  var client = client
  // expect: 'SQLiteCacheStore' is unavailable: enable the trait SQLite in the package line: traits: ["SQLite"]
  client.cache = ResponseCache(store: SQLiteCacheStore(path: "/var/cache/app.db", maximumSize: 64 << 20))
  return client
}

struct Holder { let store: SQLiteCacheStore }

func isOfTheStore(_ failure: any Error) -> Bool {
  // expect: 'SQLiteCacheError' is unavailable: enable the trait SQLite in the package line: traits: ["SQLite"]
  failure is SQLiteCacheError
}
