final class PagedList<E: PagedEndpoint>: Sendable {
  let client: Client
  let endpoint: E
  let adjusting: @Sendable (inout Request) -> Void
  let cursor: Cursor?
  let maxPages: Int
  let readsAhead: Bool

  init(
    _ client: Client, _ endpoint: E, from cursor: Cursor?, maxPages: Int?, readsAhead: Bool,
    _ adjusting: @escaping @Sendable (inout Request) -> Void
  ) {
    self.client = client
    self.endpoint = endpoint
    self.adjusting = adjusting
    self.cursor = cursor
    self.maxPages = maxPages ?? .max
    self.readsAhead = readsAhead
  }

  /// Whether pages have the base URL's query items.
  var isBelowBase: Bool {
    endpoint.request.url == nil
  }

  func page(at cursor: Cursor?, number: Int) async -> Result<PageResponse<E.Output>, E.Thrown> {
    var resource = endpoint.resource
    do throws(RequestError) {
      if let cursor { resource.request = try endpoint.request(at: cursor) }
      adjusting(&resource.request)
      if cursor != nil { try client.prepare(&resource.request, forPageOf: endpoint, isBelowBase) }
    } catch {
      return .failure(thrown(error, resource.request.description))
    }
    let ending = await client.call(resource, of: endpoint)
    do throws(CallError<E.Failure>) {
      return .success(
        PageResponse(response: try ending.response(of: resource), cursor: cursor, number: number))
    } catch {
      return .failure(E.Thrown(error))
    }
  }

  func thrown(_ error: RequestError, _ call: String) -> E.Thrown {
    E.Thrown(CallError(.request(error), call: call))
  }
}

final class PageRun<E: PagedEndpoint> {
  private enum Next {
    case first
    case at(Cursor)
    case ahead(PageAhead<E>)
    case failed(E.Thrown)
    case nothing
  }

  private let list: PagedList<E>
  private var next: Next
  private var count = 0
  private var seen = SeenPages()
  private var firstQuery: String?

  init(_ list: PagedList<E>) {
    self.list = list
    next = list.cursor.map { .at($0) } ?? .first
    if let cursor = list.cursor { seen.insert(list.client.key(of: cursor, list.isBelowBase)) }
    if list.maxPages <= 0 { next = .nothing }
  }

  func nextPage(isolation actor: isolated (any Actor)?) async throws(E.Thrown) -> PageResponse<E.Output>? {
    let page = try await page(isolation: actor)
    readAhead()
    return page
  }

  func nextItems(
    atMost limit: Int, isolation actor: isolated (any Actor)?
  ) async throws(E.Thrown) -> ArraySlice<E.Item>? {
    guard limit > 0, let page = try await page(isolation: actor) else { return nil }
    let items = list.endpoint.items(of: page.value).prefix(limit)
    if items.count == limit { next = .nothing }
    readAhead()
    return items
  }

  private func page(isolation actor: isolated (any Actor)?) async throws(E.Thrown) -> PageResponse<E.Output>?
  {
    let result: Result<PageResponse<E.Output>, E.Thrown>
    switch next {
    case .nothing: return nil
    case .failed(let error):
      next = .nothing
      throw error
    case .first: result = await list.page(at: nil, number: 1)
    case .at(let cursor): result = await list.page(at: cursor, number: count + 1)
    case .ahead(let page): result = await page.result
    }
    next = .nothing
    var page = try result.get()
    next = step(after: &page)
    return page
  }

  private func step(after page: inout PageResponse<E.Output>) -> Next {
    count += 1
    let client = list.client
    let own = page.cursor == nil || E.allowsSamePage ? keys(of: page) : []
    if page.cursor == nil {
      for key in own { seen.insert(key) }
      firstQuery = page.request.absolute?.query
    }
    do throws(RequestError) {
      guard let cursor = try list.endpoint.next(after: page) else { return .nothing }
      let clean = try client.withoutCredentials(cursor, after: page.request, list.isBelowBase)
      page.next = clean
      guard count < list.maxPages else { return .nothing }
      let key = client.key(of: clean, list.isBelowBase)
      let isFirst = clean.isPage(with: firstQuery)
      let isSame = E.allowsSamePage && (own.contains(key) || page.cursor == nil && isFirst)
      guard isSame || seen.insert(key) && !isFirst else {
        throw RequestError(
          .nextPageRepeated, "the next page of \(page.request) is one that was read before")
      }
      return .at(clean)
    } catch {
      return .failed(list.thrown(error, page.request.description))
    }
  }

