import ReparteeJSON
import Testing

@testable import Scaffolding

/// Which types stand for schemas.
struct SchemaTests {
  private func type(of schema: String) throws -> String {
    let text = try scaffolded(returning("{type: object, required: [a], properties: {a: \(schema)}}"))
    let line = text.split(separator: "\n").first { $0.contains("var a: ") }
    return String(try #require(line).split(separator: ": ", maxSplits: 1)[1])
  }

  @Test(arguments: [
    ("{type: string}", "String"), ("{type: [string, 'null']}", "String?"),
    ("{type: string, nullable: true}", "String?"),
    ("{type: integer}", "Int"), ("{type: number}", "Double"), ("{type: boolean}", "Bool"),
    ("{}", "JSONValue"),
    ("true", "JSONValue"), ("{type: string, format: date-time}", "Date"),
    ("{type: string, format: uuid}", "UUID"),
    ("{type: string, format: uri}", "URL"), ("{type: string, format: byte}", "Data"),
    ("{type: array, items: {type: integer}}", "[Int]"),
    ("{type: array, items: {type: [integer, 'null']}}", "[Int?]"),
    ("{type: object}", "[String: JSONValue]"), ("{additionalProperties: {type: integer}}", "[String: Int]"),
    ("{type: string, enum: [x, y]}", "OpenEnum<A>"), ("{enum: [1, 2]}", "OpenEnum<A>"),
    ("{type: string, enum: [x, y, null]}", "OpenEnum<A>?"),
    ("{oneOf: [{type: string}, {type: 'null'}]}", "String?"),
    ("{anyOf: [{type: string}, {enum: [x, y]}]}", "OpenEnum<A>"), ("{allOf: [{type: string}]}", "String"),
    ("{oneOf: [{const: 1, title: ONE}, {const: 2, title: TWO}]}", "OpenEnum<A>"),
    ("{oneOf: [{type: string}, {type: integer}]}", "A"), ("{const: 1.5}", "Double"),
    ("{const: [1]}", "JSONValue"), ("{type: [string, integer]}", "A"),
  ])
  func aSchemaHasItsType(schema: String, expected: String) throws {
    #expect(try type(of: schema) == expected)
  }

  @Test func aConstantIsAValueThatItHas() throws {
    let text = try scaffolded(
      sending("{type: object, required: [type], properties: {type: {const: card}, n: {const: 1}}}"))
    #expect(text.contains(#"/// Always `"card"`."#) && text.contains(#"var type = "card""#))
    #expect(text.contains("var n: Int?"))
    let open = try scaffolded(
      sending("{type: object, required: [type], properties: {type: {const: card}, n: {type: integer}}}"),
      style: Style(access: .public))
    #expect(open.contains("public init(n: Int? = nil) {\n      self.n = n\n    }"))
  }

  @Test func whatMayBeLeftOutOrNullIsKeptApartInWhatIsSent() throws {
    let schema = "{type: object, properties: {nick: {type: [string, 'null']}, name: {type: string}}}"
    let sent = try scaffolded(sending(schema))
    #expect(
      sent.contains("/// A property of two question marks is left out if it is nil, and null")
        && sent.contains("var nick: String??"))
    #expect(sent.contains("var name: String?\n"))
    #expect(try scaffolded(returning(schema)).contains("var nick: String?\n"))
  }

  private struct Sent: Encodable {
    var nick: String??
  }

