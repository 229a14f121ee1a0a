#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Repartee
import ReparteeJSON
import Synchronization

/// The storage of a ``ResponseCache``: ``MemoryCacheStore``, `SQLiteCacheStore` (trait `SQLite`), or your own type; see
/// <doc:WritingACacheStore>.
///
/// A store is independent of HTTP: it stores entries, each with a head and a body, under keys. All methods are called
/// concurrently. If one throws, the call goes on without a cache; so a store throws instead of waiting for long.
///
/// The suite `CacheStoreConformance` of the product `ReparteeTesting` tests these requirements.
public protocol CacheStore: Sendable {
  /// Returns the entries of a key in the order of their insertion; an empty array if there are none. The look-up counts
  /// as a use: a store with a size limit removes the least recently used entries first.
  func entries(for key: CacheKey) async throws -> [CacheEntry]

  /// Returns the whole body of an entry; nil if the entry is gone.
  func body(of entry: CacheEntry.ID) async throws -> Data?

  /// Stores an entry and its body, both or nothing. It replaces the entry with the same key and the same
  /// ``CacheEntry/variant``. An entry that is too large is not stored, but the one that it would replace is removed.
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws

  /// Replaces the head of the entry with the same ID. Does nothing if the entry is gone.
  func update(_ entry: CacheEntry) async throws

  /// Removes entries: once it has returned, no process finds them, and their bytes are gone. If it throws, a sign-out
  /// that needs it throws as well.
  func remove(_ selection: CacheSelection) async throws
}

/// A store that looks up entries on the thread of the caller, if that is fast.
package protocol ImmediateCacheStore: CacheStore {
  /// Returns the result of `entries(for:)`; nil if that requires waiting, or if the store fails.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]?
}

/// The key of a stored response.
public struct CacheKey: Sendable, Hashable {
  /// The URL of the request, without its fragment and without query items of a credential. It includes secrets of the
  /// request's own query.
  public let url: String
  /// What else distinguishes requests to this URL: the header fields that name a user, see ``ResponseCache``, and the
  /// method and `Request.cacheKey` of a request that has one. Empty for most requests. A HEAD has that of a GET.
  public let query: String
  /// The identity that the response belongs to; empty for requests without credentials.
  public let identity: String
  /// The hash value, computed once: a call looks up a key several times.
  private let hashed: Int

  /// Creates a key.
  public init(url: String, query: String = "", identity: String = "") {
    self.url = url
    self.query = query
    self.identity = identity
    var hasher = Hasher()
    for part in [url, query, identity] where !part.isEmpty { hasher.combine(bytesOf: part) }
    hashed = hasher.finalize()
  }

  /// Keys are equal if their bytes are equal.
  public static func == (one: CacheKey, other: CacheKey) -> Bool {
    one.hashed == other.hashed && one.url.hasSameBytes(as: other.url)
      && one.identity.hasSameBytes(as: other.identity)
      && one.query.hasSameBytes(as: other.query)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hashed) }
}

extension CacheKey {
  /// Whether only this process can find the responses, because nothing names the user.
  var isOfThisProcess: Bool { Self.isOfThisProcess(identity) }

  static func isOfThisProcess(_ identity: String) -> Bool {
    identity.utf8.first == UInt8(ascii: "#") || identity.utf8.first == UInt8(ascii: "~")
  }
}

extension CacheKey: CustomStringConvertible, CustomReflectable {
  /// The URL, with secrets masked as by `Redaction`.
  public var description: String { Shown.text(Redaction().masked(url: url)) }
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

/// A selection of entries to remove. URLs and identities are compared by their bytes.
public enum CacheSelection: Sendable, Hashable {
  /// The entry with this ID, and its body.
  case entry(CacheEntry.ID)
  /// The entries of all keys with this URL, whatever their query and identity.
  case url(String)
  /// The entries of all keys with this identity.
  case identity(String)
  /// All entries.
  case all
}

extension CacheSelection {
  /// Selections are equal if their bytes are equal.
  public static func == (one: CacheSelection, other: CacheSelection) -> Bool {
    switch (one, other) {
    case (.entry(let one), .entry(let other)): one == other
    case (.url(let one), .url(let other)), (.identity(let one), .identity(let other)):
      one.hasSameBytes(as: other)
    case (.all, .all): true
    case (_, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .entry(let id): hasher.combine(id)
    case .url(let text): hasher.combine(bytesOf: text)
    case .identity(let text):
      hasher.combine(0 as UInt8)
      hasher.combine(bytesOf: text)
    case .all: hasher.combine(1 as UInt8)
    }
  }
}

extension CacheSelection: CustomStringConvertible, CustomReflectable {
  /// What is selected, with secrets masked as by `Redaction`, and without the identity.
  public var description: String {
    switch self {
    case .entry(let id): "the entry \(id)"
    case .url(let url): "the URL \(Shown.text(Redaction().masked(url: url)))"
    case .identity: "an identity"
    case .all: "all"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["selection": description]) }
}

/// A stored response without its body.
public struct CacheEntry: Sendable, Hashable, Identifiable {
  /// The ID of the entry. The body of an ID never changes.
  public let id: UUID
  /// Distinguishes the responses of one key, by its bytes: by the request's fields that `Vary` names, and by the range
  /// of a partial response.
  public internal(set) var variant: String
  var response: StoredResponse {
    didSet { variant = response.variant }
  }

  init(_ response: StoredResponse) {
    id = EntryIDs.next()
    self.response = response
    variant = response.variant
  }

  /// Creates an entry from a stored head; nil if the bytes are not a valid head.
  public init?(id: UUID, head: Data) {
    guard let response = StoredResponse(serialized: head) else { return nil }
    self.id = id
    self.response = response
    variant = response.variant
  }

  /// The head as bytes, to be stored beside the ID and the body.
  public var head: Data { response.serialized }
}

/// IDs that are unique across processes: they count up from a random start. Random bits for each would cost a system
/// call.
private enum EntryIDs {
  private static let prefix = UInt64.random(in: .min ... .max)
  private static let last = Atomic(UInt64.random(in: .min ... .max))

  static func next() -> UUID {
    let (prefix, count) = (prefix.bigEndian, last.add(1, ordering: .relaxed).newValue.bigEndian)
    return withUnsafeBytes(of: (prefix, count)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
  /// The status code and the size of the body; no header field, no content.
  public var description: String { "\(response.head.status.name), \(byteCount(response.size))" }
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
