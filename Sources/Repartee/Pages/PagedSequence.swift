extension Client {
  /// Returns the pages of a list, each with its response.
  ///
  /// Each page is a call of its own, made when the loop asks for it. A repeated page ends the list with a
  /// ``RequestError`` of kind ``RequestError/Kind/nextPageRepeated`` (but see ``PagedEndpoint/allowsSamePage``), one at
  /// another origin with ``RequestError/Kind/nextPageOrigin``.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint of the list.
  ///   - cursor: The first page to read; nil for the list's.
  ///   - maxPages: The maximum number of pages; nil for all, zero for none. Nothing else ends a loop of more than
  ///     100,000.
  ///   - readsAhead: Whether one page is read ahead.
  ///   - adjusting: Changes each request.
  public func pages<E: PagedEndpoint>(
    of endpoint: E, from cursor: Cursor? = nil, maxPages: Int? = nil, readsAhead: Bool = false,
    adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> PagedSequence<PageResponse<E.Output>, E.Thrown> {
    let list = PagedList(
      self, endpoint, from: cursor, maxPages: maxPages, readsAhead: readsAhead, adjusting)
    return PagedSequence(of: E.self) {
      let run = PageRun(list)
      return {
        do throws(E.Thrown) { return .success(try await run.nextPage(isolation: #isolation)) } catch {
          return .failure(error)
        }
      }
    }
  }

  /// Returns the items of all pages of a list, at most `maxItems`; see
  /// ``pages(of:from:maxPages:readsAhead:adjusting:)``.
  public func items<E: PagedEndpoint>(
    of endpoint: E, from cursor: Cursor? = nil, maxPages: Int? = nil, maxItems: Int? = nil,
    readsAhead: Bool = false, adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> PagedSequence<E.Item, E.Thrown> {
    let list = PagedList(
      self, endpoint, from: cursor, maxPages: maxPages, readsAhead: readsAhead, adjusting)
    return PagedSequence(of: E.self) {
      let items = PageItems(list, limit: maxItems ?? .max)
      return {
        do throws(E.Thrown) { return .success(try await items.next(isolation: #isolation)) } catch {
          return .failure(error)
        }
      }
    }
  }
}

/// The pages or the items of a list. Each loop reads the list again.
public struct PagedSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  typealias Next = nonisolated(nonsending) () async -> Result<Element?, Failure>

  private let endpoint: Any.Type
  private let start: @Sendable () -> Next

  init(of endpoint: Any.Type, _ start: @escaping @Sendable () -> Next) {
    self.endpoint = endpoint
    self.start = start
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(endpoint: endpoint, read: start()) }

  /// An iterator over a ``PagedSequence``, which ends after an error.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let endpoint: Any.Type
    fileprivate let read: Next

    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      try await read().get()
    }
  }
}

// Endpoints and items may hold secrets.

extension PagedSequence: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": "\(endpoint)"]) }
}

extension PagedSequence.AsyncIterator: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": "\(endpoint)"]) }
}
