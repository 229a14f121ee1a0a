import Foundation
import Repartee
import Testing

@Suite(.enabled(if: Datasette.isRunning, "REPARTEE_DATASETTE is not set; Scripts/integration starts one"))
struct DatasetteTests {
  let client = Datasette.client
  let firstThree = [
    Datasette.Item(id: 1, name: "Größe 1", price: 0.25),
    Datasette.Item(id: 2, name: "Größe 2", price: 0.5),
    Datasette.Item(id: 3, name: "Größe 3", price: 0.75, note: "last one"),
  ]

  @Test func aShapeIsAType() async throws {
    struct Objects: Decodable {
      var rows: [Datasette.Item]
    }
    struct Arrays: Decodable {
      var rows: [Row]
      var columns: [String]
    }
    /// Columns in their order: a name is known by its place.
    struct Row: Decodable {
      var item: Datasette.Item

      init(from decoder: any Decoder) throws {
        var columns = try decoder.unkeyedContainer()
        item = try Datasette.Item(
          id: columns.decode(Int.self), name: columns.decode(String.self),
          price: columns.decode(Double.self), note: columns.decode(String?.self))
      }
    }
    let objects = try await client.send(GetRows<Objects>(shape: "objects", size: 3))
    #expect(objects.rows == firstThree)
    let arrays = try await client.send(GetRows<Arrays>(shape: "arrays", size: 3))
    #expect(arrays.rows.map(\.item) == firstThree)
    #expect(arrays.columns == ["id", "name", "price", "note"])
    let array = try await client.send(GetRows<[Datasette.Item]>(shape: "array", size: 3))
    #expect(array == firstThree)
    let object = try await client.send(GetRows<[String: Datasette.Item]>(shape: "object", size: 3))
    #expect(object.values.sorted { $0.id < $1.id } == firstThree)
    #expect(object["3"] == firstThree[2])
  }

  @Test(arguments: ListItems.Way.allCases) func theNextPageIsInTheBody(way: ListItems.Way) async throws {
    var ids: [Int] = []
    var last: PageResponse<ListItems.Page>?
    for try await page in client.pages(of: ListItems(pageSize: 70, way: way)) {
      ids += page.value.items.map(\.id)
      last = page
    }
    #expect(ids == Array(1...250))
    #expect(last?.number == 4 && last?.value.items.count == 40)
    #expect(last?.request.template == "/shop/items.json")
  }

  @Test func theNextPageIsInTheHeadToo() async throws {
    var ids: [Int] = []
    for try await item in client.items(of: ListItemsByLink(pageSize: 90), maxItems: 200) {
      ids.append(item.id)
    }
    #expect(ids == Array(1...200))
  }

  @Test func anItemThatIsNotThereIsNil() async throws {
    #expect(try await client.send(FindItem(id: 3)) == firstThree[2])
    #expect(try await client.send(FindItem(id: 7000)) == nil)
  }

  @Test func linesAreDecodedOneByOne() async throws {
    let items = try await client.send(StreamItems(size: 100))
    // It calls them text; the format is what the endpoint declares.
    #expect(items.header("Content-Type") == "text/plain")
    var ids: [Int] = []
    for try await item in items {
      if ids.isEmpty { #expect(item == firstThree[0]) }
      ids.append(item.id)
    }
    #expect(ids == Array(1...100))
  }

  @Test func theRowsOfADocumentAreDecodedOneByOne() async throws {
    var items: [Datasette.Item] = []
    for try await item in try await client.send(StreamRows(size: 3)) { items.append(item) }
    #expect(items == firstThree)
  }

  @Test func aTableIsExportedLineByLine() async throws {
    var lines: [String] = []
    for try await line in try await client.send(ExportTable()) { lines.append(line) }
    #expect(lines.count == 251)
    #expect(lines.prefix(2) == ["id,name,price,note", "1,Größe 1,0.25,"])
    #expect(lines.last == "250,Größe 250,62.5,")
  }

  @Test func aRefusalComesBeforeTheFirstElement() async throws {
    let missing = await client.result(of: StreamItems(table: "none", size: 3))
    #expect(missing.failure?.declared == .missing("Table not found"))
    let large = await client.result(of: StreamItems(size: 101))
    #expect(large.failure?.declared == .invalid("_size must be <= 100", sql: nil))
  }

  /// Where JSON is declared, CSV that is not there is a page of HTML.
  @Test func aRefusalInHTMLKeepsItsStatus() async throws {
    let error = try #require(await client.result(of: ExportTable(table: "none")).failure)
    #expect(error.status == .notFound)
    #expect(error.response?.contentType?.description == "text/html")
    #expect(error.decodingError?.kind == .corrupted)
    #expect(error.text?.contains("Table not found") == true)
  }

  @Test func anUnknownShapeIsRefused() async throws {
    let result = await client.result(of: GetRows<JSONValue>(shape: "round", size: 1))
    #expect(result.failure?.declared == .invalid("Invalid _shape: round", sql: nil))
  }

  @Test func anErrorOfSQLIsTyped() async throws {
    #expect(try await client.send(RunSQL(sql: "select count(*) as n from items")) == [["n": 250]])

    let unknown = "select nosuch from items"
    let column = await client.result(of: RunSQL(sql: unknown))
    #expect(column.failure?.declared == .invalid("no such column: nosuch", sql: unknown))

    let drop = await client.result(of: RunSQL(sql: "drop table items"))
    #expect(drop.failure?.declared == .invalid("Statement must be a SELECT", sql: nil))
    #expect(drop.failure?.status == .badRequest)
  }
}

@Suite(.enabled(if: Datasette.isRunning, "REPARTEE_DATASETTE is not set; Scripts/integration starts one"))
struct GraphQLTests {
  let client = Datasette.client

