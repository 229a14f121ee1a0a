/// The pages of a run, so that none is read twice.
///
/// It keeps a bounded number, and forgets them all when there are more: a loop of fewer pages is found when it is gone
/// through again, and one of more ends with `maxPages` only.
struct SeenPages: Sendable {
  /// By which a page is known again, whatever the length of its cursor.
  struct Key: Sendable, Hashable {
    private let first: Int
    private let second: Int

    init(_ bytes: [UInt8]) {
      (first, second) = (Self.hash(bytes, 0), Self.hash(bytes, 1))
    }

    /// A URL, in whatever order its items are.
    init(_ url: AbsoluteURL) {
      let items = url.query?.split(separator: "&").map(\.decodedItem).sorted() ?? []
      self.init(
        Array(([url.origin.scheme, url.authority, url.path] + items).joined(separator: "\n").utf8))
    }

    private static func hash(_ bytes: [UInt8], _ half: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(half)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      return hasher.finalize()
    }
  }

  private var keys: Set<Key> = []
  private let limit: Int

  /// - Parameter limit: How many it keeps; some 3 MB of them unless given.
  init(limit: Int = 100_000) { self.limit = limit }

  /// Whether a page was not seen before.
  @discardableResult
  mutating func insert(_ key: Key) -> Bool {
    if keys.count >= limit, !keys.contains(key) { keys.removeAll(keepingCapacity: true) }
    return keys.insert(key).inserted
  }
}