  /// The first page may be at another URL than the one that was asked for.
  private func keys(of page: PageResponse<E.Output>) -> [SeenPages.PageKey] {
    if let cursor = page.cursor { return [list.client.key(of: cursor, list.isBelowBase)] }
    let sent = [page.response.attempts.first?.request, page.request]
    return sent.compactMap { $0?.absolute }.map { SeenPages.PageKey($0) }
  }

  private func readAhead() {
    // An unstructured task does not inherit the cancellation of this one.
    guard list.readsAhead, !Task.isCancelled, case .at(let cursor) = next else { return }
    next = .ahead(PageAhead { [list, number = count + 1] in await list.page(at: cursor, number: number) })
  }
}

final class PageItems<E: PagedEndpoint> {
  private let run: PageRun<E>
  private var left: Int
  private var items: ArraySlice<E.Item> = []

  init(_ list: PagedList<E>, limit: Int) {
    run = PageRun(list)
    left = max(limit, 0)
  }

  func next(isolation actor: isolated (any Actor)?) async throws(E.Thrown) -> E.Item? {
    while items.isEmpty {
      guard let next = try await run.nextItems(atMost: left, isolation: actor) else { return nil }
      items = next
      left -= items.count
    }
    return items.popFirst()
  }
}

/// Releasing this object cancels the read.
final class PageAhead<E: PagedEndpoint>: Sendable {
  private let task: Task<Result<PageResponse<E.Output>, E.Thrown>, Never>

  init(_ read: @escaping @Sendable () async -> Result<PageResponse<E.Output>, E.Thrown>) {
    task = Task { await read() }
  }

  deinit { task.cancel() }

  var result: Result<PageResponse<E.Output>, E.Thrown> {
    get async {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}

extension Client {
  private var base: AbsoluteURL? { try? settings.shared.base.get() }

  /// A link may omit the base URL's query items.
  fileprivate func key(of cursor: Cursor, _ isBelowBase: Bool) -> SeenPages.PageKey {
    guard let text = cursor.url, var url = try? AbsoluteURL(text, kind: .nextPage) else {
      return SeenPages.PageKey(cursor.bytes)
    }
    if isBelowBase, let base, url.origin == base.origin { url.appendItems(of: base) }
    return SeenPages.PageKey(url)
  }

  /// Removes query items that each request gets again, and at another origin also secret ones.
  fileprivate func withoutCredentials(
    _ cursor: Cursor, after sent: SentRequest, _ isBelowBase: Bool
  ) throws(RequestError) -> Cursor {
    guard let text = cursor.url, let from = sent.absolute else { return cursor }
    var url = try AbsoluteURL(text, kind: .nextPage)
    if url.origin != from.origin {
      // A foreign page must not choose what is requested with the client's credentials.
      guard from.origin.scheme == "http" || url.origin.scheme == "https", url.origin != base?.origin else {
        throw refused(url, sent)
      }
      url.query = Redirection.queryWithoutCredentials(
        url.query, after: from, sent: sent.query, base: base?.query, redaction)
    } else {
      var own = from.query.queryItems
      if isBelowBase { own.subtract((base?.query).queryItems) }
      let put = sent.query.queryItems.subtracting(own)
      url.query = url.query?.removingQueryItems { put.contains($0.decodedItem) }
    }
    return Cursor(url)
  }

  fileprivate func prepare<E: PagedEndpoint>(
    _ request: inout Request, forPageOf endpoint: E, _ isBelowBase: Bool
  ) throws(RequestError) {
    guard let text = request.url else { return }
    var url = try AbsoluteURL(text, kind: .nextPage)
    let base = try settings.shared.base.get()
    let own =
      if let text = endpoint.request.url { try AbsoluteURL(text, kind: .url).origin } else { base.origin }
    if url.origin != own {
      // No page is followed back to the base URL's origin either: see `withoutCredentials`.
      guard E.allowsOtherOrigins, url.origin != base.origin,
        own.scheme == "http" || url.origin.scheme == "https"
      else { throw refused(url, request) }
      request.authentication = .off
      request.headers.removeCredentials(redaction)
      request.query.items.removeAll { redaction.isSecret($0.name, isItem: true) }
    }
    // A link repeats the query that was sent. Items added for this page replace the repeated ones.
    let added = request.query.items.map(\.name)
    url.query = url.query?.removingQueryItems { item in added.contains { item.isItem(named: $0) } }
    if isBelowBase, url.origin == base.origin { url.appendItems(of: base) }
    request.url = url.reference.text
  }

  private func refused(_ url: AbsoluteURL, _ list: some CustomStringConvertible) -> RequestError {
    RequestError(
      .nextPageOrigin,
      "the next page of \(list) is at another origin, \(url.origin.scheme)://\(url.authority), and is not followed"
    )
  }
}
