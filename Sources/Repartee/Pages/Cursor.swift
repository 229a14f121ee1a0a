import ReparteeJSON

/// The location of a page of a list: a URL, query items, or a value of your own type.
///
/// It is `Codable`, to continue a list later:
///
/// ```swift
/// for try await page in client.pages(of: ListIssues(), from: saved) {
///   try await store(page.value)
///   if let next = page.next { saved = next }
/// }
/// ```
///
/// A cursor may hold a token of the API, but nothing that the client adds to every request.
public struct Cursor: Sendable {
  enum Content {
    case url(String)
    case items([Request.Query.Item])
    /// A JSON text with sorted keys.
    case value(String)
  }

  let content: Content
  private var fault: RequestError?

  /// Creates a cursor of a full URL; its query replaces the endpoint's.
  public init(url: String) {
    content = .url(url)
  }

  /// Creates a cursor of query items; they replace the endpoint's of the same names.
  public init(query: Request.Query) {
    content = .items(query.items)
    fault = query.fault
  }

  init(json: String) {
    content = .value(json)
  }

  init(_ url: AbsoluteURL) {
    var url = url
    url.fragment = nil
    content = .url(url.reference.text)
  }

  /// The value of the query item with this name, if any.
  public subscript(name: String) -> String? {
    guard case .items(let items) = content else { return nil }
    return items.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The URL; nil for another cursor.
  public var url: String? {
    if case .url(let url) = content { url } else { nil }
  }

  /// Identifies the cursor: tokens equal as text may differ in bytes.
  var bytes: [UInt8] {
    switch content {
    case .url(let url): return [0xFD] + url.utf8
    case .items(let items):
      return items.flatMap { item in [0xFF] + item.name.utf8 + (item.value.map { [0xFE] + $0.utf8 } ?? []) }
    case .value(let json): return [0xFC] + json.utf8
    }
  }

  func isPage(with query: String?) -> Bool {
    guard case .items(let items) = content, !items.isEmpty, let query else { return false }
    let found = query.split(separator: "&")
    return items.allSatisfy { item in
      found.contains { $0.isItem(named: item.name) && $0.itemValue == item.value }
    }
  }

  fileprivate func put(on request: inout Request) {
    switch content {
    case .url(let url):
      request.ownTemplate = request.template
      request.url = url
      request.query = Request.Query()
    case .items(let items):
      for item in items { request.removeQueryItems(named: item.name) }
      request.query.items += items
      request.query.fault = request.query.fault ?? fault
    case .value:
      request.query.fault =
        request.query.fault
        ?? RequestError(.nextPage, "the cursor is a value, which the endpoint's request(at:) has to send")
    }
  }
}

extension Cursor: Hashable {
  public static func == (one: Cursor, other: Cursor) -> Bool { one.bytes == other.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Cursor: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, query, value
  }

  private struct CodedItem: Codable {
    var name: String
    var value: String?
    var commas: [Int]?

    init(_ item: Request.Query.Item) {
      name = item.name
      value = item.value
      commas = item.commas.isEmpty ? nil : item.commas
    }

    var item: Request.Query.Item {
      var item = Request.Query.Item(name, value)
      if let commas { item.separate(at: commas) }
      return item
    }
  }

  /// Decodes `{"url": …}`, `{"query": [{"name": …, "value": …}]}` or `{"value": …}`, which is JSON in a string.
  /// - Throws: A decoding error, also for the form of a newer version.
  public init(from decoder: any Decoder) throws {
    try CodedForm.check(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let url = try container.decodeIfPresent(String.self, forKey: .url) {
      self.init(url: url)
    } else if let json = try container.decodeIfPresent(String.self, forKey: .value) {
      guard (try? JSONCoder().decode(JSONValue.self, from: Array(json.utf8))) != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: container, debugDescription: "the value of the cursor is not JSON")
      }
      self.init(json: json)
    } else {
      var query = Request.Query()
      query.items = try container.decode([CodedItem].self, forKey: .query).map(\.item)
      self.init(query: query)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .url(let url): try container.encode(url, forKey: .url)
    case .items(let items):
      try container.encode(items.map(CodedItem.init), forKey: .query)
    case .value(let json): try container.encode(json, forKey: .value)
    }
  }
}

extension Cursor: CustomStringConvertible, CustomReflectable {
  /// The masked URL, or the names of the query items, or `a value`.
  public var description: String {
    switch content {
    case .url(let url):
      let parts = URLReference(url)
      let names = parts.query?.split(separator: "&").map(\.itemName) ?? []
      let place = "\(parts.scheme ?? "")://\(parts.authority ?? "")\(parts.path)"
      return DisplayText.text(Redaction().masked(url: place))
        + (names.isEmpty ? "" : "?[\(DisplayText.names(names))]")
    case .items(let items): return "[\(DisplayText.names(items.map(\.name)))]"
    case .value: return "a value"
    }
  }

  public var customMirror: Mirror { Mirror(self, children: ["cursor": description]) }
}

extension Request {
  /// Returns this request at a cursor's location, with its own template; a cursor of a value fails the call with kind
  /// ``RequestError/Kind/nextPage``.
  public func at(_ cursor: Cursor) -> Request {
    var request = self
    cursor.put(on: &request)
    return request
  }

  fileprivate mutating func removeQueryItems(named name: String) {
    func rest(of query: String?) -> String? { query?.removingQueryItems { $0.isItem(named: name) } }
    query.items.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    switch target {
    case .path(var path):
      path.query = rest(of: path.query)
      target = .path(path)
    case .url(let text):
      var url = URLReference(text)
      url.query = rest(of: url.query)
      target = .url(url.text)
    }
  }
}