  @Test(
    arguments: [(nil, "{}"), (.some(nil), #"{"nick":null}"#), (.some("a"), #"{"nick":"a"}"#)]
      as [(String??, String)])
  func aValueOfTwoOptionalsIsLeftOutOrNull(nick: String??, json: String) throws {
    #expect(String(decoding: try JSONCoder().encode(Sent(nick: nick)), as: UTF8.self) == json)
  }

  @Test func aDiscriminatorMakesAnEnumWithPayloads() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Pet'}",
        schemas: """
          Pet:
            oneOf: [{$ref: "#/components/schemas/CatPet"}, {$ref: "#/components/schemas/DogPet"}]
            discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/CatPet"}}
          CatPet: {type: object, properties: {kind: {type: string}, lives: {type: integer}}}
          DogPet: {type: object, properties: {kind: {type: string, const: hound}}}
          """))
    #expect(
      text.contains(
        """
            switch try? container?.decode(String.self, forKey: .kind) {
            case "cat":
              self = .cat(try CatPet(from: decoder))
            case "hound":
              self = .dog(try DogPet(from: decoder))
            default:
              self = .other(try JSONValue(from: decoder))
            }
        """))
  }

  @Test func aValueOfANamedEnumerationIsAConstantAndTellsVariantsApart() throws {
    let kinds =
      "Kinds: {type: integer, oneOf: [{title: BUTTON, const: 2}, {title: MENU, const: 3}, {title: LINK, const: 4}]}"
    let text = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Button'}, {$ref: '#/components/schemas/Menu'}]}",
        schemas: """
          \(kinds)
          Button: {type: object, required: [type], properties: {type: {type: integer, enum: [2], allOf: [{$ref: "#/components/schemas/Kinds"}]}}}
          Menu: {type: object, required: [type], properties: {type: {type: integer, enum: [3, 4], allOf: [{$ref: "#/components/schemas/Kinds"}]}}}
          """))
    #expect(text.contains("/// Always `2`, BUTTON.\n  var type = 2"))
    #expect(text.contains("var type: OpenEnum<Kinds>\n"))
    #expect(text.contains("case 2:") && text.contains("case 3, 4:") && !text.contains("if let value = try?"))
  }

  @Test func aVariantWithoutANameIsCalledLikeItsConstant() throws {
    let text = try scaffolded(
      sending(
        """
        {type: object, properties: {input: {oneOf: [{type: string}, {type: array, items: {oneOf: [ \
        {type: object, required: [type, url], properties: {type: {const: image_url}, url: {type: string}}}, \
        {type: object, required: [type, text], properties: {type: {const: text}, text: {type: string}}}]}}]}}}
        """))
    #expect(text.contains("case parts([Part])"))
    #expect(text.contains("case imageURL(ImageURL)") && text.contains("case text(Text)"))
  }

  @Test func constantsOfOneKeyTellVariantsApart() throws {
    let text = try scaffolded(
      returning(
        """
        {oneOf: [{type: object, required: [type], properties: {type: {const: a}}}, \
        {type: object, required: [type], properties: {type: {const: b}}}]}
        """))
    #expect(
      text.contains("case \"a\":") && text.contains("case \"b\":") && !text.contains("if let value = try?"))
  }

  @Test func variantsAreTriedFromTheMostRequiredProperties() throws {
    let text = try scaffolded(
      returning(
        """
        {oneOf: [{title: Small, type: object, required: [a], properties: {a: {type: string}}}, {type: string}, \
        {title: Large, type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}]}
        """))
    let text1 = try #require(text.range(of: "try? String(from: decoder)"))
    let large = try #require(text.range(of: "try? Large(from: decoder)"))
    let small = try #require(text.range(of: "try? Small(from: decoder)"))
    #expect(text1.lowerBound < large.lowerBound && large.lowerBound < small.lowerBound)
    #expect(text.contains("case other(JSONValue)"))
  }

  @Test func allOfIsMergedAlsoWithADiscriminatorAbove() throws {
    let text = try scaffolded(
      returning(
        "{type: array, items: {$ref: '#/components/schemas/Pet'}}",
        schemas: """
          Pet:
            type: object
            required: [kind]
            discriminator: {propertyName: kind}
            properties: {kind: {type: string}, name: {type: string}}
          Cat: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {lives: {type: integer}}}]}
          Dog: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, required: [name], properties: {tail: {type: boolean}}}]}
          """))
    #expect(text.contains("enum Pet: Decodable") && text.contains("case \"Cat\":"))
    #expect(
      text.contains(
        "struct Cat: Decodable, Sendable {\n  var kind: String\n  var name: String?\n  var lives: Int?"))
  }

  @Test func aTypeThatContainsItselfIsBoxed() throws {
    let document = returning(
      "{$ref: '#/components/schemas/Node'}",
      schemas: """
        Node:
          type: object
          properties: {next: {$ref: "#/components/schemas/Node"}, all: {type: array, items: {$ref: "#/components/schemas/Node"}}}
        """)
    let scaffold = try scaffold(document)
    let text = scaffold.files.map(\.text).joined()
    #expect(text.contains("var next: Box<Node>?") && text.contains("var all: [Node]?"))
    #expect(text.contains("final class Box<Value: Sendable>: Sendable"))
  }

  @Test func anEnumThatContainsItselfIsIndirect() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Filter'}",
        schemas: """
          Filter: {oneOf: [{$ref: "#/components/schemas/Not"}, {type: string}]}
          Not: {type: object, required: [not], properties: {not: {$ref: "#/components/schemas/Filter"}}}
          """))
    #expect(text.contains("indirect enum Filter") && text.contains("var not: Filter\n"))
  }

  @Test func anEnumOfObjectsIsIndirectAndOneOfScalarsIsNot() throws {
    let card = "{type: object, properties: {number: {type: string}}}"
    let union = "{anyOf: [{type: string}, \(card)]}"
    let text = try scaffolded(
      sending(
        "{type: object, properties: {card: \(union), amount: {anyOf: [{type: string}, {type: integer}]}}}"))
    #expect(text.contains("indirect enum Card: Encodable"))
    #expect(text.contains("    enum Amount: Encodable"))
  }

  @Test func anObjectThatContainsItselfInAnEnumNeedsNoBox() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Node'}",
        schemas: """
          Node: {type: object, properties: {child: {$ref: "#/components/schemas/Child"}, leaf: {$ref: "#/components/schemas/Leaf"}}}
          Child: {oneOf: [{$ref: "#/components/schemas/Node"}, {type: string}]}
          Leaf: {type: object, properties: {name: {type: string}, parent: {$ref: "#/components/schemas/Child"}}}
          """))
    #expect(text.contains("indirect enum Child"))
    #expect(text.contains("var leaf: Leaf?") && !text.contains("Box"))
  }

  @Test func keysInSnakeCaseNeedNoWordUnlessTheyCannotBeSent() throws {
    let plain = try scaffold(sending("{type: object, properties: {user_name: {type: string}}}"))
    #expect(plain.files.contains { $0.text.contains("keys: .snakeCase") })
    #expect(
      plain.files.contains { $0.text.contains("var userName: String?") && !$0.text.contains("CodingKeys") })
    let odd = try scaffold(
      sending("{type: object, properties: {address_1: {type: string}, userID: {type: string}}}"))
    #expect(!odd.files.contains { $0.text.contains("keys: .snakeCase") })
    #expect(odd.files.contains { $0.text.contains("case address1 = \"address_1\"") })
  }

  @Test func whatNoOperationReachesIsNotWritten() throws {
    #expect(try !scaffolded(returning("{type: string}")).contains("Unused"))
  }

  @Test func readOnlyPropertiesAreNotSent() throws {
    let schema =
      "{type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}"
    #expect(try !scaffolded(sending(schema)).contains("var id"))
    #expect(try scaffolded(returning(schema)).contains("var id: Int\n"))
  }

  @Test func documentationStaysAComment() throws {
    let text = try scaffolded(
      returning(
        #"{type: object, properties: {a: {type: string, description: "one\r\ntwo\u2028three\u0000*/ \u000Bend"}}}"#
      ))
    #expect(text.contains("/// one two three*/ end\n    var a"))
  }

  /// Those above `Int.max` are identifiers of some servers.
  @Test func anUnsignedIntegerOf64BitsIsOne() throws {
    let number = "{type: integer, format: uint64}"
    let text = try scaffolded(
      returning(
        "{type: object, required: [id], properties: {id: {anyOf: [\(number), {type: string, format: uuid}]}, size: \(number)}}"
      ))
    #expect(text.contains("case integer(UInt64)") && text.contains("var size: UInt64?"))
    let query = try scaffolded(
      document(
        paths: """
          /x/{id}:
            get:
              operationId: getX
              parameters:
                - {name: id, in: path, required: true, schema: \(number)}
                - {name: after, in: query, schema: \(number)}
                - {name: X-Page, in: header, required: true, schema: \(number)}
              responses: {"204": {description: ""}}
          """))
    #expect(query.contains("var id: UInt64") && query.contains("var after: UInt64?"))
    #expect(query.contains(#"headers: ["X-Page": "\(xPage)"]"#))
  }

  /// Pydantic writes constants that are not required.
  @Test func aConstantThatMayBeMissingTellsVariantsApartWhereItIsThere() throws {
    func pet(_ kind: String, _ key: String) -> String {
      "{type: object, properties: {kind: {const: \(kind)}, \(key): {type: integer}}}"
    }
    let text = try scaffolded(
      returning(
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
        schemas: "Cat: \(pet("cat", "m"))\nDog: \(pet("dog", "b"))"))
    #expect(
      text.contains(
        """
              switch try? container?.decode(String.self, forKey: .kind) {
              case "cat":
                self = .cat(try Cat(from: decoder))
              case "dog":
                self = .dog(try Dog(from: decoder))
              default:
                if let value = try? Cat(from: decoder) {
                  self = .cat(value)
                } else if let value = try? Dog(from: decoder) {
                  self = .dog(value)
                } else {
                  self = .other(try JSONValue(from: decoder))
                }
              }
        """))
  }

  @Test func theVariantWithMorePropertiesIsTriedFirst() throws {
    let text = try scaffolded(
      returning(
        "{anyOf: [{$ref: '#/components/schemas/SimpleUser'}, {$ref: '#/components/schemas/FullUser'}]}",
        schemas: """
          SimpleUser: {type: object, required: [id], properties: {id: {type: integer}}}
          FullUser: {type: object, required: [id], properties: {id: {type: integer}, plan: {type: string}}}
          """))
    let places = ["try? FullUser(", "try? SimpleUser("].map { text.firstRange(of: $0)?.lowerBound }
    #expect(places[0] != nil && places[1] != nil && places[0] ?? text.endIndex < places[1] ?? text.startIndex)
  }

  /// As a part of a form, or as a parameter that is text.
  @Test func whatIsAlsoSentDecodesAsBefore() throws {
    let paths = """
      /x:
        get:
          operationId: getX
          parameters: [{name: filter, in: header, schema: {$ref: "#/components/schemas/Filter"}}]
          responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Filter"}}}}}
        post:
          operationId: sendX
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema: {type: object, required: [f], properties: {f: {$ref: "#/components/schemas/Part"}}}
          responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Part"}}}}}
      """
    let text = try scaffolded(
      document(
        paths: paths,
        schemas: """
          Filter: {type: object, properties: {role: {type: string, enum: [admin, user]}}}
          Part: {type: object, properties: {role: {type: string, enum: [admin, user]}, when: {type: string, format: int64}}}
          """))
    #expect(text.contains("struct Filter: Decodable, Sendable {\n  var role: OpenEnum<Role>?"))
    #expect(text.contains("struct Part: Codable, Sendable {\n  var role: OpenEnum<Role>?"))
    #expect(text.contains("@Quoted var when: Int? = nil"))
    #expect(!text.contains("QueryValue"))
  }

  @Test func aLaterPartThatSaysNothingReplacesNothing() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Page'}",
        schemas: """
          User: {type: object, properties: {id: {type: integer}}}
          Envelope: {type: object, required: [data], properties: {data: {type: object}, list: {type: array, items: {}}}}
          Page:
            allOf:
              - {type: object, properties: {data: {$ref: "#/components/schemas/User"}, list: {type: array, items: {type: string}}}}
              - {$ref: "#/components/schemas/Envelope"}
              - {type: object, properties: {kind: {allOf: [{type: string}, {enum: [a, b]}]}}}
          """))
    #expect(text.contains("var data: User\n") && text.contains("var list: [String]?"))
    #expect(text.contains("var kind: OpenEnum<Kind>?"))
  }

  @Test func aUnionThatIsOnlyAParameterIsNoType() throws {
    let paths = """
      /x:
        get:
          operationId: getX
          parameters:
            - {name: filter, in: query, schema: {$ref: "#/components/schemas/Filter"}}
            - {name: sort, in: query, schema: {oneOf: [{$ref: "#/components/schemas/Sort"}, {type: array, items: {$ref: "#/components/schemas/Sort"}}]}}
          responses: {"204": {description: ""}}
      """
    let text = try scaffolded(
      document(
        paths: paths,
        schemas: """
          Filter: {oneOf: [{type: string}, {$ref: "#/components/schemas/Parts"}]}
          Parts: {type: object, properties: {a: {$ref: "#/components/schemas/Filter"}}}
          Sort: {type: string, enum: [up, down]}
          """))
    #expect(!text.contains("Filter") && !text.contains("Parts"))
    #expect(text.contains("var filter: String?") && text.contains("var sort: [Sort]?"))
    #expect(text.contains("enum Sort: String, QueryValue, Sendable"))
  }

  @Test func anEnumerationAfterAConstantChangesNothing() throws {
    let text = try scaffolded(
      returning(
        "{type: object, required: [k], properties: {k: {allOf: [{enum: [red]}, {$ref: '#/components/schemas/Color'}]}}}",
        schemas: "Color: {type: string, enum: [red, blue]}"))
    #expect(text.contains("var k = \"red\""))
  }
}
