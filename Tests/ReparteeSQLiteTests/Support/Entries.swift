#if SQLite
import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching

@testable import ReparteeSQLite

extension CacheEntry {
  /// An entry with a field that distinguishes it from others.
  static func sample(_ name: String = "a", size: Int = 0) -> CacheEntry {
    CacheEntry(
      HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60", .eTag: "\"\(name)\""]), size: size
    )
  }
}

extension SQLiteCacheStore {
  /// Stores a body below a URL, as a cache does.
  @discardableResult
  func insert(_ body: String, at url: String, identity: String = "") async throws -> CacheEntry {
    let entry = CacheEntry.sample(url, size: body.utf8.count)
    try await insert(entry, body: Data(body.utf8), for: CacheKey(url: url, identity: identity))
    return entry
  }

  /// The bodies that are stored below a URL.
  func bodies(at url: String, identity: String = "") async throws -> [String] {
    var bodies: [String] = []
    for entry in try await entries(for: CacheKey(url: url, identity: identity)) {
      if let body = try await body(of: entry.id) { bodies.append(String(decoding: body, as: UTF8.self)) }
    }
    return bodies
  }
}

/// A clock that a test sets.
final class Seconds: Sendable {
  private let value: Mutex<Int64>

  init(_ now: Int64 = 1_700_000_000) { value = Mutex(now) }

  var now: Int64 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
#endif
