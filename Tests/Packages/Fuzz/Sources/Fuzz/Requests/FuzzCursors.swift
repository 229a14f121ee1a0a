import Foundation
import HTTPTypes
@testable import Repartee
@testable import ReparteeRedaction

/// Cursors, read from JSON and made here: one that was read is the same when it is written and read again, it shows no
/// value, and the page that it leads to is asked for at the list's own origin, or refused.
@Sendable func fuzzCursors(_ input: Input) {
  let texts = input.texts(4)
  var query = Request.Query()
  for (name, value) in zip(texts, texts.dropFirst()) { query.items.append(.init(name, value)) }
  query.items.append(.init(texts[0], nil))
  var cursors = [
    Cursor(url: texts[0]), Cursor(url: "\(origin)/\(texts[1])?\(texts[2])"), Cursor(query: query),
    Cursor(query: [texts[0]: texts[1]]),
  ]
  do {
    cursors.append(try JSONCoder().decode(Cursor.self, from: input.bytes))
  } catch {
    check(error, of: input)
  }
  if let cursor = try? JSONDecoder().decode(Cursor.self, from: input.data) { cursors.append(cursor) }
  var random = input.random
  for cursor in cursors {
    compareRoundTrip(cursor)
    compare(cursor, texts)
    check(cursor)
    send(cursor, texts, &random)
  }

  guard !input.text.contains("S3CR3T") else { return }
  let escaped = texts[1].percentEncoded(keeping: .unreserved)
  for cursor in [
    Cursor(query: [texts[0]: "S3CR3T", texts[1]: texts[2] + "S3CR3T"]),
    Cursor(url: "\(origin)/\(escaped)?\(escaped)=S3CR3T&\(texts[2])=S3CR3T"),
    Cursor(url: "https://\(escaped):S3CR3T@h/?a=S3CR3T#S3CR3T"),
  ] {
    claim(!shown(cursor).contains("S3CR3T"), "\(cursor.url ?? "") reads \(cursor)")
  }
}

private let origin = "https://api.example.com"

private func compareRoundTrip(_ cursor: Cursor) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  do {
    let json = try encoder.encode(cursor)
    let text = String(decoding: json, as: UTF8.self)
    let again = try JSONCoder().decode(Cursor.self, from: json)
    claim(again == cursor && again.hashValue == cursor.hashValue, "\(text) is another cursor")
    claim(try encoder.encode(again) == json, "\(text) is written in another way")
    let theirs = try JSONDecoder().decode(Cursor.self, from: JSONCoder().encode(cursor))
    claim(theirs == cursor, "\(text) is another cursor for Foundation")
  } catch {
    claim(false, "written, and not read: \(error)")
  }
}

/// A query of other items is another cursor.
private func compare(_ cursor: Cursor, _ texts: [String]) {
  for items in [
    [Request.Query.Item(texts[0], texts[1])], [.init(texts[0], nil), .init(texts[1], nil)],
    [.init(texts[0] + texts[1], nil)],
  ] {
    var query = Request.Query()
    query.items = items
    let other = Cursor(query: query)
    guard other == cursor else { continue }
    let shown = items.map { "\($0.name)=\($0.value ?? "nil")" }
    claim(other.url == cursor.url && other[texts[0]] == cursor[texts[0]], "\(shown) is the same as \(cursor)")
  }
}

private func shown(_ cursor: Cursor) -> String {
  var dumped = ""
  dump(cursor, to: &dumped)
  return "\(cursor)\(String(reflecting: cursor))\(dumped)"
}

private func check(_ cursor: Cursor) {
  let text = "\(cursor)"
  // A URL without its query is a description, and there are at most 30 names.
  let limit = DisplayText.description + 31 * (DisplayText.name + 2) + 10
  claim(text.unicodeScalars.count <= limit, "\(text.unicodeScalars.count) characters: \(text)")
  claim(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, text)
  // A dump has it twice.
  claim(shown(cursor).unicodeScalars.count <= 4 * limit + 200, shown(cursor))
}

private struct List: PagedEndpoint {
  var request: Request
  var cursor: Cursor
  static let responses: ResponseMap<[Int], Never> = [.any(.decode)]

  func next(after page: PageResponse<[Int]>) -> Cursor? { cursor }
}

/// The page at a cursor, or the first one with the cursor's behind it.
private func send(_ cursor: Cursor, _ texts: [String], _ random: inout SplitMix64) {
  let request =
    Bool.random(using: &random)
    ? Request.get("/items?a=1", query: [texts[0]: "x"]) : Request(.get, url: "\(origin)/?\(texts[1])")
  let start = Bool.random(using: &random) ? cursor : nil
  waiting {
    let transport = InMemoryTransport { request in
      check(request.head, cursor)
      return .json("[1]")
    }
    var client = Client(baseURL: "\(origin)/v1?key=value", transport: transport)
    client.retry = .off
    let list = List(request: request, cursor: cursor)
    var pages = client.pages(of: list, from: start, maxPages: 3).makeAsyncIterator()
    var count = 0
    do {
      while try await pages.next() != nil { count += 1 }
      claim(false, "it leads to itself, and \(count) pages are all: \(cursor)")
    } catch {
      claim("\(error)".unicodeScalars.count <= 5_000, "\(error)")
    }
  }
}

private func check(_ head: HTTPRequest, _ cursor: Cursor) {
  claim(head.scheme == "https" && head.authority == "api.example.com", "\(head) for \(cursor)")
  let path = head.path ?? ""
  claim(path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, "\(path) for \(cursor)")
}
