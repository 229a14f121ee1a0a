public import HTTPTypes

/// An endpoint whose output is one page of a list (<doc:AllThePages>).
///
/// ```swift
/// struct ListIssues: PagedEndpoint {
///   var request: Request { .get("/issues", query: ["per_page": 50]) }
///   static let responses: ResponseMap<[Issue], Never> = [
///     .code(200, .decode)
///   ]
///
///   func next(
///     after page: PageResponse<[Issue]>
///   ) throws(RequestError) -> Cursor? {
///     try .link(of: page)
///   }
/// }
///
/// for try await issue in client.items(of: ListIssues()) { … }
/// ```
///
/// ``Client/send(_:adjusting:)`` returns the first page only. All pages are requested with the same header fields, body
/// and parameters.
public protocol PagedEndpoint<Item>: Endpoint {
  /// The type of the items.
  associatedtype Item: Sendable

  /// Returns the items of a page; by default the elements of a sequence.
  func items(of page: Output) -> [Item]

  /// Returns the location of the next page, see ``Cursor``; nil ends the list, an empty page does not.
  ///
  /// - Throws: A ``RequestError`` if the location is invalid; it ends the list after this page.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor?

  /// Returns the request for a page; by default ``Request/at(_:)``. Implement it for a cursor that is a value, or is
  /// sent elsewhere:
  ///
  /// ```swift
  /// func request(at cursor: Cursor) -> Request {
  ///   .post(
  ///     "/search", body: .json(Search(query, after: cursor["after"])))
  /// }
  /// ```
  ///
  /// - Throws: A ``RequestError``, such as that of ``Cursor/decode(_:)``; it ends the list.
  func request(at cursor: Cursor) throws(RequestError) -> Request

  /// Whether pages may be at another origin than the first; by default not.
  ///
  /// Their requests have the body, but neither the client's header fields and authentication, nor secret fields and
  /// query items (``Client/redaction``), also those in a link. Pages are never followed from https to http, nor back to
  /// the base URL's origin.
  static var allowsOtherOrigins: Bool { get }

  /// Whether the page after one may be that page again, as in long polling; by default not.
  ///
  /// It is requested at once: the server's response has to wait. Any other page that was read before still ends the
  /// list.
  static var allowsSamePage: Bool { get }
}

extension PagedEndpoint where Output: Sequence, Output.Element: Sendable {
  /// Returns all elements.
  public func items(of page: Output) -> [Output.Element] { Array(page) }
}

// If the type of the items is not known, the compiler finds only this one, and shows its message.
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

// As above, if nothing says where the next page is. Generic, it is a worse match than a default of one's own.
extension PagedEndpoint {
  @available(
    *, unavailable,
    message: """
      declare where the next page is: func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor?
      """
  )
  public func next(after page: some Any) throws(RequestError) -> Cursor? { nil }
}

extension PagedEndpoint {
  /// Returns the endpoint's request at the cursor's location.
  public func request(at cursor: Cursor) -> Request { request.at(cursor) }

  /// False.
  public static var allowsOtherOrigins: Bool { false }

  /// False.
  public static var allowsSamePage: Bool { false }
}

/// One page of a list, see ``PagedEndpoint``.
public struct PageResponse<Output: Sendable>: Sendable, ResponseHead {
  /// The output with its response.
  public let response: TypedResponse<Output>
  /// The location of this page; nil for the first.
  public let cursor: Cursor?
  /// The location of the next page; nil for the last page, after an invalid location, and during
  /// ``PagedEndpoint/next(after:)``.
  public internal(set) var next: Cursor?
  /// The number of this page among those read, from 1.
  public let number: Int

  /// The output.
  public var value: Output { response.value }
  public var head: HTTPResponse { response.head }
  public var request: SentRequest { response.request }
}
