import Testing

@testable import Scaffolding

/// Unions of texts that have names of their own.
struct ListedTextTests {
  private static let schemas = """
    StatusEnum: {type: string, enum: [open, closed]}
    BlankEnum: {enum: ['']}
    NullEnum: {enum: [null]}
    Auto: {type: string, const: auto}
    """

  private func property(_ schema: String) throws -> String {
    try scaffolded(
      returning("{type: object, required: [status], properties: {status: \(schema)}}", schemas: Self.schemas))
  }

  private func oneOf(_ names: String...) -> String {
    "{oneOf: [\(names.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", "))]}"
  }

  @Test func enumerationsWithNamesAreListedTogether() throws {
    let text = try property(oneOf("StatusEnum", "BlankEnum"))
    #expect(text.contains("var status: OpenEnum<Status>\n"))
    #expect(text.contains("case closed\n") && text.contains("case empty = \"\"\n"))
  }

  @Test func anEnumerationOfNullAloneIsNull() throws {
    #expect(
      try property(oneOf("StatusEnum", "BlankEnum", "NullEnum")).contains("var status: OpenEnum<Status>?\n"))
    #expect(try property(oneOf("StatusEnum", "NullEnum")).contains("var status: OpenEnum<StatusEnum>?\n"))
  }

  @Test func aUnionOfTextsThatRefersToItselfIsRead() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Tree'}",
        schemas: """
          Tree: {oneOf: [{type: string, enum: [a, b]}, {$ref: "#/components/schemas/Loop"}, {type: array, items: {$ref: "#/components/schemas/Tree"}}]}
          Loop: {oneOf: [{$ref: "#/components/schemas/Tree"}, {type: integer}]}
          """))
    #expect(text.contains("enum Tree: Decodable"))
  }

  @Test func aTextBesideANumberIsACaseUnderItsNameToo() throws {
    let text = try property("{oneOf: [{$ref: '#/components/schemas/Auto'}, {type: integer}]}")
    #expect(text.contains("case \"auto\": self = .auto"))
  }
}
