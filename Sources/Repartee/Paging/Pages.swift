extension Client {
  /// The pages of a list, each with its response.
  ///
  /// A page is asked for when the loop asks for it, and is a call of its own: with its retries, its time limit, its
  /// events. What fails is thrown as by ``send(_:adjusting:)``, after the pages before it; ``PageReply/next`` of the
  /// last of them says where to go on. Leaving the loop ends it. A list whose next page is one that was read before
  /// ends with a ``RequestError`` of kind ``RequestError/Kind/nextPageRepeated``, one that leads to another origin with
  /// ``RequestError/Kind/nextPageOrigin``.
  ///
  /// - Parameters:
  ///   - endpoint: What the first page is.
  ///   - cursor: Where to begin; nil begins with the first page.
  ///   - maxPages: The most pages that are read; nil reads all, zero none. Nothing else ends a list that goes in a
  ///     circle of more than 100,000 pages.
  ///   - readsAhead: Whether the page after the one that was given is read meanwhile. No more than that one ever is.
  ///   - adjusting: Changes the request for each page.
  public func pages<E: PagedEndpoint>(
    of endpoint: E, from cursor: Cursor? = nil, maxPages: Int? = nil, readsAhead: Bool = false,
    adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> Pages<E> {
    Pages(
      list: PagedList(
        self, endpoint, from: cursor, maxPages: maxPages, readsAhead: readsAhead, adjusting))
  }

  /// The items of a list, whatever page they are on.
  ///
  /// It is ``pages(of:from:maxPages:readsAhead:adjusting:)`` with the pages opened up: the next page is asked for
  /// when the items of the last one are used up.
  ///
  /// - Parameters:
  ///   - endpoint: What the first page is.
  ///   - cursor: The page to begin with; nil begins with the first.
  ///   - maxPages: The most pages that are read; nil reads all, zero none. Nothing else ends a list that goes in a
  ///     circle of more than 100,000 pages.
  ///   - maxItems: The most items that are given; nil gives all, zero none.
  ///   - readsAhead: Whether the next page is read while the items of the last one are used.
  ///   - adjusting: Changes the request for each page.
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

/// The pages of a list, see ``Client/pages(of:from:maxPages:readsAhead:adjusting:)``. Each loop over it reads the
/// list anew.
public struct Pages<E: PagedEndpoint>: AsyncSequence, Sendable {
  public typealias Element = PageReply<E.Output>
  public typealias Failure = E.Thrown

  let list: PagedList<E>

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run: PageRun(list)) }

  /// Reads ``Pages``. After an error there are no more.
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

/// The items of a list, see ``Client/items(of:from:maxPages:maxItems:readsAhead:adjusting:)``. Each loop over
/// it reads the list anew.
public struct PagedItems<E: PagedEndpoint>: AsyncSequence, Sendable {
  public typealias Element = E.Item
  public typealias Failure = E.Thrown

  let list: PagedList<E>
  let limit: Int

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(PageRun(list), left: limit) }

  /// Reads ``PagedItems``. After an error there are no more.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let run: PageRun<E>
    /// How many items may be given beyond those of this page.
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

// An endpoint may have what nobody is to see, and so may items.

extension Pages: CustomReflectable {
  /// The endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["pages": "\(E.self)"]) }
}

extension Pages.AsyncIterator: CustomReflectable {
  /// The endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["pages": "\(E.self)"]) }
}

extension PagedItems: CustomReflectable {
  /// The endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["items": "\(E.self)"]) }
}

extension PagedItems.AsyncIterator: CustomReflectable {
  /// The endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["items": "\(E.self)"]) }
}
