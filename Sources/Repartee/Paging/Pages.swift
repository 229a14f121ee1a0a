extension Client {
  /// Returns the pages of a list, each with its response.
  ///
  /// Each page is a call of its own, with its own retries, time limit and events, made when the loop asks for it.
  /// Errors are thrown as by ``send(_:adjusting:)``; ``PageReply/next`` of the last page says where to continue. A
  /// repeated page ends the list with a ``RequestError`` of kind ``RequestError/Kind/nextPageRepeated``, one at another
  /// origin with ``RequestError/Kind/nextPageOrigin``.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint of the first page.
  ///   - cursor: The first page to read; nil for the list's.
  ///   - maxPages: The maximum number of pages; nil for all, zero for none. Nothing else ends a loop of more than
  ///     100,000 pages.
  ///   - readsAhead: Whether one page is read ahead.
  ///   - adjusting: Changes each request.
  public func pages<E: PagedEndpoint>(
    of endpoint: E, from cursor: Cursor? = nil, maxPages: Int? = nil, readsAhead: Bool = false,
    adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> Pages<E> {
    Pages(
      list: PagedList(
        self, endpoint, from: cursor, maxPages: maxPages, readsAhead: readsAhead, adjusting))
  }

  /// Returns the items of all pages of a list, at most `maxItems` (nil for all, zero for none); otherwise as
  /// ``pages(of:from:maxPages:readsAhead:adjusting:)``. A page is requested when the items of the last one are used up.
  public func items<E: PagedEndpoint>(
    of endpoint: E, from cursor: Cursor? = nil, maxPages: Int? = nil, maxItems: Int? = nil,
    readsAhead: Bool = false, adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> PagedItems<E> {
    PagedItems(
      list: PagedList(
        self, endpoint, from: cursor, maxPages: maxPages, readsAhead: readsAhead, adjusting),
      limit: maxItems ?? .max)
  }
}

/// The pages of a list, see ``Client/pages(of:from:maxPages:readsAhead:adjusting:)``. Each loop reads it again.
public struct Pages<E: PagedEndpoint>: AsyncSequence, Sendable {
  public typealias Element = PageReply<E.Output>
  public typealias Failure = E.Thrown

  let list: PagedList<E>

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run: PageRun(list)) }

  /// An iterator over ``Pages``, which ends after an error.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let run: PageRun<E>

    public mutating func next() async throws(E.Thrown) -> PageReply<E.Output>? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(E.Thrown) -> PageReply<E.Output>? {
      let page = try await run.nextPage(isolation: actor)
      run.readAhead()
      return page
    }
  }
}

/// The items of a list, see ``Client/items(of:from:maxPages:maxItems:readsAhead:adjusting:)``. Each loop reads it
/// again.
public struct PagedItems<E: PagedEndpoint>: AsyncSequence, Sendable {
  public typealias Element = E.Item
  public typealias Failure = E.Thrown

  let list: PagedList<E>
  let limit: Int

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(PageRun(list), left: limit) }

  /// An iterator over ``PagedItems``, which ends after an error.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let run: PageRun<E>
    private var left: Int
    private var items: ArraySlice<E.Item> = []

    fileprivate init(_ run: PageRun<E>, left: Int) {
      self.run = run
      self.left = Swift.max(left, 0)
    }

    public mutating func next() async throws(E.Thrown) -> E.Item? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(E.Thrown) -> E.Item? {
      while items.isEmpty {
        guard left > 0, let page = try await run.nextPage(isolation: actor) else { return nil }
        items = run.items(of: page).prefix(left)
        left -= items.count
        if left == 0 { run.end() }
        run.readAhead()
      }
      return items.popFirst()
    }
  }
}

// Endpoints and items may hold secrets, so a mirror shows neither.

extension Pages: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["pages": "\(E.self)"]) }
}

extension Pages.AsyncIterator: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["pages": "\(E.self)"]) }
}

extension PagedItems: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["items": "\(E.self)"]) }
}

extension PagedItems.AsyncIterator: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["items": "\(E.self)"]) }
}
