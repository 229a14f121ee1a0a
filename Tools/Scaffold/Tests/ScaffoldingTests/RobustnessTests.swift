import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// Documents that are wrong, odd or huge: an error says where, and nothing ends the process.
struct RobustnessTests {
  private func error(_ text: String) throws -> String {
    let error = try #require(throws: InputError.self) { try scaffold(text) }
    return error.description
  }

  @Test func whatCannotBeReadSaysWhere() throws {
    #expect(try error("{\"openapi\": \"3.0.0\",\n  oops}").hasPrefix("api.yaml:2:3: error: "))
    #expect(try error("openapi: 3.0.0\npaths: [a\n").hasPrefix("api.yaml:3:1: error: "))
    #expect(
      try error("openapi: 4.0.0\npaths: {}\n").hasPrefix(
        "api.yaml:1:10: error: OpenAPI 4.0.0 is not supported"))
    #expect(try error("").contains("the file is empty"))
    #expect(try error("title: x").contains("this is not an OpenAPI document"))
    #expect(try error("openapi: 3.0.0\ninfo: {title: x}").contains("it has no operations, and no schema"))
    #expect(try error("openapi: 3.0.0\nopenapi: 3.0.0\npaths: {}").contains("a key occurs twice: openapi"))
    #expect(try error("{\"openapi\": \"3.0.0\", \"openapi\": \"3.1.0\"}").contains("error: "))
  }

  @Test func whatSelectsNothingOrIsNoObjectIsAnError() throws {
    let nothing = try #require(throws: InputError.self) {
      try scaffold(returning("{type: string}"), only: ["POST /none"])
    }
    #expect(nothing.message == "no operation is selected")
    for text in ["5", "[]", "[1]", "null"] {
      #expect(throws: InputError.self, "\(text)") {
        try Scaffold(samples: [(name: "a.json", bytes: Data(text.utf8))], named: "A")
      }
    }
  }

  @Test func anErrorShowsNoControlCharacterOfADocument() throws {
    let error = try error("openapi: \"4.\\e[31m\\n\"\npaths: {}")
    #expect(error.contains("4.\\u{1b}[31m\\u{a}") && !error.contains("\u{1B}"))
  }

  @Test func anOperationThatCannotBeReadIsLeftOutAndNamed() throws {
    let scaffold = try scaffold(
      document(
        paths: """
          /a: {get: {operationId: a, responses: {"204": {description: ""}}}}
          /b: {get: {operationId: b, responses: {"200": {$ref: "#/components/responses/None"}}}}
          /c: {get: {operationId: c, responses: {"999": {description: ""}}}}
          /d: {get: {operationId: d, parameters: [{$ref: "other.yaml#/a"}], responses: {"204": {description: ""}}}}
          """))
    #expect(scaffold.written == 1 && scaffold.selected == 4)
    #expect(scaffold.omissions.map(\.operation) == ["GET /b", "GET /c", "GET /d"])
    #expect(
      scaffold.omissions[0].reason.contains(#"the reference "#)
        && scaffold.omissions[0].reason.contains("leads nowhere"))
    #expect(scaffold.omissions[1].reason.contains("\"999\" is no status"))
    #expect(scaffold.omissions[2].reason.contains("other.yaml"))
  }

  @Test func referencesAcrossFilesAreRead() throws {
    let text = try scaffolded(
      returning("{$ref: 'models/user.yaml#/User'}"),
      others: [
        "models/user.yaml": "User: {type: object, properties: {team: {$ref: '../team.json'}}}",
        "team.json": #"{"type": "object", "properties": {"name": {"type": "string"}}}"#,
      ])
    #expect(text.contains("struct User: Decodable") && text.contains("var team: Team?"))
  }

  @Test(arguments: [
    "A: {$ref: '#/components/schemas/A'}",
    "A: {$ref: '#/components/schemas/B'}\nB: {$ref: '#/components/schemas/A'}",
    "A: {allOf: [{$ref: '#/components/schemas/A'}, {type: object, properties: {a: {type: string}}}]}",
    "A: {type: array, items: {$ref: '#/components/schemas/A'}}",
    "A: {type: array, items: {anyOf: [{$ref: '#/components/schemas/A'}, {type: string}]}}",
    "A: {type: array, items: {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}}",
    "A: {additionalProperties: {$ref: '#/components/schemas/A'}}",
    "A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}",
    "A: {type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}",
  ])
  func cyclesEnd(schemas: String) throws {
    let scaffold = try scaffold(returning("{$ref: '#/components/schemas/A'}", schemas: schemas))
    #expect(scaffold.selected == 1)
  }

  @Test func aThousandLevelsAndTenThousandSchemasAreRead() throws {
    let open = String(repeating: #"{"type":"object","properties":{"a":"#, count: 1_000)
    let close = String(repeating: "}}", count: 1_000)
    let deep = """
      {"openapi":"3.0.0","info":{"title":"Shop"},"paths":{"/x":{"get":{"operationId":"getX","responses":{"200":\
      {"content":{"application/json":{"schema":\(open){"type":"string"}\(close)}}}}}}}}
      """
    #expect(try scaffold(deep).written == 1)
    let many = (0..<10_000).map { number in
      ##""S\##(number)":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/S\##((number + 1) % 10_000)"}}}"##
    }.joined(separator: ",")
    let wide = """
      {"openapi":"3.0.0","info":{"title":"Shop"},"paths":{"/x":{"get":{"operationId":"getX","responses":{"200":\
      {"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}}},"components":{"schemas":{\(many)}}}
      """
    let scaffold = try scaffold(wide)
    #expect(
      scaffold.files.contains { $0.text.contains("struct S9999: Decodable") && $0.text.contains("Box<S0>") })
  }

  @Test func anAliasThatGrowsWithoutEndIsRefused() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(list)]\n"
    }
    let error = #expect(throws: InputError.self) {
      try YAMLReader.value(of: text, file: "a.yaml", limit: .seconds(3_600))
    }
    #expect(error?.message.contains("values") == true)
  }

  @Test func keysThatAreListsOfAliasesAreNotWaitedFor() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...5 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(list)]\n"
    }
    let error = #expect(throws: InputError.self) {
      try YAMLReader.value(of: text + "b: {? *a5 : 1, ? *a4 : 2}", file: "a.yaml", limit: .milliseconds(1))
    }
    #expect(error?.message.contains("to read") == true)
  }

  @Test func aByteOrderMarkIsNoText() throws {
    #expect(try scaffold("\u{FEFF}" + returning("{type: string}")).written == 1)
    #expect(try error("\u{FEFF}openapi: 3.0.0\npaths: {}").contains("it has no operations"))
  }

  /// Any document gives files or a typed error, and the same ones each time.
  @Test func mutatedDocumentsNeverEndTheProcess() throws {
    let bytes = Data(Self.seed.utf8)
    let seed = try SourceFile(name: "seed.yaml", bytes: bytes).root
    for number in 0..<400 {
      var generator = SeededGenerator(seed: UInt64(number + 1))
      var document = seed
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        document = Self.mutated(document, using: &generator)
      }
      let text = document.description
      let first = Result { try scaffold(text).files }
      let second = Result { try scaffold(text).files }
      switch (first, second) {
      case (.success(let one), .success(let other)): #expect(one == other)
      case (.failure(let one as InputError), .failure(let other as InputError)): #expect(one == other)
      default: Issue.record("\(first) \(second)\n\(text)")
      }
    }
  }

  private static func mutated(_ value: JSONValue, using generator: inout SeededGenerator) -> JSONValue {
    let odd: [JSONValue] = [
      nil, true, 0, -1, 1e300, "", "\u{0}", "\n", "a/b", "#/", ["$ref": "#/components/schemas/User"], [:], [],
      ["$ref": "#"], ["type": "object"], ["type": ["array", "null"]], ["oneOf": []], ["enum": [nil, 1, "x"]],
      ["allOf": [["$ref": "#/components/schemas/Event"]]],
    ]
    if Int.random(in: 0..<6, using: &generator) == 0 { return odd.randomElement(using: &generator) ?? nil }
    switch value {
    case .object(var object):
      guard let key = object.keys.randomElement(using: &generator), let member = object[key] else {
        return value
      }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: object[key] = nil
      case 1:
        object[key] = nil
        object[
          ["$ref", "type", "default", "2XX", "é", "\u{1B}", ""].randomElement(using: &generator) ?? ""] =
          member
      default: object[key] = mutated(member, using: &generator)
      }
      return .object(object)
    case .array(var elements):
      guard let index = elements.indices.randomElement(using: &generator) else { return value }
      elements[index] = mutated(elements[index], using: &generator)
      return .array(elements)
    default: return odd.randomElement(using: &generator) ?? nil
    }
  }

  private static let seed = document(
    paths: """
      /users/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        get:
          operationId: getUser
          parameters: [{name: q, in: query, schema: {type: array, items: {type: string}}, explode: false}]
          responses:
            "200": {description: A user., content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
            "404": {description: None., content: {application/problem+json: {}}}
            default: {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Event"}}}}
        put:
          operationId: putUser
          requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}}}}
          responses: {"204": {description: ""}}
      """,
    schemas: """
      User: {type: object, required: [id], properties: {id: {type: integer}, state: {enum: [a, b]}, boss: {$ref: "#/components/schemas/User"}}}
      Event: {oneOf: [{$ref: "#/components/schemas/User"}, {type: object, properties: {type: {const: x}}}], discriminator: {propertyName: type}}
      """)
}
