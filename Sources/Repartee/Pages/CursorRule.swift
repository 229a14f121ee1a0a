/// Where a list or an operation may continue: a server must not choose what is requested with the client's credentials.
package struct CursorRule: Sendable {
  private let client: Client
  private let base: AbsoluteURL?
  /// The URL of the first request; nil for one below the base URL, which has the base URL's query items.
  private let url: String?
  private let place: String
  private let allowsOtherOrigins: Bool

  /// `place` is the cursor's, for errors: "the next page".
  package init(_ client: Client, _ first: Request, of place: String, allowsOtherOrigins: Bool) {
    self.client = client
    base = try? client.settings.shared.base.get()
    url = first.url
    self.place = place
    self.allowsOtherOrigins = allowsOtherOrigins
  }

  /// A link may omit the base URL's query items.
  func key(of cursor: Cursor) -> SeenPages.PageKey {
    guard let text = cursor.url, var url = try? AbsoluteURL(text, kind: .nextPage) else {
      return SeenPages.PageKey(cursor.bytes)
    }
    if self.url == nil, let base, url.origin == base.origin { url.appendItems(of: base) }
    return SeenPages.PageKey(url)
  }

  /// Removes query items that each request gets again, and at another origin also secret ones.
  package func withoutCredentials(
    _ cursor: Cursor, after sent: SentRequest
  ) throws(RequestError) -> Cursor {
    guard let text = cursor.url, let from = sent.absolute else { return cursor }
    var url = try AbsoluteURL(text, kind: .nextPage)
    if url.origin != from.origin {
      // A foreign page must not choose what is requested with the client's credentials.
      guard from.origin.scheme == "http" || url.origin.scheme == "https", url.origin != base?.origin else {
        throw refused(url, sent)
      }
      url.query = Redirection.queryWithoutCredentials(
        url.query, after: from, sent: sent.query, base: base?.query, client.redaction)
    } else {
      var own = from.query.queryItems
      if self.url == nil { own.subtract((base?.query).queryItems) }
      let put = sent.query.queryItems.subtracting(own)
      url.query = url.query?.removingQueryItems { put.contains($0.decodedItem) }
    }
    return Cursor(url)
  }

  /// Checks the request at a cursor, and removes from one at another origin what that must not receive.
  package func prepare(_ request: inout Request) throws(RequestError) {
    guard let text = request.url else { return }
    var url = try AbsoluteURL(text, kind: .nextPage)
    let base = try client.settings.shared.base.get()
    let own = if let text = self.url { try AbsoluteURL(text, kind: .url).origin } else { base.origin }
    if url.origin != own {
      // No page is followed back to the base URL's origin either: see `withoutCredentials`.
      guard allowsOtherOrigins, url.origin != base.origin,
        own.scheme == "http" || url.origin.scheme == "https"
      else { throw refused(url, request) }
      request.authentication = .off
      request.headers.removeCredentials(client.redaction)
      request.query.items.removeAll { client.redaction.isSecret($0.name, isItem: true) }
    }
    // A link repeats the query that was sent. Items added for this page replace the repeated ones.
    let added = request.query.items.map(\.name)
    url.query = url.query?.removingQueryItems { item in added.contains { item.isItem(named: $0) } }
    if self.url == nil, url.origin == base.origin { url.appendItems(of: base) }
    request.url = url.reference.text
  }

  private func refused(_ url: AbsoluteURL, _ call: some CustomStringConvertible) -> RequestError {
    RequestError(
      .nextPageOrigin,
      "\(place) of \(call) is at another origin, \(url.origin.scheme)://\(url.authority), and is not followed"
    )
  }
}
