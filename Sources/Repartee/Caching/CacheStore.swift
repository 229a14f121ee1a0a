#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeJSON
import Synchronization

/// Keeps responses for a ``ResponseCache``: ``MemoryCacheStore``, `SQLiteCacheStore` (trait `SQLite`), or one of yours;
/// see <doc:WritingACacheStore>.
///
/// A store knows nothing of HTTP: it keeps entries, each with a head and a body, below keys. All of it is called
/// concurrently. What it throws is no error of a call, which goes on without a cache; so a store throws rather than
/// waits for long.
///
/// The suite `CacheStoreConformance` of the product `ReparteeTesting` says all of this in code.
public protocol CacheStore: Sendable {
  /// The entries of a key, in the order in which they were inserted; none if there are none. To ask for them is to use
  /// them: what is bounded lets go what was used longest ago.
  func entries(for key: CacheKey) async throws -> [CacheEntry]

  /// The whole body of an entry; nil if it is gone.
  func body(of entry: CacheEntry.ID) async throws -> Data?

  /// Stores an entry with its body, both or nothing, in the place of that of the same key and
  /// ``CacheEntry/variant``. One that is too large is not stored; what it would have replaced goes all the same.
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws

  /// Gives the entry of the same ID another head. Nothing happens if it is gone.
  func update(_ entry: CacheEntry) async throws

  /// Removes entries.
  func remove(_ selection: CacheSelection) async throws
}

/// A store that looks up on the thread of whoever asks, where that takes no time to speak of.
package protocol ImmediateCacheStore: CacheStore {
  /// What `entries(for:)` gives; nil where something has to be waited for, or is wrong with the store.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]?
}

/// What a stored response is found by.
public struct CacheKey: Sendable, Hashable {
  /// The URL of the request without a fragment and without what a credential has put into its query; a secret that the
  /// request's own query has stays in it.
  public let url: String
  /// Of what is asked for by another method than GET: the method and ``Request/cacheKey``. Empty of all else.
  public let query: String
  /// Whose it is: empty of what was asked for without credentials.
  public let identity: String
  /// Made once: a key is looked up several times in a call.
  private let hashed: Int

  /// A key.
  public init(url: String, query: String = "", identity: String = "") {
    self.url = url
    self.query = query
    self.identity = identity
    var hasher = Hasher()
    for var part in [url, query, identity] where !part.isEmpty {
      part.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
    }
    hashed = hasher.finalize()
  }

  /// Keys are the same if their bytes are.
  public static func == (one: CacheKey, other: CacheKey) -> Bool {
    one.hashed == other.hashed && one.url.hasSameBytes(as: other.url)
      && one.identity.hasSameBytes(as: other.identity)
      && one.query.hasSameBytes(as: other.query)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hashed) }
}

extension CacheKey: CustomStringConvertible, CustomReflectable {
  /// The URL, its secrets masked as ``Redaction`` does.
  public var description: String { Shown.text(Redaction().masked(url: url)) }
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

/// Which entries are removed.
public enum CacheSelection: Sendable, Hashable {
  /// The entry with this ID, and its body.
  case entry(CacheEntry.ID)
  /// Those of all keys with this URL, whatever their query and whoever's they are.
  case url(String)
  /// Those of all keys with this identity.
  case identity(String)
  /// Every entry.
  case all
}

/// A stored response without its body.
public struct CacheEntry: Sendable, Hashable, Identifiable {
  /// Which it is. The body of an ID never changes.
  public let id: UUID
  /// Which of the responses of its key it is: what the request had that `Vary` names.
  public internal(set) var variant: String
  var response: StoredResponse {
    didSet { variant = response.variant }
  }

  init(_ response: StoredResponse) {
    id = EntryIDs.next()
    self.response = response
    variant = response.variant
  }

  /// An entry that was written before; nil if the bytes are no head.
  public init?(id: UUID, head: Data) {
    guard let response = StoredResponse(serialized: head) else { return nil }
    self.id = id
    self.response = response
    variant = response.variant
  }

  /// What a store writes of it, beside its ID and its body.
  public var head: Data { response.serialized }
}

/// IDs that no other process has: random, and counted on. Random bits for each would be a system call.
private enum EntryIDs {
  private static let prefix = UInt64.random(in: .min ... .max)
  private static let last = Atomic(UInt64.random(in: .min ... .max))

  static func next() -> UUID {
    let (prefix, count) = (prefix.bigEndian, last.add(1, ordering: .relaxed).newValue.bigEndian)
    return withUnsafeBytes(of: (prefix, count)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
  /// The status, and when it was asked for; no field and nothing of the body.
  public var description: String { "\(response.head.status.name), \(byteCount(response.size))" }
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
