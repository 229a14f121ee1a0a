import Testing

@testable import Scaffolding

/// Types are compared where they are reached, and shown once.
struct DiffTypeTests {
  private func two(_ schemas: String, _ first: String = "Order", _ second: String = "Order") -> String {
    func operation(_ path: String, _ name: String, _ schema: String) -> String {
      """
      \(path):
        get:
          operationId: \(name)
          responses:
            "200": {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/\(schema)'}}}}
      """
    }
    return document(
      paths: operation("/a", "getA", first) + "\n" + operation("/b", "getB", second), schemas: schemas)
  }

  private let order =
    "{type: object, required: [id, total], properties: {id: {type: string}, total: {type: integer}}}"

  @Test func aTypeOfSeveralOperationsIsShownOnce() throws {
    let comparison = try compared(
      two("Order: \(order)"), two("Order: \(order.replacing("[id, total]", with: "[id]"))"))
    #expect(
      comparison.text() == """
        Order  used by GetA, GetB
          ! total may be missing                Order.total: Int -> Int?
        1 change breaks this client, 0 change its Swift, 0 do neither; 0 in words only (--words).

        """)
    #expect(comparison.changes[0].operations.map(\.label) == ["GET /a", "GET /b"])
  }

  @Test func aTypeOfOneOperationIsShownWithIt() throws {
    let other = "Other: {type: object, properties: {x: {type: string}}}"
    let comparison = try compared(
      two("Order: \(order)\n\(other)", "Order", "Other"),
      two("Order: \(order.replacing("[id, total]", with: "[id]"))\n\(other)", "Order", "Other"))
    #expect(
      comparison.text(words: true) == """
        GetA  GET /a
          ! 200: total may be missing           Order.total: Int -> Int?
        1 change breaks this client, 0 change its Swift, 0 do neither; 0 in words only.

        """)
  }

  /// Sent and read, the worse of both is said.
  @Test func aTypeThatIsSentAndReadIsComparedBothWays() throws {
    func requiring(_ required: String) -> String {
      Self.putting(
        "Order: {type: object, required: \(required), properties: {id: {type: string}, note: {type: string}}}"
      )
    }
    let (loose, strict) = (requiring("[id]"), requiring("[id, note]"))
    #expect(try compared(loose, strict).lines == ["! 200, body: note has to be there"])
    #expect(try compared(strict, loose).lines == ["! 200, body: note may be missing"])
  }

  private static func putting(_ schemas: String) -> String {
    document(
      paths: """
        /a:
          put:
            operationId: putA
            requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
            responses:
              "200": {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        """, schemas: schemas)
  }

  @Test func aSchemaThatIsRenamedIsOneChange() throws {
    let old = two(
      "Order: \(order)\nPage: {type: object, properties: {all: {type: array, items: {$ref: '#/components/schemas/Order'}}}}",
      "Page", "Order")
    let comparison = try compared(old, old.replacing("Order", with: "Purchase"))
    #expect(comparison.lines == ["~ Order has another name"])
    #expect(comparison.changes[0].before == "Order" && comparison.changes[0].after == "Purchase")
  }

  @Test func aReferenceToAnotherTypeIsOneChange() throws {
    let schemas = """
      Order: \(order)
      Person: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer}}}
      Sale: {type: object, required: [id, total], properties: {id: {type: string}, total: {type: integer}, at: {type: string}}}
      """
    let unlike = try compared(two(schemas), two(schemas, "Order", "Person"))
    #expect(unlike.lines == ["! 200 is of another type"])
    #expect(
      unlike.changes[0].before == "GetB.Output: Order" && unlike.changes[0].after == "GetB.Output: Person")
    // One that has all that the other has does not break, and what it has more is said.
    let alike = try compared(two(schemas), two(schemas, "Order", "Sale"))
    #expect(alike.lines == ["~ 200 is of another type", "- 200: at is new"])
  }

  @Test func aTypeThatContainsItself() throws {
    let node =
      "{type: object, required: [next], properties: {next: {$ref: '#/components/schemas/Order'}, x: {type: string}}}"
    let list =
      "{type: object, required: [all], properties: {all: {type: array, items: {$ref: '#/components/schemas/Order'}}}}"
    #expect(try compared(two("Order: \(node)"), two("Order: \(node)")).changes.isEmpty)
    #expect(
      try compared(two("Order: \(node)"), two("Order: \(node.replacing("x:", with: "y:"))")).lines
        == ["~ x is gone", "- y is new"])
    #expect(try compared(two("Order: \(list)"), two("Order: \(list)")).changes.isEmpty)
    let plain = "Other: {type: object, properties: {x: {type: string}}}\nOrder: \(node)"
    let loose = plain.replacing("schemas/Order", with: "schemas/Other")
    #expect(try compared(two(loose), two(plain)).lines == ["~ next is of another type", "- next is new"])
  }

  @Test func aNestedTypeThatGetsANameOfItsOwn() throws {
    let item = "{type: object, properties: {sku: {type: string}, count: {type: integer}}}"
    let old = two("Order: {type: object, properties: {item: \(item)}}")
    let new = two(
      "Order: {type: object, properties: {item: {$ref: '#/components/schemas/Part'}}}\nPart: \(item)")
    let comparison = try compared(old, new)
    #expect(comparison.lines == ["~ Order.Item has another name"])
  }

  @Test func keysInAnotherStyleAreOneChange() throws {
    let old = two("Order: {type: object, properties: {placed_at: {type: string}, sent_by: {type: string}}}")
    // It can't be expressed by the strategy: two keys are one property.
    let new = old.replacing("sent_by:", with: "placedAt: {type: string}, sent_by:")
    let lines = try compared(old, new).lines
    #expect(
      lines == [
        "~ keys are written as the document declares them, which renames properties", "- placedAt is new",
      ])
  }

  @Test func modelsWithoutOperations() throws {
    func models(_ schemas: String) -> String { "openapi: 3.1.0\ncomponents:\n  schemas:\n\(schemas)" }
    let old = models("    A: {type: object, properties: {x: {type: string}}}\n    B: {enum: [x, y]}")
    let new = models("    A: {type: object, properties: {x: {type: integer}}}\n    C: {enum: [x, y]}")
    #expect(try compared(old, old).changes.isEmpty)
    #expect(try compared(old, new).lines == ["! x is of another type", "! B is gone", "- C is new"])
  }
}
