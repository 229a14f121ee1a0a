import HTTPTypes
import ReparteeJSON

// The ways in which APIs say where the next page is.

extension Cursor {
  /// A link in the Link fields (RFC 8288): `Link: </items?page=2>; rel="next"`. Nil where there is none of the
  /// relation.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if it leads to what is no URL.
  public static func link(
    _ relation: String = "next", of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    try url(page.reference(to: relation), of: page, from: "the link \"\(relation)\"")
  }

  /// A URL in a header field of its own: `Next-Page: https://…`. Nil where there is none, and where it is empty.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if it is no URL, or if there are several that
  ///   differ.
  public static func field(
    _ name: String, of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    guard let name = HTTPField.Name(name) else {
      throw RequestError(.nextPage, "the name of the header field with the next page is no token")
    }
    guard page.head.headerFields.contains(name) else { return nil }
    guard let value = page.head.headerFields.single(name) else {
      throw RequestError(.nextPage, "there are several header fields \(name.canonicalName) that differ")
    }
    return try url(value, of: page, from: "the header field \(name.canonicalName)")
  }

  /// A URL, or a part of one, in the body: relative ones are resolved against the URL of the page (RFC 3986, section
  /// 5). Nil of nil, and of an empty one.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if it is no URL.
  public static func url(
    _ reference: String?, of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    try url(reference, of: page, from: "the URL")
  }

  private static func url(
    _ reference: String?, of page: some ResponseHead, from source: String
  ) throws(RequestError) -> Cursor? {
    guard let reference, !reference.utf8.trimmingFieldWhitespace.isEmpty else { return nil }
    guard let base = page.request.absolute else {
      throw RequestError(
        .nextPage, "the page was read from no URL that its next page could be resolved against")
    }
    do throws(URLFault) { return Cursor(try base.resolving(reference)) } catch {
      throw RequestError(.nextPage, "\(source) of the next page can't be followed: \(error.message)")
    }
  }

  /// A token in the body, sent back as a query item: `["cursor": …]`. Nil of nil, and of an empty one.
  public static func query(_ name: String, _ token: (some QueryValue)?) -> Cursor? {
    let values = token?.queryValues.filter { !$0.isEmpty } ?? []
    if values.isEmpty { return nil }
    var query = Request.Query()
    query.append(name, values)
    return Cursor(query: query)
  }

  /// So many items after those of this page: `offset=40`. The page's own offset is that of its cursor or its request,
  /// zero without one.
  ///
  /// - Parameters:
  ///   - name: The query item's name.
  ///   - page: The page.
  ///   - count: How many items the page has, or how many places of the list it stands for.
  ///   - total: How many there are in the list. Without it the list ends with a page that has none: `count` is zero.
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if the page's offset is no number, or if it
  ///   has no items though there are more in all.
  public static func offset(
    _ name: String = "offset", of page: PageReply<some Sendable>, adding count: Int, total: Int? = nil
  ) throws(RequestError) -> Cursor? {
    if count <= 0, total == nil { return nil }
    let next = try page.number(in: name, adding: max(count, 0), orElse: 0)
    if let total, next >= total { return nil }
    guard count > 0 else {
      throw RequestError(.nextPage, "the page has no items, though there are more of them in all")
    }
    return query(name, next)
  }

  /// The page after this one: `page=3`. The number of this page is that of its cursor or its request, the first one
  /// without.
  ///
  /// - Parameters:
  ///   - name: The query item's name.
  ///   - page: The page.
  ///   - first: The number of the first page.
  ///   - hasNext: Whether there is another one.
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if the page's number is none.
  public static func number(
    _ name: String = "page", of page: PageReply<some Sendable>, first: Int = 1, hasNext: Bool
  ) throws(RequestError) -> Cursor? {
    hasNext ? query(name, try page.number(in: name, adding: 1, orElse: first)) : nil
  }

  /// The page after this one, up to so many: `page=3`.
  ///
  /// - Parameters:
  ///   - name: The query item's name.
  ///   - page: The page.
  ///   - first: The number of the first page.
  ///   - total: How many pages there are.
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/nextPage`` if the page's number is none.
  public static func number(
    _ name: String = "page", of page: PageReply<some Sendable>, first: Int = 1, total: Int
  ) throws(RequestError) -> Cursor? {
    let number = try page.number(in: name, adding: 0, orElse: first)
    let (index, isBeyond) = number.subtractingReportingOverflow(first)
    return try isBeyond || index >= max(total, 1) - 1
      ? nil : query(name, page.number(in: name, adding: 1, orElse: first))
  }
}

extension PageReply {
  /// A number that asked for this page, and some more.
  fileprivate func number(
    in name: String, adding more: Int, orElse first: Int
  ) throws(RequestError) -> Int {
    let shown = "the query item \(Shown.text(name, limit: Shown.name))"
    let item = request.query?.split(separator: "&").last { $0.isItem(named: name) }
    guard let number = (cursor?[name] ?? item.map { $0.itemValue ?? "" }).map({ Int($0) }) ?? first else {
      throw RequestError(.nextPage, "\(shown) of the page's request is no whole number")
    }
    let (sum, isTooLarge) = number.addingReportingOverflow(more)
    guard !isTooLarge else {
      throw RequestError(.nextPage, "\(shown) of the next page is too large a number")
    }
    return sum
  }
}
