/// Reads one page of a list after the other.
struct PageRun<E: PagedEndpoint>: Sendable {
  /// What the next page is.
  private enum Next: Sendable {
    case first
    case at(Cursor)
    /// It is being read ahead.
    case ahead(PageAhead<E>)
    case failed(E.Thrown)
    case nothing
  }

  private let client: Client
  private let endpoint: E
  private let adjusting: @Sendable (inout Request) -> Void
  private let readsAhead: Bool
  private let limit: Int
  private var next: Next
  private var count = 0
  /// The cursors of the pages so far, so that none is read twice.
  private var seen: Set<Cursor> = []

  init(
    _ client: Client, _ endpoint: E, from cursor: Cursor?, maxPages: Int?, readsAhead: Bool,
    _ adjusting: @escaping @Sendable (inout Request) -> Void
  ) {
    self.client = client
    self.endpoint = endpoint
    self.adjusting = adjusting
    self.readsAhead = readsAhead
    limit = maxPages ?? .max
    next = cursor.map { .at($0) } ?? .first
    if let cursor { seen.insert(cursor) }
    if limit <= 0 { next = .nothing }
  }

  /// The items of a page.
  func items(of page: Page<E.Output>) -> [E.Item] { endpoint.items(of: page.value) }

  /// No page is read any more.
  mutating func end() { next = .nothing }

  /// The next page.
  mutating func nextPage() async throws(E.Thrown) -> Page<E.Output>? {
    let result: Result<Page<E.Output>, E.Thrown>
    switch next {
    case .nothing: return nil
    case .failed(let error):
      next = .nothing
      throw error
    case .first: result = await page(at: nil)
    case .at(let cursor): result = await page(at: cursor)
    case .ahead(let page): result = await page.result
    }
    next = .nothing
    var page = try result.get()
    count += 1
    if page.cursor == nil, let url = page.request.absolute { seen.insert(Cursor(url)) }
    do throws(RequestError) {
      page.next = try endpoint.next(after: page.reply)
      if let cursor = page.next, count < limit {
        guard seen.insert(cursor).inserted else {
          throw RequestError(
            .nextPageRepeated, "the next page of \(page.request) is one that was read before")
        }
        next = .at(cursor)
      }
    } catch {
      next = .failed(thrown(error, page.request))
    }
    return page
  }

  /// Begins to read the next page, if that is wanted.
  mutating func readAhead() {
    guard readsAhead, case .at(let cursor) = next else { return }
    next = .ahead(PageAhead { [self] in await page(at: cursor) })
  }

  private func page(at cursor: Cursor?) async -> Result<Page<E.Output>, E.Thrown> {
    var resource = endpoint.resource
    if let cursor { resource.request = endpoint.request(at: cursor) }
    adjusting(&resource.request)
    do throws(RequestError) {
      if cursor != nil { try client.checkOrigin(of: &resource.request, like: endpoint) }
    } catch {
      return .failure(thrown(error, nil, resource.request.description))
    }
    do throws(CallError<E.Failure>) {
      let reply = try await client.reply(to: resource)
      return .success(Page(reply: reply, cursor: cursor, number: count + 1))
    } catch {
      return .failure(E.Thrown(error))
    }
  }

  private func thrown(
    _ error: RequestError, _ request: SentRequest?, _ call: String? = nil
  ) -> E.Thrown {
    E.Thrown(CallError(.request(error), call: call ?? request?.description))
  }
}

/// A page that is read while the one before it is in use. It is given up with the loop.
final class PageAhead<E: PagedEndpoint>: Sendable {
  private let task: Task<Result<Page<E.Output>, E.Thrown>, Never>

  init(_ read: @escaping @Sendable () async -> Result<Page<E.Output>, E.Thrown>) {
    task = Task { await read() }
  }

  deinit { task.cancel() }

  var result: Result<Page<E.Output>, E.Thrown> {
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
  /// Checks where a page is, and takes from its request what must not go to another origin.
  fileprivate func checkOrigin<E: PagedEndpoint>(
    of request: inout Request, like endpoint: E
  ) throws(RequestError) {
    guard case .url(let text) = request.target else { return }
    var url = try AbsoluteURL(text, kind: .nextPage)
    let base = try shared.base.get()
    let own =
      if case .url(let text) = endpoint.request.target { try AbsoluteURL(text, kind: .url).origin } else {
        base.origin
      }
    if url.origin == base.origin {
      // A link repeats the query that was sent; items of the base URL that it leaves out are added as to every request.
      url.appendItems(of: base)
      request.target = .url(url.reference.text)
    }
    if url.origin == own { return }
    let place = "\(url.origin.scheme)://\(url.authority)"
    guard E.allowsOtherOrigins, !(own.scheme == "https" && url.origin.scheme == "http") else {
      throw RequestError(
        .nextPageOrigin, "the next page of \(request) is at another origin, \(place), and is not followed")
    }
    request.authentication = .off
    request.headers.removeCredentials(redaction)
  }
}
