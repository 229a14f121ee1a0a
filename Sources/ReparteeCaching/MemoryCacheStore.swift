#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Repartee
import ReparteeBase
import ReparteeJSON

/// A store in memory, which removes the least recently used responses first.
public final class MemoryCacheStore: CacheStore {
  /// The most bytes kept: heads, bodies and keys, with an allowance for each. Decoded values don't count.
  public let maximumSize: Int
  private let responses: Mutex<MemoryResponses>

  /// Creates a store.
  ///
  /// - Parameter maximumSize: See ``maximumSize``; by default 32 MiB. Zero or less keeps nothing.
  public init(maximumSize: Int = 32 << 20) {
    self.maximumSize = maximumSize
    responses = Mutex(MemoryResponses(limit: maximumSize))
  }

  /// The number of bytes kept.
  public var size: Int { responses.withLock { $0.size } }

  /// The number of responses kept.
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

/// A body, with the values that were decoded from it.
struct StoredBody: Sendable {
  let bytes: Data
  let decoded: DecodedValues

  /// Copies the bytes, which may be part of a larger buffer, and whose indices must begin at 0.
  init(_ bytes: Data, _ decoded: DecodedValues = DecodedValues()) {
    self.bytes = Data(bytes)
    self.decoded = decoded
  }
}

/// Lists order the slots by use, and those of a key and of a URL by insertion. Its owner locks it.
struct MemoryResponses: Sendable {
  private struct Slot: Sendable {
    let key: CacheKey
    var entry: CacheEntry
    let body: StoredBody
    var size: Int
  }

  let limit: Int
  private(set) var size = 0
  private var slots: [Slot?] = []
  private var free: [Int] = []
  private var slotsByID: [CacheEntry.ID: Int] = [:]
  private var used = SlotLists.Ends()
  private var keys: [CacheKey: SlotLists.Ends] = [:]
  /// The slots by keys with only a URL, compared by bytes.
  private var urls: [CacheKey: SlotLists.Ends] = [:]
  private var byUse = SlotLists()
  private var byKey = SlotLists()
  private var byURL = SlotLists()

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { slots.count - free.count }

  mutating func entries(for key: CacheKey) -> [CacheEntry] {
    guard let ends = keys[key] else { return [] }
    var entries: [CacheEntry] = []
    var slot = ends.first
    while slot >= 0 {
      if let entry = slots[slot]?.entry { entries.append(entry) }
      touch(slot)
      slot = byKey.next(after: slot)
    }
    return entries
  }

  func body(of entry: CacheEntry.ID) -> StoredBody? { slotsByID[entry].flatMap { slots[$0]?.body } }

  mutating func usedBody(of entry: CacheEntry.ID) -> StoredBody? {
    guard let slot = slotsByID[entry] else { return nil }
    touch(slot)
    return slots[slot]?.body
  }

  mutating func insert(_ entry: CacheEntry, _ body: StoredBody, for key: CacheKey) {
    if let slot = slotsByID[entry.id] { remove(slot) }
    if let ends = keys[key] {
      for slot in byKey.all(in: ends) where slots[slot]?.entry.variant.hasSameBytes(as: entry.variant) == true
      {
        remove(slot)
      }
    }
    let size = Self.size(of: entry, body, key)
    guard size <= limit else { return }
    while self.size > limit - size, used.first >= 0 { remove(used.first) }
    let new = Slot(key: key, entry: entry, body: body, size: size)
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(consume new) } else { slots[slot] = consume new }
    self.size += size
    slotsByID[entry.id] = slot
    byUse.append(slot, to: &used)
    byKey.append(slot, to: &keys[key, default: .init()])
    byURL.append(slot, to: &urls[CacheKey(url: key.url), default: .init()])
  }

  mutating func update(_ entry: CacheEntry) {
    guard let slot = slotsByID[entry.id], let old = slots[slot] else { return }
    let size = Self.size(of: entry, old.body, old.key)
    slots[slot]?.entry = entry
    slots[slot]?.size = size
    self.size += size - old.size
    while self.size > limit, used.first >= 0 { remove(used.first) }
  }

  mutating func remove(_ selection: CacheSelection) {
    switch selection {
    case .entry(let id): if let slot = slotsByID[id] { remove(slot) }
    case .url(let url): for slot in byURL.all(in: urls[CacheKey(url: url)]) { remove(slot) }
    case .identity(let identity):
      for slot in byUse.all(in: used) where slots[slot]?.key.identity.hasSameBytes(as: identity) == true {
        remove(slot)
      }
    case .all: self = MemoryResponses(limit: limit)
    }
  }

  private static func size(of entry: CacheEntry, _ body: StoredBody, _ key: CacheKey) -> Int {
    var size = 512 + body.bytes.count + entry.variant.utf8.count + key.url.utf8.count + key.query.utf8.count
    size += key.identity.utf8.count
    for field in entry.response.fields { size += 64 + field.name.rawName.utf8.count + field.value.utf8.count }
    return size
  }

  private mutating func touch(_ slot: Int) {
    guard slot != used.last else { return }
    byUse.remove(slot, from: &used)
    byUse.append(slot, to: &used)
  }

  private mutating func remove(_ slot: Int) {
    guard let old = slots[slot].take() else { return }
    let key = old.key
    byUse.remove(slot, from: &used)
    byKey.remove(slot, from: &keys[key, default: .init()])
    if keys[key]?.isEmpty ?? false { keys[key] = nil }
    let url = CacheKey(url: key.url)
    byURL.remove(slot, from: &urls[url, default: .init()])
    if urls[url]?.isEmpty ?? false { urls[url] = nil }
    slotsByID[old.entry.id] = nil
    size -= old.size
    free.append(slot)
  }
}

/// Linked lists of slots, each in at most one; -1 means none.
private struct SlotLists: Sendable {
  struct Ends: Sendable {
    fileprivate(set) var first = -1
    fileprivate(set) var last = -1
    var isEmpty: Bool { first < 0 }
  }

  private var links: [(before: Int, after: Int)] = []

  func next(after slot: Int) -> Int { links[slot].after }

  func all(in ends: Ends?) -> [Int] {
    var all: [Int] = []
    var slot = ends?.first ?? -1
    while slot >= 0 {
      all.append(slot)
      slot = links[slot].after
    }
    return all
  }

  mutating func append(_ slot: Int, to ends: inout Ends) {
    while links.count <= slot { links.append((-1, -1)) }
    links[slot] = (ends.last, -1)
    if ends.last >= 0 { links[ends.last].after = slot } else { ends.first = slot }
    ends.last = slot
  }

  mutating func remove(_ slot: Int, from ends: inout Ends) {
    let (before, after) = links[slot]
    if before >= 0 { links[before].after = after } else { ends.first = after }
    if after >= 0 { links[after].before = before } else { ends.last = before }
  }
}
