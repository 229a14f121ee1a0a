import Testing

@testable import Scaffolding

/// Which values of a discriminator stand for which variants.
struct DiscriminatorTests {
  private func cases(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("case ") && $0.hasSuffix(":") }
  }

  @Test func anEnumerationThatASchemaAndItsChildrenShareGivesEachItsName() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Resource'}",
        schemas: """
          Resource:
            type: object
            required: [kind]
            discriminator: {propertyName: kind}
            properties: {kind: {$ref: "#/components/schemas/ResourceKind"}}
          ResourceKind: {type: string, enum: [Vm, disk, Network]}
          Disk: {allOf: [{$ref: "#/components/schemas/Resource"}, {type: object, properties: {size: {type: integer}}}]}
          Vm: {allOf: [{$ref: "#/components/schemas/Resource"}, {type: object, properties: {cores: {type: integer}}}]}
          """))
    #expect(cases(text) == ["case \"disk\":", "case \"Vm\":"])
  }

  @Test func anEnumerationThatVariantsShareGivesEachItsNameOrNothing() throws {
    let vehicle = "{type: object, required: [type], properties: {type: {$ref: '#/components/schemas/Kind'}}}"
    let text = try scaffolded(
      returning(
        """
        {oneOf: [{$ref: "#/components/schemas/Car"}, {$ref: "#/components/schemas/Bike"}], \
        discriminator: {propertyName: type}}
        """,
        schemas: """
          Kind: {type: string, enum: [car, bicycle]}
          Car: \(vehicle)
          Bike: \(vehicle)
          """))
    #expect(cases(text) == ["case \"car\":"])
    #expect(text.contains("if let value = try? Bike(from: decoder)"))
  }

  @Test func aMappedValueBelongsToNoOtherVariant() throws {
    let vehicle = "{type: object, required: [type], properties: {type: {$ref: '#/components/schemas/Kind'}}}"
    let text = try scaffolded(
      returning(
        """
        {oneOf: [{$ref: "#/components/schemas/Bike"}, {$ref: "#/components/schemas/Car"}], \
        discriminator: {propertyName: type, mapping: {a: "#/components/schemas/Car", bike: Car}}}
        """,
        schemas: """
          Kind: {type: string, enum: [a, bike]}
          Car: \(vehicle)
          Bike: \(vehicle)
          """))
    #expect(cases(text) == ["case \"a\", \"bike\":"])
  }

  @Test(arguments: [
    ("{type: string}", ""), ("{type: string, enum: [cat, dog]}", ""),
    ("{type: string, enum: [cat, dog]}", "Dto"),
  ])
  func aValueThatAVariantListsItselfComesBeforeThoseOfItsBase(base: String, suffix: String) throws {
    func child(_ value: String) -> String {
      """
      {allOf: [{$ref: "#/components/schemas/Pet"}, \
      {type: object, properties: {petType: {type: string, enum: [\(value)]}}}]}
      """
    }
    func reference(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }
    let schemas = """
      Pet: {type: object, required: [petType], discriminator: {propertyName: petType}, properties: {petType: \(base)}}
      Cat\(suffix): \(child("cat"))
      Dog\(suffix): \(child("dog"))
      """
    let union = """
      {oneOf: [\(reference("Cat" + suffix)), \(reference("Dog" + suffix))], discriminator: {propertyName: petType}}
      """
    for schema in [reference("Pet"), union] {
      let text = try scaffolded(returning(schema, schemas: schemas))
      #expect(cases(text) == ["case \"cat\":", "case \"dog\":"])
    }
  }

  @Test func ofValuesThatBaseAndVariantListTheVariantHasItsOwn() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Pet'}",
        schemas: """
          Pet: {type: object, required: [type], discriminator: {propertyName: type}, properties: {type: {const: pet}}}
          Cat: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {type: {const: cat}}}]}
          Dog: {type: object, allOf: [{$ref: "#/components/schemas/Pet"}], properties: {type: {const: dog}}}
          """))
    #expect(cases(text) == ["case \"cat\":", "case \"dog\":"])
  }

  @Test func aSchemaStandsForThoseThatIncludeItByWayOfOthers() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Vh'}",
        schemas: """
          Vh: {type: object, required: [kind], discriminator: {propertyName: kind}, properties: {kind: {type: string}}}
          Vh3: {allOf: [{$ref: "#/components/schemas/Vh2"}, {type: object, properties: {c: {type: integer}}}]}
          Vh2: {allOf: [{$ref: "#/components/schemas/Vh"}, {type: object, properties: {b: {type: integer}}}]}
          """))
    #expect(cases(text) == ["case \"Vh2\":", "case \"Vh3\":"])
    #expect(
      text.contains("struct Vh3: Decodable, Sendable {\n  var kind: String\n  var b: Int?\n  var c: Int?"))
  }

  @Test func aDiscriminatorMayBeAnInteger() throws {
    func text(_ mapping: String) throws -> String {
      try scaffolded(
        returning(
          """
          {oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}], \
          discriminator: {propertyName: type\(mapping)}}
          """,
          schemas: """
            A: {type: object, required: [type], properties: {type: {type: integer, enum: [1]}}}
            B: {type: object, required: [type], properties: {type: {type: integer, const: 2}}}
            """))
    }
    for mapping in [", mapping: {'1': '#/components/schemas/A', '2': '#/components/schemas/B'}", ""] {
      let text = try text(mapping)
      #expect(cases(text) == ["case 1:", "case 2:"])
      #expect(text.contains("decode(Int.self, forKey: .type)"))
    }
    #expect(cases(try text(", mapping: {'7': '#/components/schemas/A'}")) == ["case 7:", "case 2:"])
  }

  @Test func aMappingNamesASchemaWithADotInItsName() throws {
    let animal = "{type: object, required: [kind], properties: {kind: {type: string}}}"
    let text = try scaffolded(
      returning(
        """
        {oneOf: [{$ref: "#/components/schemas/Animals.Dog"}, {$ref: "#/components/schemas/Animals.Cat"}], \
        discriminator: {propertyName: kind, mapping: {dog: Animals.Dog, cat: Animals.Cat}}}
        """,
        schemas: """
          Animals.Dog: \(animal)
          Animals.Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
          """))
    #expect(cases(text) == ["case \"dog\":", "case \"cat\":"])
  }

  @Test func aBaseThatTheMappingNamesIsAVariant() throws {
    func text(_ own: String) throws -> String {
      try scaffolded(
        returning(
          "{$ref: '#/components/schemas/Pet'}",
          schemas: """
            Pet:
              type: object
              required: [t]
              discriminator: {propertyName: t, mapping: {\(own)dog: "#/components/schemas/Dog"}}
              properties: {t: {type: string}, name: {type: string}}
            Dog: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {bark: {type: string}}}]}
            """))
    }
    let both = try text("pet: '#/components/schemas/Pet', ")
    #expect(cases(both) == ["case \"dog\":", "case \"pet\":"])
    #expect(both.contains("case base(Base)") && both.contains("struct Base: Decodable, Sendable {"))
    #expect(try cases(text("")) == ["case \"dog\":"])
  }

  /// As Microsoft Graph writes it: the mapping is that of the root.
  @Test func aBaseInTheMiddleIsAVariantOfItself() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/User'}",
        schemas: """
          Entity:
            type: object
            required: [kind]
            discriminator:
              propertyName: kind
              mapping: {"#g.user": "#/components/schemas/User", "#g.admin": "#/components/schemas/Admin"}
            properties: {kind: {type: string}, id: {type: string}}
          User:
            allOf: [{$ref: "#/components/schemas/Entity"}]
            type: object
            properties: {name: {type: string}}
            discriminator: {propertyName: kind, mapping: {"#g.admin": "#/components/schemas/Admin"}}
          Admin: {allOf: [{$ref: "#/components/schemas/User"}, {type: object, properties: {role: {type: string}}}]}
          """))
    #expect(cases(text).contains("case \"#g.user\":") && cases(text).contains("case \"#g.admin\":"))
    #expect(text.contains("case base(Base)"))
  }

  @Test func aBaseThatItsEnumerationListsIsAVariant() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Pet'}",
        schemas: """
          Pet:
            type: object
            required: [t]
            discriminator: {propertyName: t}
            properties: {t: {type: string, enum: [Pet, Dog]}}
          Dog: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {bark: {type: string}}}]}
          """))
    #expect(cases(text) == ["case \"Dog\":", "case \"Pet\":"])
  }

  @Test func aConstantThatIsTheDefaultIsSent() throws {
    let pets = """
      Cat: {type: object, properties: {pet_type: {const: cat, default: cat}, m: {type: integer}}}
      """
    let sent = try scaffolded(sending("{$ref: '#/components/schemas/Cat'}", schemas: pets))
    #expect(sent.contains("var petType = \"cat\"\n"))
    let read = try scaffolded(returning("{$ref: '#/components/schemas/Cat'}", schemas: pets))
    #expect(read.contains("var petType: String?"))
  }
}
