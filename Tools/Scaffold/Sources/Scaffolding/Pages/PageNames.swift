/// The names that lists of APIs have.
enum PageNames {
  /// Where a token of the next page is, and the parameters that take it.
  static let tokens: [(tail: [String], parameters: [String])] = [
    (["next_page_token"], ["page_token", "next_page_token"]),
    (["next_cursor"], ["cursor", "start_cursor", "page_cursor", "next_cursor", "after"]),
    (["next_page_cursor"], ["cursor", "page_cursor", "next_page_cursor"]),
    (["next_token"], ["next_token", "pagination_token", "token"]),
    (["next_page", "offset"], ["offset"]),
    (["end_cursor"], ["after", "cursor"]),
    (["cursors", "after"], ["after", "cursor"]),
    (["cursors", "next"], ["cursor", "next_cursor"]),
    (["cursor", "next"], ["cursor"]),
    (["next", "after"], ["after"]),
    (["next", "cursor"], ["cursor"]),
    (["page", "after"], ["page[cursor]", "page[after]"]),
    (["result_info", "cursor"], ["cursor"]),
    (["metadata", "continue"], ["continue"]),
    (["next_marker"], ["marker"]),
    (["next_continuation_token"], ["continuation_token"]),
    (["continuation_token"], ["continuation_token"]),
    (["next_offset"], ["offset"]),
    (["next_page"], ["page"]),
    (["cursor"], ["cursor"]),
  ]

  /// `cursor` may be this page's own, and a `next_page` that is a text anything.
  static func isCertain(_ tail: [String], _ shape: Schema.Shape) -> Bool {
    tail != ["cursor"] && (tail != ["next_page"] || shape == .integer)
  }

  /// Where the URL of the next page is.
  static let links: [[String]] = [
    ["_links", "next", "href"], ["links", "next", "href"], ["links", "next"], ["links", "pages", "next"],
    ["_links", "next"], ["@odata.nextLink"], ["next_link"], ["next_page_link"], ["next_page_uri"],
    ["next_page_url"], ["next_url"], ["next_uri"], ["next_href"], ["next_page", "uri"], ["next_page", "url"],
    ["paging", "next", "link"], ["paging", "next"], ["pagination", "next"], ["pages", "next"],
    ["meta", "next"],
    ["next_page"], ["next"],
  ]

  /// Whether a text there is a URL: under `pagination` it may be a token or a number.
  static func isLink(_ tail: [String], keys: [String]) -> Bool {
    if tail == ["next"] { return keys.count == 1 }
    return ![["pagination", "next"], ["pages", "next"], ["meta", "next"], ["next_page"]].contains(tail)
  }

  static let flags = [
    "has_more", "has_next_page", "has_next", "has_more_items", "has_more_results", "more_results",
    "is_truncated",
  ]

  static let numberParameters = ["page", "page_number", "page[number]", "page_no", "page_num"]

  /// Not `pages`, which may be the pages themselves.
  static let pageCounts: [[String]] = [
    ["total_pages"], ["page_count"], ["num_pages"], ["last_page"], ["total_page_count"], ["number_of_pages"],
    ["pagination", "pages"], ["meta", "pages"],
  ]

  static let offsetParameters = ["offset", "page[offset]", "skip"]

  /// Not `count`, which may be that of this page.
  static let totals = [
    "total", "total_count", "total_items", "total_results", "total_records", "total_size", "total_elements",
  ]
}

/// A value in the response, by its keys.
struct PageLeaf {
  let keys: [String]
  private let plain: [String]

  func ends(with tail: [String]) -> Bool {
    plain.count >= tail.count && plain[(plain.count - tail.count)...].elementsEqual(tail)
  }

  /// The objects in which APIs say where a page is. Values in others are about something else.
  private static let containers: Set<String> = [
    "cursor", "cursors", "data", "links", "meta", "metadata", "next", "nextpage", "page", "pageinfo", "pages",
    "pagination", "paging", "payload", "response", "responsemetadata", "result", "resultinfo",
  ]

  /// From the root on, the nearest ones first.
  static func all(in object: Schema.Object, _ types: TypePlanner) -> [PageLeaf] {
    var leaves: [PageLeaf] = []
    var level: [(keys: [String], plain: [String], object: Schema.Object)] = [([], [], object)]
    for depth in 0..<4 {
      var next: [(keys: [String], plain: [String], object: Schema.Object)] = []
      for (keys, plain, object) in level {
        for property in object.properties where !property.isWriteOnly {
          let (keys, plain) = (keys + [property.key], plain + [PagingRecognition.plain(property.key)])
          switch types.resolved(property.schema).shape {
          case .object(let inner):
            if depth < 3, let name = plain.last, containers.contains(name) {
              next.append((keys, plain, inner))
            }
          case .string, .integer, .unsigned, .number, .boolean:
            leaves.append(PageLeaf(keys: keys, plain: plain))
          default: break
          }
        }
      }
      level = next
    }
    return leaves
  }
}

/// Finds the list among the values of a response.
struct PageLists {
  private let types: TypePlanner
  private let object: Schema.Object

  init(_ object: Schema.Object, _ types: TypePlanner) {
    self.types = types
    self.object = object
  }

  /// The keys that a document names: one key, or several with dots between.
  func keys(at path: String) -> [String]? {
    for keys in [[path], path.split(separator: ".").map(String.init)] {
      var schema: Schema? = Schema(.object(object))
      for key in keys {
        guard let value = schema, case .object(let object) = types.resolved(value).shape else {
          schema = nil
          break
        }
        schema = object.properties.first { $0.key == key }?.schema
      }
      if let schema, isList(schema) { return keys }
    }
    return nil
  }

  /// The only list, also within an object that wraps it; of several, the one that is called as the last segment of the
  /// path, or as lists are called.
  func keys(besidePath path: String) -> [String]? {
    if let key = key(in: object, path) { return [key] }
    guard !object.properties.contains(where: { isList($0.schema) && !Self.others.contains($0.key) }) else {
      return nil
    }
    for property in object.properties where Self.wrappers.contains(property.key) {
      guard case .object(let inner) = types.resolved(property.schema).shape, let key = key(in: inner, path)
      else {
        continue
      }
      return [property.key, key]
    }
    return nil
  }

  private func key(in object: Schema.Object, _ path: String) -> String? {
    let lists = object.properties.filter {
      isList($0.schema) && !Self.others.contains($0.key) && !$0.isWriteOnly
    }
    if lists.count <= 1 { return lists.first?.key }
    let last = path.split(separator: "/").last { !$0.hasPrefix("{") }.map {
      PagingRecognition.plain(String($0))
    }
    if let named = lists.first(where: { PagingRecognition.plain($0.key) == last }) { return named.key }
    let usual = lists.filter { Self.names.contains($0.key) }
    return usual.count == 1 ? usual[0].key : nil
  }

  private func isList(_ schema: Schema) -> Bool {
    if case .array = types.resolved(schema).shape { true } else { false }
  }

  private static let wrappers: Set<String> = [
    "_embedded", "data", "payload", "response", "result", "results",
  ]

  /// What lists beside the one that was asked for are called.
  private static let others: Set<String> = [
    "errors", "included", "links", "messages", "notices", "warnings",
  ]

  private static let names: Set<String> = [
    "data", "elements", "entries", "items", "nodes", "objects", "records", "result", "results", "rows",
    "value",
    "values",
  ]
}
