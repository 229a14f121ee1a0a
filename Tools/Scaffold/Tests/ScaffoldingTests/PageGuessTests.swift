import Testing

@testable import Scaffolding

/// When a list is taken for one with pages, and when not: a wrong guess is worse than none.
struct PageGuessTests {
  private func list(_ properties: String, query: String = "", more: String = "") throws -> String {
    try scaffolded(
      document(
        paths: """
          /users:
            get:
              operationId: listUsers
          \(more.isEmpty ? "" : "    \(more)\n")\
              parameters: [\(query)]
              responses:
                "200":
                  description: ""
                  content:
                    application/json:
                      schema: {type: object, required: [items], properties: {\(properties)}}
          """))
  }

  private func parameter(_ name: String, _ schema: String = "{type: string}") -> String {
    "{name: '\(name)', in: query, schema: \(schema)}"
  }

  private let items = "items: {type: array, items: {type: string}}"

  @Test(arguments: [
    ("cursor: {type: string}", "cursor", "{type: string}"),
    ("next_page: {type: string}", "page", "{type: string}"),
    ("pagination: {properties: {next: {type: string}}}", "x", "{type: string}"),
    ("total: {type: integer}", "page", "{type: integer}"),
    ("count: {type: integer}", "offset", "{type: integer}"),
    ("pages: {type: integer}", "page", "{type: integer}"),
    ("total_pages: {type: integer}", "page", "{type: integer, default: 5}"),
    ("total_pages: {type: integer}", "page", "{type: integer, minimum: 0}"),
    ("total: {type: integer}", "offset", "{type: integer, default: 10}"),
    ("next_cursor: {type: string}", "limit", "{type: integer}"),
    ("owner: {properties: {next_cursor: {type: string}}}", "cursor", "{type: string}"),
    ("a: {type: array, items: {}}, next_cursor: {type: boolean}", "cursor", "{type: string}"),
    ("next: {type: boolean}", "x", "{type: string}"),
  ])
  func whatIsNotCertainIsNoPage(property: String, name: String, schema: String) throws {
    #expect(try !list("\(items), \(property)", query: parameter(name, schema)).contains("PagedEndpoint"))
  }

  @Test func aDescriptionMakesANameCertain() throws {
    let cursor = try list(
      "\(items), cursor: {type: string, description: Of the next page.}", query: parameter("cursor"))
    #expect(cursor.contains(#".query("cursor", page.value.cursor)"#))
    let link = try list(
      "\(items), pagination: {properties: {next: {type: string, description: The URL of it.}}}")
    #expect(link.contains("try .url(page.value.pagination?.next, of: page)"))
  }

  @Test func pagesMayCountFromZero() throws {
    let text = try list(
      "\(items), total_pages: {type: integer}", query: parameter("page", "{type: integer, default: 0}"))
    #expect(text.contains("try .number(of: page, first: 0, total: page.value.totalPages ?? 1)"))
    #expect(text.contains("of which the first is 0: guessed"))
  }

  @Test func aFlagMaySayThatThereIsMore() throws {
    let flag = "has_more: {type: boolean}"
    #expect(
      try list("\(items), \(flag)", query: parameter("page", "{type: integer}"))
        .contains("try .number(of: page, hasNext: page.value.hasMore == true)"))
    #expect(
      try list("\(items), \(flag)", query: parameter("offset", "{type: integer}"))
        .contains("page.value.hasMore == true ? try .offset(of: page, adding: page.value.items.count) : nil"))
    #expect(
      try list("\(items), \(flag), next_cursor: {type: string}", query: parameter("cursor"))
        .contains(#"page.value.hasMore == false ? nil : .query("cursor", page.value.nextCursor)"#))
  }

  @Test func ofSeveralListsTheOneOfThePathOrOfItsNameIsMeant() throws {
    let token = "next_cursor: {type: string}"
    let users = try list(
      "users: {type: array, items: {type: integer}}, tags: {type: array, items: {}}, \(token)",
      query: parameter("cursor"))
    #expect(users.contains("-> [Int] { page.users ?? [] }"))
    let wrapped = try list(
      "data: {type: object, properties: {rows: {type: array, items: {type: integer}}, \(token)}}",
      query: parameter("cursor"))
    #expect(
      wrapped.contains("-> [Int] { page.data?.rows ?? [] }")
        && wrapped.contains("page.value.data?.nextCursor"))
    let two = "a: {type: array, items: {}}, b: {type: array, items: {}}"
    #expect(try !list("\(two), \(token)", query: parameter("cursor")).contains("PagedEndpoint"))
  }

  @Test func aDocumentMaySayThatThereIsOnePage() throws {
    let link = "value: {type: array, items: {}}, nextLink: {type: string}"
    #expect(try !list(link, more: "x-ms-pageable: {nextLinkName: null}").contains("PagedEndpoint"))
    #expect(try list(link).contains("PagedEndpoint"))
    // What it names is not there.
    #expect(try !list(link, more: "x-ms-pageable: {nextLinkName: more}").contains("PagedEndpoint"))
  }

  @Test(arguments: [
    (
      "x-speakeasy-pagination: {type: cursor, inputs: [{name: from, in: parameters, type: cursor}], outputs: {results: $.items, nextCursor: $.then}}",
      #".query("from", page.value.then)"#
    ),
    (
      "x-fern-pagination: {cursor: $request.from, next_cursor: $response.then, results: $response.items}",
      #".query("from", page.value.then)"#
    ),
    (
      "x-fern-pagination: {offset: $request.from, results: $response.items}",
      #"try .number("from", of: page, hasNext: !page.value.items.isEmpty)"#
    ),
    (
      "x-pagination: {pageOffsetParam: from, resultsPath: items}",
      #"try .offset("from", of: page, adding: page.value.items.count)"#
    ),
  ])
  func extensionsOfOtherToolsAreRead(line: String, next: String) throws {
    let text = try list("\(items), then: {type: string}", query: parameter("from"), more: line)
    #expect(text.contains(next), "\(text)")
  }
}
