import Testing

@testable import Scaffolding

/// References by anchors and identifiers, and to schemas without a name of their own.
struct ReferenceTests {
  private func scaffold() throws -> Scaffold {
    try ScaffoldingTests.scaffold(
      document(
        paths: """
          /users:
            get:
              operationId: list_users
              parameters: [{name: sort order, in: query, schema: {type: string, enum: [a, b]}}]
              responses:
                "200": {description: "", content: {application/json: {schema: {type: object, required: [items], properties: {items: {type: array, items: {type: object, properties: {id: {type: integer}}}}, owner: {$ref: "#user"}, address: {$ref: "https://shop.example.com/schemas/address"}, other: {$ref: "more.yaml#extra"}}}}}}
                "404": {description: "", content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}
            post:
              operationId: create_user
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses:
                "200": {description: "", content: {application/json: {schema: {$ref: "#/paths/~1users/get/responses/200/content/application~1json/schema"}}}}
                "404": {description: "", content: {application/json: {schema: {$ref: "#/paths/~1users/get/responses/404/content/application~1json/schema"}}}}
          /x:
            get:
              operationId: getX
              responses:
                "200":
                  description: ""
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          a: {$ref: "#/components/schemas/Pet/anyOf/0"}
                          b: {$ref: "#/components/schemas/Pet/anyOf/1"}
                          c: {$ref: "#/paths/~1users/get/responses/200/content/application~1json/schema/properties/items/items"}
                          d: {$ref: "#/paths/~1users/post/requestBody/content/application~1json/schema"}
                          e: {$ref: "#/components/responses/Problem/content/application~1json/schema"}
                          f: {$ref: "#/paths/~1users/get/parameters/0/schema"}
                          g: {$ref: "#/components/schemas/Pet/$defs/collar"}
                          h: {$ref: "#/components/schemas/Tree"}
                          i: {$ref: "#/components/schemas/Pet/allOf/0/properties/tags/additionalProperties"}
          """,
        schemas: """
          Pet:
            allOf: [{type: object, properties: {tags: {type: object, additionalProperties: {type: object, properties: {label: {type: string}}}}}}]
            anyOf:
              - {type: object, required: [bark], properties: {bark: {type: string}}}
              - {title: Big Cat, type: object, required: [meow], properties: {meow: {type: string}}}
            $defs:
              collar: {type: object, properties: {color: {type: string}}}
          User:
            type: object
            $anchor: user
            example: {$id: data, $anchor: user}
            properties: {name: {type: string}, home: {$ref: "https://shop.example.com/schemas/address"}, $id: {type: string}}
          Address:
            $id: https://shop.example.com/schemas/address
            type: object
            properties: {street: {$ref: "#/$defs/line"}, city: {$ref: "#city"}, user: {$ref: "#/components/schemas/User"}, other: {$ref: "other"}}
            $defs:
              line: {type: object, properties: {text: {type: string}}}
              x: {$anchor: city, type: object, properties: {zip: {type: string}}}
              y: {$id: other, type: object, properties: {k: {type: integer}}}
          Tree:
            $dynamicAnchor: node
            type: object
            properties: {value: {type: string}, children: {type: array, items: {$dynamicRef: "#node"}}, left: {description: The left., $dynamicRef: "#node"}}
          """)
        + "\n  responses:\n    Problem: {description: '', content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}\n",
      others: ["more.yaml": "a: {b: {$anchor: extra, type: object, properties: {x: {type: string}}}}"])
  }

  @Test func aReferenceLeadsToAnchorsAndIdentifiers() throws {
    let scaffold = try scaffold()
    #expect(scaffold.omissions == [])
    let text = scaffold.files.map(\.text).joined()
    for member in [
      "var owner: User?", "var address: Address?", "var home: Box<Address>?", "var street: Line?",
      "var city: City?",
      "var user: Box<User>?", "var children: [Tree]?", "var left: Box<Tree>?", "var other: Extra?",
    ] {
      #expect(text.contains(member))
    }
    #expect(
      text.contains(
        "/// The left.\n  ///\n  /// A dynamic reference of the document, read as one that always leads here."
      ))
    #expect(try Compiled.problems(scaffold.files) == "")
  }

  @Test func aSchemaWithinOthersIsNamedByItsPlace() throws {
    let text = try scaffold().files.map(\.text).joined()
    for member in [
      "var a: PetVariant1?", "var b: PetBigCat?", "var c: ListUsersResponseItem?", "var d: CreateUserBody?",
      "var e: ProblemResponse?", "var f: OpenEnum<ListUsersSortOrder>?", "var g: Collar?", "var h: Tree?",
      "var i: PetPart1TagsValue?", "ResponseMap<ListUsersResponse, Failure>",
      ".code(404, .decodeError(ListUsers404Response.self) { .notFound($0) })",
    ] {
      #expect(text.contains(member))
    }
  }
}
