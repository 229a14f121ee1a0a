import Testing

@testable import Scaffolding

/// Names whose first letter has no case: a type and a property may be spelled the same.
struct CaselessNameTests {
  private let document = ScaffoldingTests.document(
    paths: """
      /注文/{猫}:
        get:
          operationId: 注文取得
          tags: [注文]
          parameters:
            - {name: 猫, in: path, required: true, schema: {type: string}}
            - {name: 種類, in: query, schema: {type: string, enum: [甲, 乙]}}
            - {name: 2fa, in: query, schema: {type: string, enum: [1a, 2b]}}
          responses:
            "200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/注文"}}}}
            "404": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/猫"}}}}
        put:
          operationId: 猫
          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/注文"}}}}
          responses:
            "200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/動物"}}}}
            "202": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/猫"}}}}
      """,
    schemas: """
      注文:
        type: object
        required: [猫, 種類]
        properties:
          猫: {$ref: "#/components/schemas/猫"}
          動物: {$ref: "#/components/schemas/動物"}
          種類: {type: string, enum: [甲, 乙, "0", "1"]}
          حالة: {type: object, properties: {حالة: {type: string, enum: [أ, ب]}}}
          0rtt: {type: object, properties: {_: {type: string}, 2fa: {type: boolean}}}
          2fa: {oneOf: [{type: object, title: 猫, properties: {猫: {type: string}}}, {type: integer}]}
          _0: {$ref: "#/components/schemas/0"}
          स्थिति: {type: string}
          สถานะ: {type: string}
      猫: {type: object, properties: {名前: {type: string}, 種類: {type: object, properties: {種類: {type: string, enum: [甲, 乙]}}}}}
      犬: {type: object, required: [犬], properties: {犬: {type: string}}}
      "0": {type: object, properties: {"0": {$ref: "#/components/schemas/0"}, 猫: {type: array, items: {$ref: "#/components/schemas/猫"}}}}
      動物: {oneOf: [{$ref: "#/components/schemas/猫"}, {$ref: "#/components/schemas/犬"}, {$ref: "#/components/schemas/0"}]}
      """)

  @Test func typesAndMembersHaveNamesOfTheirOwn() throws {
    for style in [Style(), Style(access: .public, isMainActor: true)] {
      let scaffold = try scaffold(document, style: style)
      #expect(try Compiled.problems(scaffold.files, isMainActor: style.isMainActor) == "")
    }
    let text = try scaffolded(document)
    #expect(text.contains("var 種類: OpenEnum<注文種類>"))
  }
}
