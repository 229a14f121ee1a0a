import Foundation
import Testing

@testable import Scaffolding

/// Documents that describe models and no operations.
struct ModelDocumentTests {
  private static let schemas = """
    components:
      schemas:
        ID: {type: string}
        Node: {type: object, required: [next], properties: {next: {$ref: '#/components/schemas/Node'}}}
        User:
          type: object
          required: [id]
          properties: {id: {$ref: '#/components/schemas/ID'}, team_name: {type: string}, state: {enum: [a, b]}}
    """

  private func models(_ top: String) throws -> Scaffold {
    try scaffold("openapi: 3.1.0\ninfo: {title: Shop}\n\(top)\n\(Self.schemas)")
  }

  @Test(arguments: ["", "paths: {}", "paths:", "paths: {x-note: none}", "webhooks: {}"])
  func aDocumentWithoutOperationsIsItsModels(top: String) throws {
    let scaffold = try models(top)
    #expect(scaffold.files.map(\.name) == ["Models.swift"])
    #expect(scaffold.written == 0 && scaffold.selected == 0 && scaffold.omissions.isEmpty)
    let text = try #require(scaffold.files.first?.text)
    #expect(text.hasPrefix("import Repartee\n\n// Read these with `JSONCoder(keys: .snakeCase)`.\n"))
    #expect(text.contains("struct User: Codable, Sendable {\n  var id: String\n  var teamName: String?"))
    #expect(text.contains("var next: Box<Node>") && text.contains("final class Box<Value: Sendable>"))
  }

  @Test func theDefinitionsOfSwaggerAreModels() throws {
    let scaffold = try scaffold(
      """
      swagger: "2.0"
      info: {title: Shop}
      definitions: {User: {type: object, properties: {id: {type: integer}}}}
      """)
    #expect(scaffold.files.map(\.name) == ["Models.swift"])
    #expect(scaffold.files.first?.text.contains("struct User: Codable, Sendable {\n  var id: Int?") == true)
  }

  @Test func aSchemaThatCannotBeReadLeavesTheOthers() throws {
    let scaffold = try scaffold(
      """
      openapi: 3.1.0
      components:
        schemas:
          A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
          B: {type: object, properties: {c: {$ref: '#/components/schemas/None'}}}
          D: {type: object, properties: {e: {type: string}}}
      """)
    #expect(scaffold.omissions.map(\.operation) == ["schema A", "schema B"])
    #expect(scaffold.omissions.allSatisfy { $0.reason.contains("leads nowhere") })
    let text = scaffold.files.map(\.text).joined()
    #expect(text.contains("struct D: Codable") && !text.contains("struct A") && !text.contains("struct B"))
  }

  @Test func aDocumentWithNeitherIsAnError() throws {
    for text in [
      "openapi: 3.1.0", "openapi: 3.1.0\npaths: {}", "swagger: '2.0'\ndefinitions: {ID: {type: string}}",
    ] {
      let error = #expect(throws: InputError.self, "\(text)") { try scaffold(text) }
      #expect(error?.message == "it has no operations, and no schema that becomes a type")
    }
    let error = #expect(throws: InputError.self) {
      try scaffold("openapi: 3.1.0\n\(Self.schemas)", only: ["GET /x"])
    }
    #expect(error?.message == "no operation is selected")
  }
}
