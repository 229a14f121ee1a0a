import Foundation
import Testing

@testable import Scaffolding

/// What tells the variants of a union apart.
struct UnionVariantTests {
  private static let cat = "Cat: {type: object, required: [kind], properties: {kind: {type: string}}}"

  @Test func aDiscriminatorNamesOnlyReferences() throws {
    let text = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {type: string}], discriminator: {propertyName: kind}}",
        schemas: Self.cat))
    #expect(text.contains("case \"Cat\":\n") && !text.contains("case \"1\":"))
    #expect(text.contains("if let value = try? String(from: decoder)"))
  }

  @Test func aConstantOfAnInlineVariantTellsIt() throws {
    let dog = "{type: object, required: [kind], properties: {kind: {const: dog}}}"
    let fish = "{type: object, required: [fins], properties: {fins: {type: integer}}}"
    let text = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, \(dog), \(fish)], discriminator: {propertyName: kind}}",
        schemas: Self.cat))
    #expect(text.contains("case \"Cat\":\n") && text.contains("case \"dog\":\n"))
    #expect(text.contains("if let value = try? WithFins(from: decoder)"))
  }

  @Test func aReferenceToNoObjectIsTried() throws {
    let text = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/ID'}], discriminator: {propertyName: kind}}",
        schemas: Self.cat + "\nID: {type: string}"))
    #expect(!text.contains("case \"ID\":") && text.contains("try? String(from: decoder)"))
  }

  @Test func aNumberOrATextIsEither() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/IntOrString'}",
        schemas: "IntOrString: {type: string, format: int-or-string}"))
    #expect(text.contains("enum IntOrString: Decodable, Sendable {\n"))
    #expect(text.contains("case integer(Int)\n") && text.contains("case string(String)\n"))
  }

  @Test func eachVariantOfTwoUnionsIsWithEachOther() throws {
    func object(_ key: String) -> String {
      "{type: object, required: [\(key)], properties: {\(key): {type: string}}}"
    }
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Both'}",
        schemas: """
          A: \(object("a"))
          B: \(object("b"))
          C: \(object("c"))
          D: \(object("d"))
          Both:
            allOf:
              - {oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]}
              - {oneOf: [{$ref: "#/components/schemas/C"}, {$ref: "#/components/schemas/D"}]}
          """))
    for name in ["aC(AC)", "aD(AD)", "bC(BC)", "bD(BD)"] { #expect(text.contains("case \(name)"), "\(name)") }
    #expect(text.contains("struct BD: Decodable, Sendable {\n    var b: String\n    var d: String\n"))
  }
}
