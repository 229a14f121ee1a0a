#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Repartee
import ReparteeBase
import ReparteeJSON

/// The storage of a ``ResponseCache``: ``MemoryCacheStore``, `SQLiteCacheStore`, or your own; see
/// <doc:WritingACacheStore>.
///
/// All methods are called concurrently. If one throws, the call continues without the cache: throw rather than wait for
/// long.
public protocol CacheStore: Sendable {
  /// Returns the entries of a key in the order of insertion.
  ///
  /// The call counts as a use: a limited store removes the least recently used entries first.
  func entries(for key: CacheKey) async throws -> [CacheEntry]

  /// Returns the whole body of an entry; nil if the entry was removed.
  func body(of entry: CacheEntry.ID) async throws -> Data?

  /// Stores entry and body, both or neither, replacing the entry with the same key and ``CacheEntry/variant``.
  ///
  /// An entry that is too large is not stored, but the one that it would replace is removed.
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws

  /// Replaces the head of the entry with this ID; does nothing if the entry was removed.
  func update(_ entry: CacheEntry) async throws

  /// Removes entries.
  ///
  /// After this has returned, no process finds the entries, and their bytes are removed, at the latest before the next
  /// look-up. If this throws, a sign-out that needs it throws too.
  func remove(_ selection: CacheSelection) async throws
}

package protocol ImmediateCacheStore: CacheStore {
  /// Nil if that requires waiting, or fails.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]?
}

/// The key of a stored response.
public struct CacheKey: Sendable, Hashable {
  /// The URL of the request, without fragment and credential items; if it has other secrets, its origin and a digest
  /// after `#`.
  public let url: String
  /// What else distinguishes requests: their separating header fields, beside a credential as a digest, their
  /// `Request.cacheKey`, and with that the method (HEAD counts as GET).
  public let query: String
  /// The identity of the response; empty without credentials.
  public let identity: String
  private let hashed: Int
  /// Whether the URL has secrets too short for a digest.
  private let isSecret: Bool

  /// Creates a key.
  public init(url: String, query: String = "", identity: String = "") {
    self.init(url: url, query: query, identity: identity, isSecret: false)
  }

  init(url: String, query: String, identity: String, isSecret: Bool) {
    self.url = url
    self.query = query
    self.identity = identity
    self.isSecret = isSecret
    var hasher = Hasher()
    for part in [url, query, identity] where !part.isEmpty { hasher.combine(bytesOf: part) }
    hashed = hasher.finalize()
  }

  /// Compares bytes.
  public static func == (one: CacheKey, other: CacheKey) -> Bool {
    one.hashed == other.hashed && one.url.hasSameBytes(as: other.url)
      && one.identity.hasSameBytes(as: other.identity)
      && one.query.hasSameBytes(as: other.query)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hashed) }
}

extension CacheKey {
  var isOfThisProcess: Bool { isSecret || Self.isOfThisProcess(identity) }

  static func isOfThisProcess(_ identity: String) -> Bool {
    identity.utf8.first == UInt8(ascii: "#") || identity.utf8.first == UInt8(ascii: "~")
  }
}

extension CacheKey: CustomStringConvertible, CustomReflectable {
  /// The URL, with secrets masked.
  public var description: String { DisplayText.text(Redaction().masked(url: url)) }
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

/// A selection of entries to remove.
public enum CacheSelection: Sendable, Hashable {
  /// The entry with this ID.
  case entry(CacheEntry.ID)
  /// All entries with this URL.
  case url(String)
  /// All entries with this identity.
  case identity(String)
  /// All entries.
  case all
}

extension CacheSelection {
  /// Compares bytes.
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
  /// The selection, without identity and with secrets masked.
  public var description: String {
    switch self {
    case .entry(let id): "the entry \(id)"
    case .url(let url): "the URL \(DisplayText.text(Redaction().masked(url: url)))"
    case .identity: "an identity"
    case .all: "all"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: ["selection": description]) }
}

/// A stored response without its body.
public struct CacheEntry: Sendable, Hashable, Identifiable {
  /// The ID; the body of an ID never changes.
  public let id: UUID
  /// Distinguishes the entries of a key, compared by bytes: the request's fields in `Vary`, and the range of a part.
  public internal(set) var variant: String
  var response: StoredResponse {
    didSet { variant = response.variant }
  }

  init(_ response: StoredResponse) {
    id = EntryIDs.next()
    self.response = response
    variant = response.variant
  }

  /// Creates an entry from a stored ``head``; nil if it is not valid.
  public init?(id: UUID, head: Data) {
    guard let response = StoredResponse(serialized: head) else { return nil }
    self.id = id
    self.response = response
    variant = response.variant
  }

  /// The head, to store beside the ID and the body.
  public var head: Data { response.serialized }
}

/// Unique across processes: counts up from a random start.
private enum EntryIDs {
  private static let prefix = UInt64.random(in: .min ... .max)
  private static let last = Counter(.random(in: .min ... .max))

  static func next() -> UUID {
    let count = last.next()
    func byte(_ word: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - index * 8)) }
    let (a, b) = (prefix, count)
    return UUID(
      uuid: (
        byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
        byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
      ))
  }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
  /// The status code and the size of the body.
  public var description: String { "\(response.head.status.name), \(response.size) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
