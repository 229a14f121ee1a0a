import Testing

@testable import Scaffolding

/// What an API repeats without a name is written once.
struct SharingTests {
  private func written(_ first: String, _ second: String) throws -> String {
    try scaffolded(
      returning(
        "{type: object, properties: {one: {$ref: '#/components/schemas/One'}, two: {$ref: '#/components/schemas/Two'}}}",
        schemas: """
          One: {type: object, properties: {price: \(first)}}
          Two: {type: object, properties: {prices: {type: array, items: \(second)}}}
          """))
  }

  private let price =
    "{type: object, description: What it costs., properties: {amount: {type: integer}, currency: {type: string}}}"

  @Test func equalSchemasAtPlacesOfOneNameAreOneType() throws {
    let text = try written(price, price.replacing("What it costs.", with: "Its price."))
    #expect(text.contains("var price: Price?") && text.contains("var prices: [Price]?"))
    #expect(text.contains("\nstruct Price: Decodable, Sendable {\n  var amount: Int?"))
    #expect(text.components(separatedBy: "struct Price").count == 2)
    #expect(text.contains("/// What it costs.\n  var price"))
  }

  @Test func schemasThatDifferStayWhereTheyAre() throws {
    let text = try written(price, price.replacing("integer", with: "number"))
    #expect(text.components(separatedBy: "  struct Price").count == 3 && !text.contains("\nstruct Price"))
  }

  @Test func anEnumerationIsSharedIfThereAreThree() throws {
    let order = "{name: order, in: query, schema: {type: string, enum: [asc, desc]}}"
    func text(_ count: Int) throws -> String {
      try scaffolded(
        document(
          paths: (1...count).map {
            "/x\($0): {get: {operationId: get\($0), parameters: [\(order)], responses: {\"204\": {description: \"\"}}}}"
          }.joined(separator: "\n")))
    }
    #expect(try text(2).components(separatedBy: "  enum Order: String, QueryValue").count == 3)
    #expect(try text(3).components(separatedBy: "enum Order: String, QueryValue").count == 2)
  }

  @Test func oneThatIsOtherwiseDoesNotKeepTheManyApart() throws {
    let text = try scaffolded(
      document(
        paths: (1...5).map { number in
          let values = number == 5 ? "up, down" : number == 4 ? "desc, asc" : "asc, desc"
          let order = "{name: order, in: query, schema: {type: string, enum: [\(values)]}}"
          return
            "/x\(number): {get: {operationId: get\(number), parameters: [\(order)], responses: {\"204\": {description: \"\"}}}}"
        }.joined(separator: "\n")))
    #expect(text.contains("\nenum Order: String, QueryValue, Sendable {\n  case asc, desc\n}"))
    // It hides the other where that is not used.
    #expect(text.contains("\n  enum Order: String, QueryValue, Sendable {\n    case up, down\n  }"))
    #expect(text.components(separatedBy: "enum Order: String, QueryValue").count == 3)
  }

  @Test func aNameOfTheDocumentIsNotTakenFromIt() throws {
    let text = try scaffolded(
      returning(
        "{type: object, properties: {one: {$ref: '#/components/schemas/One'}, two: {$ref: '#/components/schemas/Price'}}}",
        schemas: """
          One: {type: object, properties: {price: \(price), more: {type: object, properties: {price: \(price)}}}}
          Price: {type: object, properties: {exact: {type: string}}}
          """))
    #expect(text.contains("\nstruct Price: Decodable, Sendable {\n  var exact: String?"))
    #expect(!text.contains("\nstruct ShopPrice"))
  }
}
