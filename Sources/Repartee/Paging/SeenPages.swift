/// The pages that a run has read, so that none is read twice.
///
/// Their number is limited: when there are more, all are removed. A loop of fewer pages is found in its second round; a
/// loop of more pages ends only with `maxPages`.
struct SeenPages: Sendable {
  /// A key that identifies a page, of the same size for any cursor.
  struct PageKey: Sendable, Hashable {
    private let first: Int
    private let second: Int

    init(_ bytes: [UInt8]) {
      (first, second) = (Self.hash(bytes, 0), Self.hash(bytes, 1))
    }

    /// Creates the key of a URL, whatever the order of query items with different names. A cursor may be bytes that are
    /// not UTF-8, and of items with one name the order may count.
    init(_ url: AbsoluteURL) {
      let items = (url.query?.split(separator: "&") ?? []).enumerated().map { index, item in
        let bytes = percentDecoded(Array(item.utf8)[...])
        return (name: bytes.prefix { $0 != UInt8(ascii: "=") }, index: index, bytes: bytes)
      }
      let sorted = items.sorted { first, second in
        first.name == second.name
          ? first.index < second.index : first.name.lexicographicallyPrecedes(second.name)
      }
      let parts =
        [url.origin.scheme, url.authority, url.path].map { Array($0.utf8) } + sorted.map { Array($0.bytes) }
      self.init(parts.flatMap { withUnsafeBytes(of: $0.count) { Array($0) } + $0 })
    }

    private static func hash(_ bytes: [UInt8], _ half: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(half)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      return hasher.finalize()
    }
  }

  private var keys: Set<PageKey> = []
  private let limit: Int

  /// - Parameter limit: The maximum number of pages; the default takes about 3 MB.
  init(limit: Int = 100_000) { self.limit = limit }

  /// Adds a page. Returns whether it is new.
  @discardableResult
  mutating func insert(_ key: PageKey) -> Bool {
    if keys.count >= limit, !keys.contains(key) { keys.removeAll(keepingCapacity: true) }
    return keys.insert(key).inserted
  }
}
