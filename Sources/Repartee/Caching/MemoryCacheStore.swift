#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// Keeps responses in memory, as long as the process runs. What was used longest ago goes first.
public final class MemoryCacheStore: CacheStore {
  /// The most bytes that it keeps: of heads, bodies and keys together, with an allowance for each. What bodies were decoded
  /// to is not counted.
  public let limit: Int
  private let responses: Mutex<MemoryResponses>

  /// A store.
  ///
  /// - Parameter limit: The most bytes that it keeps; 32 MiB unless you say otherwise. One that is not positive keeps
  ///   nothing.
  public init(limit: Int = 32 << 20) {
    self.limit = limit
    responses = Mutex(MemoryResponses(limit: limit))
  }

  /// How many bytes it keeps.
  public var size: Int { responses.withLock { $0.size } }

  /// How many responses it keeps.
  public var count: Int { responses.withLock { $0.count } }

  public func entries(for key: CacheKey) -> [CacheEntry] { responses.withLock { $0.entries(for: key) } }

  public func body(of entry: CacheEntry.ID) -> Data? { storedBody(of: entry)?.bytes }

  public func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) {
    insert(entry, StoredBody(body), for: key)
  }

  public func update(_ entry: CacheEntry) { responses.withLock { $0.update(entry) } }

  public func remove(_ selection: CacheSelection) { responses.withLock { $0.remove(selection) } }

  func storedBody(of entry: CacheEntry.ID) -> StoredBody? { responses.withLock { $0.body(of: entry) } }

  func insert(_ entry: CacheEntry, _ body: StoredBody, for key: CacheKey) {
    responses.withLock { $0.insert(entry, body, for: key) }
  }
}

/// Stored responses in memory, bounded in bytes: what was used longest ago goes first. It is a value; what shares it locks
/// it.
struct MemoryResponses: Sendable {
  let limit: Int
  private(set) var size = 0
  private var slots: [Slot] = []
  private var free: [Int] = []
  /// The slots of each key, by its URL, in the order in which they were filled.
  private var places: [String: [Place: [Int]]] = [:]
  private var slotsByID: [CacheEntry.ID: Int] = [:]
  /// The slots that were used last and longest ago; -1 without any.
  private var newest = -1
  private var oldest = -1

  /// A key but for its URL.
  private struct Place: Sendable, Hashable {
    let query: String
    let identity: String

    init(_ key: CacheKey) {
      query = key.query
      identity = key.identity
    }
  }

  private struct Slot: Sendable {
    var key: CacheKey
    var entry: CacheEntry
    var body: StoredBody?
    var size: Int
    var newer = -1
    var older = -1
  }

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { slots.count - free.count }

  /// What there is for a key, which is used now.
  mutating func entries(for key: CacheKey) -> [CacheEntry] {
    guard let place = places[key.url]?[Place(key)] else { return [] }
    for slot in place { touch(slot) }
    return place.map { slots[$0].entry }
  }

  func body(of entry: CacheEntry.ID) -> StoredBody? { slotsByID[entry].flatMap { slots[$0].body } }

  /// The same, of an entry that is used now.
  mutating func used(_ entry: CacheEntry.ID) -> StoredBody? {
    guard let slot = slotsByID[entry] else { return nil }
    touch(slot)
    return slots[slot].body
  }

  mutating func insert(_ entry: CacheEntry, _ body: StoredBody, for key: CacheKey) {
    remove(.entry(entry.id))
    for slot in places[key.url]?[Place(key)] ?? [] where slots[slot].entry.variant == entry.variant {
      remove(slot)
    }
    let size = Self.size(of: entry, body, key)
    guard size <= limit else { return }
    while self.size > limit - size, oldest >= 0 { remove(oldest) }
    let new = Slot(key: key, entry: entry, body: body, size: size)
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      slots[slot] = new
    } else {
      slot = slots.count
      slots.append(new)
    }
    self.size += size
    places[key.url, default: [:]][Place(key), default: []].append(slot)
    slotsByID[entry.id] = slot
    link(slot)
  }

  mutating func update(_ entry: CacheEntry) {
    guard let slot = slotsByID[entry.id], let body = slots[slot].body else { return }
    let size = Self.size(of: entry, body, slots[slot].key)
    slots[slot].entry = entry
    self.size += size - slots[slot].size
    slots[slot].size = size
    while self.size > limit, oldest >= 0 { remove(oldest) }
  }

  mutating func remove(_ selection: CacheSelection) {
    switch selection {
    case .entry(let id): if let slot = slotsByID[id] { remove(slot) }
    case .url(let url): for slots in places[url]?.values.map(\.self) ?? [] { slots.forEach { remove($0) } }
    case .identity(let identity):
      let found = places.values.flatMap { $0.filter { $0.key.identity == identity }.values }
      for slots in found { slots.forEach { remove($0) } }
    case .all: self = MemoryResponses(limit: limit)
    }
  }

  // MARK: Parts

  private static func size(of entry: CacheEntry, _ body: StoredBody, _ key: CacheKey) -> Int {
    let fields = entry.response.fields.reduce(0) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
    }
    return body.bytes.count + fields + entry.variant.utf8.count + key.url.utf8.count + key.query.utf8.count
      + key.identity.utf8.count
      + 512
  }

  private mutating func touch(_ slot: Int) {
    guard slot != newest else { return }
    unlink(slot)
    link(slot)
  }

  private mutating func remove(_ slot: Int) {
    unlink(slot)
    size -= slots[slot].size
    let key = slots[slot].key
    slotsByID[slots[slot].entry.id] = nil
    slots[slot].body = nil
    free.append(slot)
    places[key.url]?[Place(key)]?.removeAll { $0 == slot }
    if places[key.url]?[Place(key)]?.isEmpty == true { places[key.url]?[Place(key)] = nil }
    if places[key.url]?.isEmpty == true { places[key.url] = nil }
  }

  private mutating func link(_ slot: Int) {
    slots[slot].older = newest
    slots[slot].newer = -1
    if newest >= 0 { slots[newest].newer = slot } else { oldest = slot }
    newest = slot
  }

  private mutating func unlink(_ slot: Int) {
    let (newer, older) = (slots[slot].newer, slots[slot].older)
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
  }
}
