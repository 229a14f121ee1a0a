public import HTTPTypes

/// An endpoint whose output is one page of a list.
///
/// ```swift
/// struct ListIssues: PagedEndpoint {
///   var repository: String
///
///   var request: Request {
///     .get("/repos/\(repository)/issues", query: ["per_page": 100])
///   }
///   static let responses: ResponseMap<[Issue], Never> = [
///     .code(200, .decode)
///   ]
///
///   func next(
///     after page: PageReply<[Issue]>
///   ) throws(RequestError) -> Cursor? {
///     try .link(of: page)
///   }
/// }
///
/// let issues = ListIssues(repository: "repartee")
/// for try await issue in client.items(of: issues) { … }
/// ```
///
/// The endpoint is that of the first page; ``Client/send(_:adjusting:)`` returns only that page. Every page is
/// requested by the same endpoint, with its header fields, its body and its parameters: a ``Cursor`` changes only the
/// location.
public protocol PagedEndpoint<Item>: Endpoint {
  /// The type of the items.
  associatedtype Item: Sendable

  /// Returns the items of a page, in order. If the output is a sequence, the default is its elements.
  func items(of page: Output) -> [Item]

  /// Returns the location of the next page; nil if there is none. See ``Cursor`` for the places in which APIs return
  /// it.
  ///
  /// A page without items that has a next page does not end the list.
  /// - Throws: A ``RequestError`` if the location of the next page is invalid. The page itself is returned first; then
  ///   the list ends with that error, so that a part of a list is never taken for the whole.
  func next(after page: PageReply<Output>) throws(RequestError) -> Cursor?

  /// Returns the request for a page; by default ``Request/at(_:)``.
  ///
  /// An API that takes the cursor elsewhere, for example in a body, needs this method:
  ///
  /// ```swift
  /// func request(at cursor: Cursor) -> Request {
  ///   .post(
  ///     "/search", body: .json(Search(query, after: cursor["after"])))
  /// }
  /// ```
  func request(at cursor: Cursor) -> Request

  /// Whether pages may be at another origin than the first; by default false, because anyone who can write the list's
  /// links chooses where requests go.
  ///
  /// A request to another origin has no credentials: neither the client's header fields and authentication, nor the
  /// endpoint's fields and query items with the names of secrets (``Client/redaction``), nor any of them that a link
  /// repeats. A body is sent. Pages are never followed from https to http, nor back to the origin of the client's base
  /// URL.
  static var allowsOtherOrigins: Bool { get }
}

extension PagedEndpoint where Output: Sequence, Output.Element: Sendable {
  /// Returns all elements.
  public func items(of page: Output) -> [Output.Element] { Array(page) }
}

// The only candidate if the items of a page are not known: then the compiler says this.
extension PagedEndpoint {
  @available(
    *, unavailable,
    message: """
      declare the items of a page: func items(of page: Output) -> [Item]; a type `Item` in the endpoint is the type of \
      its items
      """
  )
  public func items(of page: Output) -> [Item] { [] }
}

extension PagedEndpoint {
  /// Returns the endpoint's request with the URL or the query items of the cursor.
  public func request(at cursor: Cursor) -> Request { request.at(cursor) }

  /// False.
  public static var allowsOtherOrigins: Bool { false }
}

/// One page of a list, see ``PagedEndpoint``.
public struct PageReply<Output: Sendable>: Sendable, ResponseHead {
  /// The output with its response.
  public let reply: Reply<Output>
  /// The location of this page; nil for the first.
  public let cursor: Cursor?
  /// The location of the next page. Nil for the last page, for a page whose next location is invalid (then the list
  /// ends with an error), and while ``PagedEndpoint/next(after:)`` runs.
  public internal(set) var next: Cursor?
  /// The number of this page among those that were read. The first is 1, even if
  /// ``Client/pages(of:from:maxPages:readsAhead:adjusting:)`` began at a cursor.
  public let number: Int

  /// The output.
  public var value: Output { reply.value }
  public var head: HTTPResponse { reply.head }
  public var request: SentRequest { reply.request }
}