  @Test func dataIsTheOutput() async throws {
    struct FirstItems: GraphQLQuery {
      struct Output: Decodable {
        struct Items: Decodable {
          var totalCount: Int
          var nodes: [Datasette.Item]
        }

        var items: Items
      }

      static let query = """
        query ($first: Int!) { items(first: $first) { totalCount nodes { id name price note } } }
        """

      var first: Int
      var variables: JSONValue { ["first": .number(JSONNumber(first))] }
    }
    let items = try await client.send(FirstItems(first: 2)).items
    #expect(items.totalCount == 250)
    #expect(items.nodes.map(\.name) == ["Größe 1", "Größe 2"])
  }

  @Test func whatIsNotThereIsNil() async throws {
    struct FindName: GraphQLQuery {
      struct Output: Decodable, Equatable {
        struct Item: Decodable, Equatable {
          var name: String
        }

        var items_row: Item?
      }

      static let query = "query ($id: Int!) { items_row(id: $id) { name } }"

      var id: Int
      var variables: JSONValue { ["id": .number(JSONNumber(id))] }
    }
    #expect(try await client.send(FindName(id: 7)) == .init(items_row: .init(name: "Größe 7")))
    #expect(try await client.send(FindName(id: 7000)) == .init())
  }

  /// The server responds with 500 where another would respond with 200.
  @Test func errorsAreTheFailure() async throws {
    struct Misspelled: GraphQLQuery {
      typealias Output = JSONValue

      static let query = "{ itmes { totalCount } }"
    }
    let error = try #require(await client.result(of: Misspelled()).failure)
    let failure = try #require(error.declared)
    #expect(error.status == .internalServerError)
    #expect(failure.errors.first?.message.hasPrefix("Cannot query field 'itmes'") == true)
    #expect(failure.errors.first?.locations == [.init(line: 1, column: 3)])
    #expect(failure.data?.isNull ?? true)
  }

  @Test func errorsLeaveWhatThereIs() async throws {
    /// More than the server gives at once.
    struct TooMany: GraphQLQuery {
      typealias Output = JSONValue

      static let query = "{ items(first: 101) { totalCount } items_row(id: 7) { name } }"
    }
    let failure = try #require(await client.result(of: TooMany()).failure?.declared)
    #expect(failure.errors.map(\.path) == [["items"]])
    #expect(failure.data == ["items": .null, "items_row": ["name": "Größe 7"]])
  }

  /// A body that is no JSON: the server breaks, and says so in HTML.
  @Test func anErrorOfTheServerIsNoneOfGraphQL() async throws {
    struct Broken: GraphQLQuery {
      typealias Output = JSONValue

      static let query = ""
      var request: Request { .post("/graphql/shop", body: .text("{", contentType: "application/json")) }
    }
    let error = try #require(await client.result(of: Broken()).failure)
    guard case .undeclared = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.status == .internalServerError)
    #expect(error.response?.contentType?.description == "text/html")
  }
}
