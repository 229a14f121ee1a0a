import Testing

@testable import Scaffolding

/// What documents do that few do: each is written, or said.
struct OddDocumentTests {
  private func operation(_ text: String, at path: String = "/x") throws -> String {
    try scaffolded(
      document(paths: "\(path):\n" + text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")))
  }

  // MARK: YAML

  @Test func mergeKeysOfYAMLAreMerged() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/User'}",
        schemas: """
          Base: &base {type: object, properties: &properties {id: {type: integer}, name: {type: string}}}
          User:
            <<: *base
            properties: {<<: [*properties, {name: {type: boolean}, age: {type: integer}}], id: {type: string}}
          """))
    #expect(
      text.contains("var id: String?") && text.contains("var name: String?") && text.contains("var age: Int?")
    )
    #expect(!text.contains("<<"))
  }

  @Test func wordsAndNumbersOfYAML11AreTexts() throws {
    let text = try scaffolded(
      returning("{type: string, enum: [on, off, no, 010, 0o17, 1_000, !!str 5, !!str true]}"))
    for word in ["on", "off", "no"] { #expect(text.contains("case \(word)\n")) }
    for raw in ["010", "0o17", "1_000", "5"] { #expect(text.contains("= \"\(raw)\"\n")) }
    #expect(text.contains("case `true`\n"))
  }

  @Test func aFlowMappingIsYAML() throws {
    let text = try scaffolded(
      returning("{$ref: 'a.yaml'}"), others: ["a.yaml": "{type: object, properties: {b: {type: string}}}"])
    #expect(text.contains("struct A: Decodable, Sendable {\n  var b: String?"))
  }

  @Test func aKeyThatIsThereTwiceHasItsPlace() throws {
    let error = #expect(throws: InputError.self) {
      try scaffold("openapi: 3.0.0\npaths: {}\nopenapi: 3.1.0\n")
    }
    #expect(error?.line == 1 && error?.column == 1)
  }

  @Test func whatIsNoUTF8HasItsPlace() throws {
    let error = #expect(throws: InputError.self) { try scaffold("openapi: 3.0.0\npaths: \u{7}\n") }
    #expect(error?.line == 2 && error?.column == 8)
    #expect(error?.message.contains("openapi") == false)
  }

  // MARK: Names

  @Test func anAPIIsNotCalledLikeATypeOfSwiftOrOfTheLibrary() throws {
    let scaffold = try scaffold(returning("{type: string}").replacing("Shop API", with: "Client API"))
    #expect(scaffold.files.contains { $0.name == "ClientAPI.swift" && $0.text.contains("enum ClientAPI {") })
  }

  @Test func keysThatSnakeCaseMakesOneAreWrittenOut() throws {
    let text = try scaffolded(
      returning("{type: object, properties: {user_id: {type: integer}, userId: {type: string}}}"))
    #expect(text.contains("case userID = \"user_id\"") && text.contains("= \"userId\""))
  }

  @Test func aSchemaIsNotCalledLikeWhatTypesHave() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/CodingKeys'}",
        schemas: "CodingKeys: {type: object, properties: {a-b: {type: string}}}"))
    #expect(text.contains("struct ShopCodingKeys: Decodable"))
  }

  @Test(arguments: ["{additionalProperties: OBJECT}", "{$ref: '#/components/schemas/List'}"])
  func anOutputThatHoldsATypeLeavesItsName(schema: String) throws {
    let object = "{type: object, properties: {a: {type: string}}}"
    let text = try scaffolded(
      returning(
        schema.replacing("OBJECT", with: object), schemas: "List: {type: array, items: \(object)}"))
    #expect(text.contains("struct Content: Decodable") && !text.contains("struct Output"))
  }

  @Test func tagsThatDifferInACapitalAreOneFile() throws {
    let responses = #"responses: {"204": {description: ""}}"#
    let scaffold = try scaffold(
      document(
        paths: """
          /a: {get: {operationId: a, tags: [User-Data], \(responses)}}
          /b: {get: {operationId: b, tags: [user data], \(responses)}}
          /c: {get: {operationId: c, tags: [\(String(repeating: "long ", count: 90))], \(responses)}}
          """))
    #expect(scaffold.files.count == 3)
    #expect(scaffold.files.allSatisfy { $0.name.utf8.count < 100 })
  }

  // MARK: Schemas

  @Test func numbersInQuotesAreNumbers() throws {
    let schema = """
      {type: object, required: [size], properties: {size: {type: string, format: int64}, price: {type: string, \
      format: double}, all: {type: array, items: {type: string, format: uint64}}}}
      """
    let text = try scaffolded(returning(schema))
    #expect(text.contains("@Quoted var size: Int\n"))
    #expect(text.contains("@Quoted var price: Double? = nil\n"))
    #expect(text.contains("var all: [Quoted<UInt64>]?\n"))
    let isolated = try scaffolded(returning(schema), style: Style(isMainActor: true))
    #expect(isolated.contains("var size: Quoted<Int>\n") && isolated.contains("var price: Quoted<Double>?\n"))
    #expect(
      try operation(
        """
        get:
          operationId: a
          parameters: [{name: n, in: query, schema: {type: string, format: int64}}]
          responses: {"204": {description: ""}}
        """
      ).contains("var n: Int?"))
  }

  @Test func aTypeThatIsNoneIsSaid() throws {
    let text = try scaffolded(
      returning("{type: object, properties: {a: {type: datetime, description: When.}}}"))
    #expect(text.contains("/// When.\n    ///\n    /// The document says that its type is `datetime`"))
    #expect(text.contains("var a: JSONValue?"))
  }

  @Test func aListOfItemSchemasIsATuple() throws {
    let text = try scaffolded(
      returning("{type: object, properties: {a: {type: array, items: [{type: string}, {type: integer}]}}}"))
    #expect(
      text.contains("/// In this order: string, integer.\n    var a: [A]?")
        && text.contains("case string(String)"))
  }

  @Test func whatStandsBesideAReferenceHoldsToo() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/A', properties: {b: {type: string}}, required: [a]}",
        schemas: "A: {type: object, properties: {a: {type: integer}}}"))
    #expect(text.contains("var a: Int\n") && text.contains("var b: String?\n"))
  }

  @Test func keysThatAreNotNamedAreSaid() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/A'}",
        schemas:
          "A: {type: object, description: An A., properties: {a: {type: string}}, additionalProperties: {}}"
      ))
    #expect(text.contains("/// An A.\n///\n/// The document allows keys that it does not name"))
  }

  // MARK: Requests

  @Test func cookiesAreOneField() throws {
    func parameters(_ text: String) throws -> String {
      try operation("get: {operationId: a, parameters: [\(text)], responses: {\"204\": {description: \"\"}}}")
    }
    let one = "{name: one, in: cookie, required: true, schema: {type: string}}"
    let two = "{name: two, in: cookie, required: true, schema: {type: integer}}"
    let three = "{name: three, in: cookie, schema: {type: string}}"
    #expect(try parameters(one).contains(#"headers: ["Cookie": "one=\(one)"]"#))
    #expect(
      try parameters("\(one), \(two)").contains(
        #""Cookie": ["one=\(one)", "two=\(two)"].joined(separator: "; ")"#))
    #expect(
      try parameters("\(one), \(three)").contains(
        #"""
            var cookies: [String] = ["one=\(one)"]
            if let three { cookies.append("three=\(three)") }
            return .get("/x", headers: ["Cookie": cookies.joined(separator: "; ")])
        """#))
  }

  @Test func stylesOfAPathAreWritten() throws {
    let text = try operation(
      """
      get:
        operationId: a
        parameters:
          - {name: b, in: path, required: true, style: label, schema: {type: string}}
          - {name: c, in: path, required: true, style: matrix, schema: {type: string}}
        responses: {"204": {description: ""}}
      """, at: "/x/{b}/{c}")
    #expect(text.contains(#".get("/x/.\(b)/;c=\(c)")"#))
  }

  @Test func anObjectInAQueryThatIsOneItemIsText() throws {
    let text = try operation(
      """
      get:
        operationId: a
        parameters: [{name: rgb, in: query, explode: false, schema: {type: object, properties: {r: {type: integer}}}}]
        responses: {"204": {description: ""}}
      """)
    #expect(text.contains("/// As text.\n  var rgb: String?") && text.contains(#"["rgb": rgb]"#))
  }

  @Test func theKeysOfAFreeMapAreItems() throws {
    let text = try operation(
      """
      get:
        operationId: a
        parameters: [{name: filters, in: query, schema: {type: object, additionalProperties: {type: string}}}]
        responses: {"204": {description: ""}}
      """)
    #expect(text.contains("var filters: [String: String]?"))
    #expect(
      text.contains(
        """
            var query: Request.Query = [:]
            for key in (filters ?? [:]).keys.sorted() { query.append(key, filters?[key]) }
            return .get("/x", query: query)
        """))
  }

  @Test func aFormBesideAnEncodedQueryIsAValueOfItsOwn() throws {
    let object = "{type: object, properties: {a_b: {type: string}}}"
    let text = try operation(
      """
      post:
        operationId: a
        parameters: [{name: filter, in: query, style: deepObject, schema: \(object)}]
        requestBody:
          required: true
          content:
            application/x-www-form-urlencoded:
              schema: {type: object, properties: {address: \(object)}}
              encoding: {address: {style: deepObject}}
        responses: {"204": {description: ""}}
      """)
    #expect(text.contains("query: .init(encoding: self, arrays: .brackets)"))
    #expect(text.contains("body: .form(.init(encoding: body, arrays: .brackets))"))
    #expect(text.contains("enum CodingKeys: String, CodingKey {\n    case filter\n  }"))
    // JSON's strategy of keys does not hold for forms.
    #expect(text.contains("case aB = \"a_b\""))
  }

  @Test func listsInAFormAreWrittenAsDeclared() throws {
    let modern = try operation(
      """
      post:
        operationId: a
        requestBody:
          required: true
          content:
            application/x-www-form-urlencoded:
              schema: {type: object, required: [ids, tags], properties: {ids: {type: array, items: {type: integer}}, tags: {type: array, items: {type: string}}}}
              encoding: {ids: {explode: false}}
        responses: {"204": {description: ""}}
      """)
    #expect(modern.contains(#".form(["ids": ids.map { "\($0)" }.joined(separator: ","), "tags": tags])"#))
    let swagger = try scaffolded(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      paths:
        /a:
          post:
            operationId: a
            parameters:
              - {name: csv, in: formData, required: true, type: array, items: {type: string}}
              - {name: multi, in: formData, required: true, type: array, items: {type: string}, collectionFormat: multi}
            responses: {"204": {description: ""}}
      """)
    #expect(swagger.contains(#".form(["csv": csv.joined(separator: ","), "multi": multi])"#))
  }

  @Test func aFormWithoutFieldsIsNoBody() throws {
    let text = try operation(
      """
      get:
        operationId: a
        requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {}}}}}
        responses: {"204": {description: ""}}
      """)
    #expect(text.contains(#".get("/x")"#) && !text.contains(".form("))
  }

  @Test func aPartThatIsJSONIsEncodable() throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            post:
              operationId: a
              requestBody:
                required: true
                content: {multipart/form-data: {schema: {type: object, properties: {at: {$ref: "#/components/schemas/Point"}}}}}
              responses: {"204": {description: ""}}
          """, schemas: "Point: {type: object, properties: {x: {type: integer}}}"))
    #expect(text.contains(".json(at)") && text.contains("struct Point: Encodable, Sendable"))
  }

  @Test func aVersionInAPathNamesNoFile() throws {
    let responses = #"responses: {"204": {description: ""}}"#
    let scaffold = try scaffold(
      document(
        paths: """
          /v1/users: {get: {operationId: a, \(responses)}}
          /api/2010-04-01/teams.json: {get: {operationId: b, \(responses)}}
          /v2: {get: {operationId: c, \(responses)}}
          """))
    #expect(scaffold.files.map(\.name) == ["Shop.swift", "TeamsJSON.swift", "Users.swift", "V2.swift"])
  }

  @Test func aPathOrASchemeThatLeadsNowhereLeavesTheOthers() throws {
    let scaffold = try scaffold(
      """
      openapi: 3.0.0
      info: {title: Shop, version: "1"}
      paths:
        /a: {get: {operationId: a, responses: {"204": {description: ""}}}}
        /b: {$ref: "none.yaml#/b"}
      components: {securitySchemes: {key: {$ref: "#/components/none"}}}
      """)
    #expect(scaffold.written == 1 && scaffold.omissions.map(\.operation) == ["/b"])
  }

  // MARK: Responses and servers

  @Test func aFileIsBytesWhateverItsMediaType() throws {
    let text = try scaffolded(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      paths: {/a: {get: {operationId: a, responses: {"200 OK": {description: "", schema: {type: file}}}}}}
      """)
    #expect(text.contains("ResponseMap<Data, Never>") && text.contains(".code(200, .decode)"))
  }

  @Test func aServerWithoutAHostIsSaid() throws {
    let plain = returning("{type: string}")
    let relative = try scaffold(plain.replacing("https://shop.example.com", with: "/v1"))
    let client = try #require(relative.files.first { $0.name == "Shop.swift" })
    #expect(client.text.contains("/// The document names no host, only a path: write it here."))
    #expect(client.text.contains(#"baseURL = "https://api.example.com/v1""#))
  }

  @Test func anOperationServedElsewhereIsSaid() throws {
    let text = try operation(
      """
      get:
        operationId: a
        servers: [{url: "https://{region}.example.com", variables: {region: {default: eu}}}]
        responses: {"204": {description: ""}}
      """)
    #expect(
      text.contains(
        "// The document serves this at https://eu.example.com: send it with a client of that base"))
  }
}
