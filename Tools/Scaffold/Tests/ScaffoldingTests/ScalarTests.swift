import Foundation
import Testing

@testable import Scaffolding

/// Values of a document whose type is declared: in YAML a text needs no quotes.
struct ScalarTests {
  private let document = """
    openapi: 3.1.0
    info: {title: Shop, version: 1.0}
    servers: [{url: https://shop.example.com}]
    paths:
      /x/{v}:
        get:
          operationId: 404
          tags: [2024]
          parameters:
            - {name: v, in: path, required: true, schema: {type: string, enum: [1.0, 1.10, true, no, 012, 2024-01-02, 1e3]}}
            - {name: 1, in: query, schema: {type: integer, enum: ["1", "2", 0x1F, +7, 1_000, 2e3]}}
            - {name: q, in: query, required: true, schema: {type: string, const: 1.10}}
          responses:
            "200":
              description: ""
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/All"}
                  example: {version: 1.10, flag: True, code: 012, n: 1e3, list: [1.0, no], map: {a: 1}, id: 7, kind: 2, true: true}
      /y:
        put:
          operationId: put
          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/All"}}}}
          responses: {"204": {description: ""}}
    components:
      schemas:
        All:
          type: object
          required: [version, id, true]
          properties:
            version: {type: string}
            flag: {type: string, enum: [True, False, yes]}
            code: {type: string}
            n: {type: number}
            ratio: {type: number, enum: ["1.5", .5, 1., .inf]}
            list: {type: array, items: {type: string}}
            map: {type: object, additionalProperties: {type: string}}
            id: {type: integer, readOnly: true}
            kind: {type: string, enum: [1, 2, true]}
            true: {type: boolean, enum: ["true"]}
            const: {type: string, const: 1e3, default: 1e3}
            number: {type: integer, const: "7"}
            untyped: {enum: [1, 2]}
            codes: {enum: [001, 002]}
            nan: {type: string, const: .nan}
            narrow: {allOf: [{$ref: "#/components/schemas/Version"}], enum: [1.10]}
        Version: {type: string, enum: [1.0, 1.10]}
    """

  @Test func valuesAreOfTheTypeThatTheSchemaDeclares() throws {
    let program = #"""
      let all = #"{"version": "1.10", "flag": "True", "id": 7, "kind": "2", "true": true, "ratio": 0.5, "codes": "001", "untyped": 2}"#
      await show(_404(v: ._110, _1: ._1000), Shop.client(transport: transport(200, all)))
      await show(_404(v: .`true`, _1: ._2), Shop.client(transport: transport(200, all)))
      await show(_404(v: ._012, _1: ._31), Shop.client(transport: transport(200, all)))
      await show(Put(body: AllBody(version: "1", kind: .true, true: true)), Shop.client(transport: transport(204)))
      print(try JSONCoder().decode(All.self, from: Data(all.utf8)).id + 1)
      """#
    let printed = try Compiled.output(scaffold(document).files, program: program)
    #expect(try scaffolded(document).contains("/// Always `\"1.10\"`.\n  var narrow: String?"))
    #expect(
      printed.filter { !$0.hasPrefix("=") } == [
        "GET /x/1.10?1=1000&q=1.10", "GET /x/true?1=2&q=1.10", "GET /x/012?1=31&q=1.10",
        #"PUT /y content-type: application/json {"version":"1","kind":"true","true":true,"const":"1e3"}"#,
        "8",
      ])
  }

  @Test func examplesAreOfTheTypeThatTheSchemaDeclares() throws {
    var options = ScaffoldOptions()
    options.name = "Shop"
    let scaffold = try Scaffold(openAPI: "api.yaml", testing: "Shop", options: options) { _ in
      Data(document.utf8)
    }
    let tests = try #require(scaffold.files.first { $0.isTest }).text
    #expect(
      tests.contains(
        #"{\"version\":\"1.10\",\"flag\":\"True\",\"code\":\"012\",\"n\":1e3,\"list\":[\"1.0\",\"no\"],\"map\":{\"a\":\"1\"},\"id\":7,\"kind\":\"2\",\"true\":true}"#
      ))
  }

  @Test func anExampleMayBeTheTextOfJSON() throws {
    func operation(_ name: String, _ schema: String, _ example: String) -> String {
      let content = "{application/json: {schema: {\(schema)}, example: '\(example)'}}"
      return "  /\(name): {get: {responses: {\"200\": {description: \"\", content: \(content)}}}}"
    }
    let object = "type: object, properties: {id: {type: integer}}"
    let text = ScaffoldingTests.document(
      paths: [
        operation("a", object, #"{"id": 1, "more": "2"}"#), operation("b", "type: string", #"{"id": 2}"#),
        operation("c", object, "{id: 3}"), operation("d", object, #"{"id": "4"}"#),
      ].joined(separator: "\n"))
    let scaffold = try Scaffold(openAPI: "api.yaml", testing: "Shop") { _ in Data(text.utf8) }
    let tests = try #require(scaffold.files.first { $0.isTest }).text
    #expect(tests.contains(#"  "{\"id\":1,\"more\":\"2\"}","#))
    #expect(tests.contains(#"  "\"{\\\"id\\\": 2}\"","#))
    #expect(tests.contains("found a string"))
    #expect(tests.split(separator: "\n").count { $0.contains("does not match its schema") } == 2)
  }

  @Test(arguments: [
    ("1", "1"), ("+1", "1"), ("-1", "-1"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1"), ("1.e3", "1e3"),
    ("1e3", "1e3"),
    ("0x1F", "31"), ("0o17", "15"), ("1.10", "1.10"), ("+", nil), ("-", nil), (".", nil), ("-.", nil),
    ("+-1", nil),
    ("012", nil), ("1_000", nil), (".inf", nil), (".nan", nil), ("1.2.3", nil), ("2024-01-02", nil),
    ("1e", nil),
  ])
  func numbersAreThoseOfTheCoreSchema(text: String, number: String?) {
    #expect(YAMLReader.number(text)?.text == number)
  }

  @Test func whatIsRequiredOfAResponseAloneIsNotOptional() throws {
    let text = try scaffolded(
      ScaffoldingTests.document(
        paths: """
          /users:
            post:
              operationId: createUser
              requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
              responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
          /orders:
            post:
              operationId: createOrder
              requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}
              responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
          """,
        schemas: """
          User:
            type: object
            required: [id, name, password]
            properties: {id: {type: integer, readOnly: true}, name: {type: string}, password: {type: string, writeOnly: true}, tag: {$ref: "#/components/schemas/Tag"}}
          Order: {type: object, properties: {user: {$ref: "#/components/schemas/User"}}}
          Tag: {type: object, properties: {id: {type: integer, readOnly: true}}}
          """))
    #expect(
      text.contains(
        "struct User: Decodable, Sendable {\n  var id: Int\n  var name: String\n  var tag: Tag?\n}"))
    #expect(
      text.contains(
        "struct UserBody: Encodable, Sendable {\n  var name: String\n  var password: String\n  var tag: Tag?\n}"
      ))
    #expect(text.contains("struct OrderBody: Encodable, Sendable {\n  var user: UserBody?\n}"))
    // Where nothing is required, one type is enough.
    #expect(text.contains("struct Tag: Codable, Sendable"))
    #expect(text.contains("var body: [OrderBody]") && text.contains("ResponseMap<User, Never>"))
  }
}
