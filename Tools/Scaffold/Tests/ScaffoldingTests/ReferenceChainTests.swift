import Foundation
import Testing

@testable import Scaffolding

/// References that lead on and on, or back by another name.
struct ReferenceChainTests {
  /// A document in JSON of schemas each of which is made of the reference to the next one.
  private func chain(_ count: Int = 2_000, returns: Bool = true, _ schema: (String) -> String) throws
    -> Scaffold
  {
    let schemas = (0..<count).map { number in
      let reference = ##"{"$ref":"#/components/schemas/S\##(number + 1)"}"##
      return #""S\#(number)":\#(schema(reference))"#
    }
    let operation = ##"""
      "/x":{"get":{"operationId":"getX","responses":{"200":{"description":"","content":
      {"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}}
      """##
    return try scaffold(
      """
      {"openapi":"3.0.0","info":{"title":"Shop"},"paths":{\(returns ? operation : "")},
      "components":{"schemas":{\(schemas.joined(separator: ",")),"S\(count)":{"type":"object","properties":{"z":{"type":"string"}}}}}}
      """)
  }

  @Test func aChainOfIncludedSchemasIsLeftOutAndNamed() throws {
    let scaffold = try chain {
      #"{"allOf":[\#($0),{"type":"object","properties":{"a":{"type":"string"}}}]}"#
    }
    #expect(scaffold.written == 0 && scaffold.omissions.map(\.operation) == ["GET /x"])
    #expect(scaffold.omissions.first?.reason.contains("levels deep") == true)
    #expect(scaffold.omissions.first?.reason.contains("#/components/schemas/S") == true)
  }

  @Test func aDocumentOfIncludedSchemasNamesThoseThatAreTooDeep() throws {
    let scaffold = try chain(150, returns: false) {
      #"{"type":"object","properties":{"a":{"allOf":[\#($0),{"type":"object","properties":{"b":{"type":"string"}}}]}}}"#
    }
    #expect(scaffold.omissions.contains { $0.operation == "schema S0" })
    #expect(scaffold.files.contains { $0.text.contains("struct S149: Codable") })
  }

  @Test(arguments: [
    (2_000, #"{"type":"array","items":"#), (300, #"{"type":"object","additionalProperties":"#),
  ])
  func aChainOfListsEndsInAnyJSON(count: Int, start: String) throws {
    let scaffold = try chain(count) { "\(start)\($0)}" }
    #expect(scaffold.written == 1)
    #expect(scaffold.files.contains { $0.text.contains("JSONValue]]]]") })
  }

  @Test(arguments: [
    #"{"oneOf":[REF,{"type":"integer"}]}"#, #"{"type":"object","properties":{"a":REF}}"#, "REF",
    #"{"allOf":[REF]}"#, #"{"oneOf":[{"type":"array","items":REF},{"type":"string"}]}"#,
    #"{"anyOf":[REF,{"type":"object","properties":{"a":{"type":"array","items":REF}}}]}"#,
  ])
  func otherChainsEnd(schema: String) throws {
    let scaffold = try chain(300) { schema.replacing("REF", with: $0) }
    #expect(scaffold.written == 1)
  }

  @Test func variantsThatDoubleWithEachLevelAreLeftOut() throws {
    let levels = (0..<40).map { level in
      let next =
        "{oneOf: [{$ref: '#/components/schemas/A\(level + 1)'}, {$ref: '#/components/schemas/B\(level + 1)'}]}"
      return "A\(level): \(next)\nB\(level): \(next)"
    }
    let schemas = """
      X: {allOf: [{type: object, properties: {a: {type: string}}}, {$ref: '#/components/schemas/A0'}]}
      \(levels.joined(separator: "\n"))
      A40: {type: object, properties: {b: {type: string}}}
      B40: {type: object, properties: {c: {type: string}}}
      """
    let scaffold = try scaffold(returning("{$ref: '#/components/schemas/X'}", schemas: schemas))
    #expect(scaffold.written == 0 && scaffold.omissions.map(\.operation) == ["GET /x"])
    #expect(scaffold.omissions.first?.reason.contains("too large") == true)
  }

  @Test func whatStandsBesideAChainOfUnionsEnds() throws {
    let schemas = """
      X: {allOf: [{type: object, properties: {a: {type: string}}}, {$ref: '#/components/schemas/U'}]}
      U: {oneOf: [{$ref: '#/components/schemas/U'}, {type: object, properties: {b: {type: string}}}]}
      """
    let scaffold = try scaffold(returning("{$ref: '#/components/schemas/X'}", schemas: schemas))
    #expect(scaffold.selected == 1)
  }

  @Test(arguments: [
    "{anyOf: [{$ref: '#/components/schemas/Node'}, {type: 'null'}]}", "{$ref: '#/components/schemas/Node'}",
    "{nullable: true, allOf: [{$ref: '#/components/schemas/Node'}]}",
  ])
  func aTypeThatContainsItselfByAnotherNameIsBoxed(alias: String) throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Node'}",
        schemas: """
          Node: {type: object, properties: {parent: {$ref: '#/components/schemas/NullableNode'}}}
          NullableNode: \(alias)
          """))
    #expect(text.contains("var parent: Box<Node>?"))
  }
}
