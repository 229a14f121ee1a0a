/// At the limit all pages are forgotten: only `maxPages` ends a longer loop.
struct SeenPages: Sendable {
  struct PageKey: Sendable, Hashable {
    private let first: Int
    private let second: Int

    init(_ bytes: [UInt8]) { self.init([bytes]) }

    private init(_ parts: [[UInt8]]) {
      (first, second) = (Self.hash(parts, 0), Self.hash(parts, 1))
    }

    /// Only the order of query items with one name counts.
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
      self.init(parts)
    }

    private static func hash(_ parts: [[UInt8]], _ half: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(half)
      hasher.combine(parts)
      return hasher.finalize()
    }
  }

  private var keys: Set<PageKey> = []
  private let limit: Int

  /// The default limit takes about 3 MB.
  init(limit: Int = 100_000) { self.limit = limit }

  @discardableResult
  mutating func insert(_ key: PageKey) -> Bool {
    if keys.count >= limit, !keys.contains(key) { keys.removeAll(keepingCapacity: true) }
    return keys.insert(key).inserted
  }
}
