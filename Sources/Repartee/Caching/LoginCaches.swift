/// The caches that may have responses of a login, so that they are removed when it ends. A value type: its owner locks
/// it.
struct LoginCaches: Sendable {
  fileprivate struct Note: Sendable, Hashable {
    let cache: ObjectIdentifier
    let responses: CacheSelection
  }

  private struct Holder: Sendable {
    weak var cache: ResponseCache?
    /// The same cache if its store outlives the process: the responses must be found when nothing else uses it.
    let lasting: ResponseCache?
  }

  /// A cache that failed to remove the responses.
  struct Failure: Sendable {
    fileprivate let cache: ResponseCache
    fileprivate let note: Note
    let error: any Error
  }

  private var holders: [Note: Holder] = [:]

  /// Records a cache. Nothing is allocated for one that was recorded before.
  mutating func note(_ cache: ResponseCache, _ identity: String) {
    add(Note(cache: ObjectIdentifier(cache), responses: .identity(identity)), of: cache)
  }

  /// Records a cache again, so that the next removal includes its responses.
  mutating func note(_ failure: Failure) { add(failure.note, of: failure.cache) }

  private mutating func add(_ note: Note, of cache: ResponseCache) {
    // Another cache may have had this address.
    if let holder = holders[note], holder.lasting != nil || holder.cache != nil { return }
    holders = holders.filter { $0.value.lasting != nil || $0.value.cache != nil }
    holders[note] = Holder(cache: cache, lasting: cache.isInMemory ? nil : cache)
  }

  /// Starts to remove the responses, and forgets the caches.
  mutating func removeResponses() -> [Task<Failure?, Never>] {
    defer { holders = [:] }
    return holders.compactMap { note, holder in
      guard let cache = holder.cache else { return nil }
      return Task {
        await cache.forget(note.responses).map { Failure(cache: cache, note: note, error: $0) }
      }
    }
  }
}
