import HTTPTypes
import ReparteeRedaction

// Cursors from the parts of a response in which APIs return the next page.

extension Cursor {
  /// Returns the cursor of a link in Link fields (RFC 8288); nil if none has the relation.
  ///
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the target is no valid URL.
  public static func link(
    _ relation: String = "next", of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    try url(page.reference(to: relation), of: page, from: "the link \"\(relation)\"", orElse: nil)
  }

  /// Returns the cursor of a URL in a header field; nil if it is missing or empty.
  ///
  /// A number or a token of the next page is no URL: pass `page.header("X-Next-Page")` to ``query(_:_:)``.
  ///
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the URL is invalid or has none of the characters `/.?#:`, if
  ///   several differ, or if the name is no token.
  public static func field(
    _ name: String, of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    guard let name = HTTPField.Name(name) else {
      throw RequestError(.nextPage, "the name of the header field with a URL is no token")
    }
    guard page.head.headerFields.contains(name) else { return nil }
    guard let value = page.head.headerFields.single(name) else {
      throw RequestError(.nextPage, "there are several header fields \(name.canonicalName) that differ")
    }
    let (shown, given) = (name.canonicalName, name.rawName)
    return try url(
      value, of: page, from: "the header field \(shown)", orElse: "page.header(\"\(given)\")")
  }

  /// Returns the cursor of a URL in the body, resolved against the page's (RFC 3986, section 5); nil if nil or empty.
  ///
  /// A number or a token of the next page is no URL: pass it to ``query(_:_:)``.
  ///
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if `reference` is no valid URL, or has none of the characters
  ///   `/.?#:`.
  public static func url(
    _ reference: String?, of page: some ResponseHead
  ) throws(RequestError) -> Cursor? {
    try url(reference, of: page, from: "the URL in the body", orElse: "page.value.…")
  }

  /// - Parameter token: Code that gets the text, if the text may be something other than a URL.
  private static func url(
    _ reference: String?, of page: some ResponseHead, from source: String, orElse token: String?
  ) throws(RequestError) -> Cursor? {
    guard let reference, !reference.utf8.trimmingFieldWhitespace.isEmpty else { return nil }
    // Resolved as a relative reference, `2` would be another resource.
    if let token, !reference.utf8.contains(where: { "/.?#:".utf8.contains($0) }) {
      throw RequestError(
        .nextPage,
        """
        \(source) is no URL; a number or a token is sent as a query item: \
        .query("page", \(token))
        """)
    }
    guard let base = page.request.absolute else {
      throw RequestError(
        .nextPage, "\(source) can't be resolved: the URL of its request is unknown")
    }
    do throws(URLFault) { return Cursor(try base.resolving(reference)) } catch {
      throw RequestError(.nextPage, "\(source) can't be followed: \(error.message)")
    }
  }

  /// Returns the cursor of a token, sent as this query item; nil if nil or empty.
  public static func query(_ name: String, _ token: (some QueryValue)?) -> Cursor? {
    let values = token?.queryValues.filter { !$0.isEmpty } ?? []
    if values.isEmpty { return nil }
    var query = Request.Query()
    query.append(name, values)
    return Cursor(query: query)
  }

  /// Returns the cursor of this page's offset plus `count`, its number of items. The offset is that of the page's
  /// cursor or request, or else `first`.
  ///
  /// If `total`, the number of items of the list, is nil or negative, a `count` of zero ends the list.
  ///
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the page's offset is no whole number or less than `first`, or if
  ///   `count` is zero before the total.
  public static func offset(
    _ name: String = "offset", of page: PageResponse<some Sendable>, first: Int = 0, adding count: Int,
    total: Int? = nil
  ) throws(RequestError) -> Cursor? {
    let total = total.flatMap { $0 < 0 ? nil : $0 }
    if count <= 0, total == nil { return nil }
    guard try page.number(in: name, adding: 0, orElse: first) >= first else {
      throw RequestError(
        .nextPage,
        "the query item \(DisplayText.text(name, limit: DisplayText.name)) of the page's request is less than \(first)"
      )
    }
    let next = try page.number(in: name, adding: max(count, 0), orElse: first)
    let (position, isBeyond) = next.subtractingReportingOverflow(first)
    if let total, isBeyond || position >= total { return nil }
    guard count > 0 else {
      throw RequestError(.nextPage, "the page has no items, but the list has more in total")
    }
    return query(name, next)
  }

  /// Returns the cursor of the next page by its number, one more than that of this page's cursor or request, or else
  /// `first`.
  ///
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the page's number is no whole number.
  public static func number(
    _ name: String = "page", of page: PageResponse<some Sendable>, first: Int = 1, hasNext: Bool
  ) throws(RequestError) -> Cursor? {
    hasNext ? query(name, try page.number(in: name, adding: 1, orElse: first)) : nil
  }

  /// Returns the cursor of the next page by its number, up to `total` pages, as ``number(_:of:first:hasNext:)`` does.
  public static func number(
    _ name: String = "page", of page: PageResponse<some Sendable>, first: Int = 1, total: Int
  ) throws(RequestError) -> Cursor? {
    let number = try page.number(in: name, adding: 0, orElse: first)
    let (index, isBeyond) = number.subtractingReportingOverflow(first)
    return try isBeyond || index >= max(total, 1) - 1
      ? nil : query(name, page.number(in: name, adding: 1, orElse: first))
  }
}

extension PageResponse {
  fileprivate func number(
    in name: String, adding more: Int, orElse first: Int
  ) throws(RequestError) -> Int {
    let shown = "the query item \(DisplayText.text(name, limit: DisplayText.name))"
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
