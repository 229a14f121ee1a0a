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

  @Test func booleansTellVariantsApart() throws {
    func reply(_ success: Bool, _ key: String) -> String {
      "{type: object, required: [success], properties: {success: {enum: [\(success)]}, \(key): {type: string}}}"
    }
    let text = try scaffolded(
      returning("{oneOf: [\(reply(true, "result")), \(reply(false, "reason"))]}"))
    #expect(text.contains("switch try? container?.decode(Bool.self, forKey: .success) {"))
    #expect(text.contains("case true:") && text.contains("case false:"))
  }

  /// Only trying tells the others apart, from the most required properties.
  @Test func anOptionalKeyTellsOnlyWhatIsAConstantInAllVariants() throws {
    func written(_ variants: String...) throws -> String {
      try scaffolded(
        returning("{oneOf: [\(variants.map { "{type: object, \($0)}" }.joined(separator: ", "))]}"))
    }
    let enumerations = try written(
      "required: [a], properties: {mode: {type: string, enum: [x, y]}, a: {type: string}}",
      "required: [b], properties: {mode: {type: string, enum: [z]}, b: {type: string}}",
      "required: [c], properties: {mode: {type: string}, c: {type: string}}")
    #expect(!enumerations.contains("switch try?"))
    let required = try written(
      "required: [object], properties: {object: {const: a}}",
      "required: [object], properties: {object: {const: b}}",
      "properties: {object: {const: b}, c: {type: string}}")
    #expect(required.contains("case \"a\":") && required.contains("case \"b\":"))
    let ranked = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Small'}, {$ref: '#/components/schemas/Large'}]}",
        schemas: """
          Small: {type: object, required: [id], properties: {kind: {const: s}, id: {type: string}}}
          Large: {type: object, required: [id, name], properties: {kind: {const: l}, id: {type: string}, name: {type: string}}}
          """))
    let places = ["try? Large(", "try? Small("].map { ranked.firstRange(of: $0)?.lowerBound }
    #expect(ranked.contains("case \"s\":") && ranked.contains("case \"l\":"))
    #expect(places[0] ?? ranked.endIndex < places[1] ?? ranked.startIndex)
  }
}
