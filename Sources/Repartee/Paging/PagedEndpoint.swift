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
/// The endpoint is that of the first page; ``Client/send(_:adjusting:)`` gives just that one. Every page is asked for
/// by the same endpoint, with its header fields, its body and what its parameters say: a ``Cursor`` changes only where
/// the page is.
public protocol PagedEndpoint<Item>: Endpoint {
  /// What the list is of.
  associatedtype Item: Sendable

  /// The items of a page, in their order. Where the output is a sequence, they are its elements unless you say
  /// otherwise.
  func items(of page: Output) -> [Item]

  /// Where the next page is; nil if there is none. See ``Cursor`` for the ways in which APIs say it.
  ///
  /// A page without items that has a next one is not the end.
  /// - Throws: A ``RequestError`` where what the page says of the next one makes no sense. The page itself is given
  ///   first; then the list ends with that error, so that half a list is never taken for the whole.
  func next(after page: PageReply<Output>) throws(RequestError) -> Cursor?

  /// The request for a page; unless you say otherwise ``Request/at(_:)``.
  ///
  /// An API that takes its cursor elsewhere, in a body say, needs it:
  ///
  /// ```swift
  /// func request(at cursor: Cursor) -> Request {
  ///   .post(
  ///     "/search", body: .json(Search(query, after: cursor["after"])))
  /// }
  /// ```
  func request(at cursor: Cursor) -> Request

  /// Whether pages may be at another origin than the first; false unless you say otherwise, because whoever can write
  /// into the list's links chooses where the requests go.
  ///
  /// At another origin a request has no credentials: neither the client's header fields and authentication, nor fields
  /// and query items of the endpoint whose names are those of secrets (``Client/redaction``), nor what a link repeats
  /// of them. A body goes along. It never goes from https to http, nor back to the origin of the client's base URL.
  static var allowsOtherOrigins: Bool { get }
}

extension PagedEndpoint where Output: Sequence, Output.Element: Sendable {
  /// All of it.
  public func items(of page: Output) -> [Output.Element] { Array(page) }
}

extension PagedEndpoint {
  /// The endpoint's request, at the URL or with the query items of the cursor.
  public func request(at cursor: Cursor) -> Request { request.at(cursor) }

  /// False.
  public static var allowsOtherOrigins: Bool { false }
}

/// One page of a list, see ``PagedEndpoint``.
public struct PageReply<Output: Sendable>: Sendable, ResponseHead {
  /// The output with its response.
  public let reply: Reply<Output>
  /// Where this page is; nil of the first.
  public let cursor: Cursor?
  /// Where the next page is; nil of the last, of one whose next page can't be told (then the list ends with an error),
  /// and while ``PagedEndpoint/next(after:)`` is asked.
  public internal(set) var next: Cursor?
  /// Which page it is of those that were read: the first is 1, also after
  /// ``Client/pages(of:from:maxPages:readsAhead:adjusting:)`` began at a cursor.
  public let number: Int

  /// The output.
  public var value: Output { reply.value }
  public var head: HTTPResponse { reply.head }
  public var request: SentRequest { reply.request }
}
