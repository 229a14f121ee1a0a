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
}
