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

  var rule: CursorRule {
    CursorRule(
      client, endpoint.request, of: "the next page", allowsOtherOrigins: E.allowsOtherOrigins)
  }

  func page(at cursor: Cursor?, number: Int) async -> Result<PageResponse<E.Output>, E.Thrown> {
    var resource = endpoint.resource
    do throws(RequestError) {
      if let cursor { resource.request = try endpoint.request(at: cursor) }
      adjusting(&resource.request)
      if cursor != nil { try rule.prepare(&resource.request) }
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
    if let cursor = list.cursor { seen.insert(list.rule.key(of: cursor)) }
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
    let rule = list.rule
    let own = page.cursor == nil || E.allowsSamePage ? keys(of: page, rule) : []
    if page.cursor == nil {
      for key in own { seen.insert(key) }
      firstQuery = page.request.absolute?.query
    }
    do throws(RequestError) {
      guard let cursor = try list.endpoint.next(after: page) else { return .nothing }
      let clean = try rule.withoutCredentials(cursor, after: page.request)
      page.next = clean
      guard count < list.maxPages else { return .nothing }
      let key = rule.key(of: clean)
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
  private func keys(of page: PageResponse<E.Output>, _ rule: CursorRule) -> [SeenPages.PageKey] {
    if let cursor = page.cursor { return [rule.key(of: cursor)] }
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
