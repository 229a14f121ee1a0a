/// The fetches in flight, and how many calls wait for each. Its owner locks it.
struct FetchTable<Key: Hashable & Sendable, Fetch: Sendable>: Sendable {
  struct Seat: Sendable {
    let id: UInt64
    let fetch: Fetch
    /// Whether this call has started the fetch.
    let isOwner: Bool
  }

  private struct Running: Sendable {
    let id: UInt64
    let fetch: Fetch
    var waiters: Int
  }

  private var running: [Key: Running] = [:]
  private var last: UInt64 = 0

  /// Waits for the fetch with the key, or for one that `start` makes.
  mutating func join(_ key: Key, _ start: (_ id: UInt64) -> Fetch) -> Seat {
    if var known = running[key] {
      known.waiters += 1
      running[key] = known
      return Seat(id: known.id, fetch: known.fetch, isOwner: false)
    }
    last += 1
    let fetch = start(last)
    running[key] = Running(id: last, fetch: fetch, waiters: 1)
    return Seat(id: last, fetch: fetch, isOwner: true)
  }

  /// Returns the fetch if nobody waits for it any more: it has to be cancelled.
  mutating func leave(_ key: Key, _ id: UInt64) -> Fetch? {
    guard var known = running[key], known.id == id else { return nil }
    known.waiters -= 1
    running[key] = known.waiters > 0 ? known : nil
    return known.waiters > 0 ? nil : known.fetch
  }

  /// Later calls do not get this fetch.
  mutating func end(_ key: Key, _ id: UInt64) {
    if running[key]?.id == id { running[key] = nil }
  }

  var count: Int { running.count }
  var waiters: Int { running.values.reduce(0) { $0 + $1.waiters } }
}
