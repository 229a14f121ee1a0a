import Foundation
import Testing

@testable import Scaffolding

/// What documents seldom say of requests, responses and servers.
struct OddRequestTests {
  @Test(arguments: [
    ("required: [data, has_more]", "{type: [boolean, 'null']}"), ("required: [data]", "{type: boolean}"),
  ])
  func whetherThereIsMoreMayBeMissing(required: String, more: String) throws {
    let text = try scaffolded(
      document(
        paths: """
          /users:
            get:
              operationId: listUsers
              parameters: [{name: after, in: query, schema: {type: string}}]
              responses:
                "200":
                  description: ""
                  content:
                    application/json:
                      schema:
                        type: object
                        \(required)
                        properties:
                          has_more: \(more)
                          data: {type: array, items: {$ref: "#/components/schemas/User"}}
          """, schemas: "User: {type: object, required: [id], properties: {id: {type: string}}}"))
    #expect(text.contains(#"page.value.hasMore == true ? .query("after", page.value.data.last?.id) : nil"#))
  }

  @Test(arguments: [
    ("basePath: /v1.44", "https://api.example.com/v1.44"), ("basePath: /", "https://api.example.com"),
    ("host: a.example\nbasePath: /v1", "https://a.example/v1"), ("x-none: 1", "https://api.example.com"),
  ])
  func aBasePathWithoutAHostIsKept(lines: String, url: String) throws {
    let scaffold = try scaffold(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      \(lines)
      paths: {/a: {get: {operationId: a, responses: {"204": {description: ""}}}}}
      """)
    let client = try #require(scaffold.files.first { $0.name == "Shop.swift" })
    #expect(client.text.contains("static let baseURL = \"\(url)\"\n"))
  }

  @Test(arguments: [
    ("*/*", "{type: integer}", ".json(body)"), ("application/*+json", "{type: integer}", ".json(body)"),
    ("*/*", "{type: string, format: binary}", "body)"), ("image/*", "{type: string}", "body)"),
    ("text/*", "{type: string}", "body)"), ("application/*", "{type: object}", "body)"),
  ])
  func aBodyOfAnyTypeIsLabelledAsItIsSent(type: String, schema: String, body: String) throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            post:
              operationId: a
              requestBody: {required: true, content: {"\(type)": {schema: \(schema)}}}
              responses: {"204": {description: ""}}
          """))
    #expect(text.contains("Request { .post(\"/x\", body: \(body)"), "\(text)")
    #expect(text.contains("The API takes `\(type)`.") == (body == "body)" && type != "*/*"))
    let swagger = try scaffolded(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      paths:
        /x:
          post:
            operationId: a
            consumes: ["\(type)"]
            parameters: [{name: body, in: body, required: true, schema: \(schema)}]
            responses: {"204": {description: ""}}
      """)
    #expect(swagger.contains("Request { .post(\"/x\", body: \(body)"), "\(swagger)")
  }

  @Test(arguments: [
    (["json-patch+json", "merge-patch+json", "vnd.x+json"], "merge-patch+json"),
    (["json-patch+json", "json", "*+json"], "json"), (["xml", "octet-stream", "json"], "json"),
    (["json-patch+json", "x-www-form-urlencoded"], "json-patch+json"),
  ])
  func aBodyIsAJSONPatchOnlyIfNothingElseIsJSON(types: [String], chosen: String) throws {
    let types = types.map { "application/" + $0 }
    let swagger = """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      paths:
        /x:
          patch:
            operationId: a
            consumes: ["\(types.joined(separator: "\", \""))"]
            parameters: [{name: body, in: body, required: true, schema: {type: object}}]
            responses: {"204": {description: ""}}
      """
    let contents = types.map { "\"\($0)\": {schema: {type: object}}" }.joined(separator: ", ")
    let openAPI = document(
      paths: """
        /x:
          patch:
            operationId: a
            requestBody: {required: true, content: {\(contents)}}
            responses: {"204": {description: ""}}
        """)
    let label = chosen == "json" ? "" : ", contentType: \"application/\(chosen)\""
    let others = types.filter { $0 != "application/\(chosen)" }.joined(separator: ", ")
    for text in [try scaffolded(swagger), try scaffolded(openAPI)] {
      #expect(text.contains("body: .json(body\(label))"))
      #expect(text.contains("// The API also takes the body as \(others)."))
    }
  }

  @Test func listsInAPathHaveTheirSeparator() throws {
    let swagger = try scaffolded(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      paths:
        /a/{ids}:
          get:
            operationId: a
            parameters: [{name: ids, in: path, required: true, type: array, items: {type: string}, collectionFormat: pipes}]
            responses: {"204": {description: ""}}
      """)
    #expect(swagger.contains(#".get("/a/\(ids.joined(separator: "|"))")"#))
    let label = try scaffolded(
      document(
        paths: """
          /a/{ids}:
            get:
              operationId: a
              parameters: [{name: ids, in: path, required: true, style: label, explode: true, schema: {type: array, items: {type: string}}}]
              responses: {"204": {description: ""}}
          """))
    #expect(label.contains(#".get("/a/.\(ids.joined(separator: "."))")"#))
  }

  /// A comma that separates is not encoded, and the order is the document's.
  @Test func listsInAQueryAreJoinedByTheLibrary() throws {
    let text = try scaffolded(
      document(
        paths: """
          /a:
            get:
              operationId: a
              parameters:
                - {name: page, in: query, schema: {type: integer}}
                - {name: kind, in: query, style: form, explode: false, schema: {type: array, items: {type: string, enum: [x, y]}}}
                - {name: ids, in: query, required: true, style: pipeDelimited, explode: false, schema: {type: array, items: {type: integer}}}
                - {name: sort, in: query, schema: {type: string}}
              responses: {"204": {description: ""}}
          """))
    #expect(
      text.contains(
        """
            var query: Request.Query = ["page": page]
            query.append("kind", joining: kind)
            query.append("ids", joining: ids, by: "|")
            query.append("sort", sort)
            return .get("/a", query: query)
        """))
    #expect(text.contains("enum Kind: String, QueryValue, Sendable"))
  }

  @Test func aResponseToHEADHasNoBody() throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            head:
              operationId: a
              responses:
                "200": {description: "", content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
                "404": {description: "", content: {application/json: {schema: {type: object, properties: {b: {type: string}}}}}}
          """))
    #expect(text.contains("ResponseMap<Void, Failure>") && text.contains(".code(200, .noContent)"))
    #expect(text.contains(".code(404, .error(.notFound))") && !text.contains("decode"))
    let command = try Scaffold(curl: "curl -I https://a.example/x").files.map(\.text).joined()
    #expect(command.contains(".success(.noContent)"))
  }

  @Test func filesDifferByMoreThanCapitals() throws {
    let document = document(
      paths: """
        /a: {get: {operationId: a, tags: [petstore], responses: {"204": {description: ""}}}}
        /b: {get: {operationId: b, tags: [models], responses: {"204": {description: ""}}}}
        """
    ).replacing("Shop API", with: "PetStore")
    let names = try scaffold(document).files.map(\.name)
    #expect(names == ["ModelsEndpoints.swift", "PetStore.swift", "PetstoreEndpoints.swift"])
  }

  private func parameters(_ text: String) throws -> String {
    try scaffolded(
      document(
        paths: """
          /x:
            get: {operationId: a, parameters: [\(text)], responses: {"204": {description: ""}}}
          """))
  }

  @Test(arguments: ["Content-Length", "content-length", "Host", "Transfer-Encoding", "Accept"])
  func aFieldThatFollowsFromTheURLOrTheBodyIsNoParameter(name: String) throws {
    let text = try parameters("{name: \(name), in: header, required: true, schema: {type: string}}")
    #expect(text.contains("{ .get(\"/x\") }\n") && !text.contains(name))
  }

  /// Nil would remove the client's field, and with `Cookie` the cookies of its jar.
  @Test func aFieldThatIsNotGivenLeavesTheClientsAsItIs() throws {
    let field = "{name: Accept-Language, in: header, schema: {type: string}}"
    let number = "{name: X-Page, in: header, schema: {type: integer}}"
    let list = "{name: X-Tags, in: header, schema: {type: array, items: {type: string, enum: [a, b]}}}"
    let tenant = "{name: X-Tenant, in: header, required: true, schema: {type: string}}"
    #expect(
      try parameters("\(field), \(number), \(list), \(tenant)").contains(
        """
          var request: Request {
            var headers: Request.Headers = ["X-Tenant": xTenant]
            if let acceptLanguage { headers["Accept-Language"] = acceptLanguage }
            if let xPage { headers["X-Page"] = xPage }
            if let xTags { headers["X-Tags"] = xTags.map(\\.rawValue).joined(separator: ",") }
            return .get("/x", headers: headers)
          }
        """))
    let cookie = "{name: theme, in: cookie, schema: {type: string}}"
    #expect(
      try parameters(cookie).contains(
        #"""
            var headers: Request.Headers = [:]
            if let theme { headers["Cookie"] = "theme=\(theme)" }
            return .get("/x", headers: headers)
        """#))
    let size = "{name: size, in: cookie, schema: {type: integer}}"
    #expect(
      try parameters("\(cookie), \(size)").contains(
        #"if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }"#))
  }

  @Test func aListInACookieIsJoined() throws {
    let texts = "{name: ids, in: cookie, required: true, schema: {type: array, items: {type: string}}}"
    #expect(try parameters(texts).contains(#"["Cookie": "ids=\(ids.joined(separator: ","))"]"#))
    let listed = "{name: ids, in: cookie, schema: {type: array, items: {type: string, enum: [a, b]}}}"
    #expect(
      try parameters(listed).contains(
        #"if let ids { headers["Cookie"] = "ids=\(ids.map(\.rawValue).joined(separator: ","))" }"#))
  }

  @Test func aMapCalledAsTheLoopsVariableIsRead() throws {
    let map = "{type: object, additionalProperties: {type: string}}"
    let key = "{name: key, in: query, required: true, schema: \(map)}"
    let text = try parameters("\(key), {name: more, in: query, required: true, schema: \(map)}")
    #expect(text.contains("for name in key.keys.sorted() { query.append(name, key[name]) }"))
    #expect(text.contains("for key in more.keys.sorted() { query.append(key, more[key]) }"))
  }

  @Test func aCursorThatIsAURLIsNoText() throws {
    func text(_ format: String) throws -> String {
      try scaffolded(
        document(
          paths: """
            /users:
              get:
                operationId: listUsers
                parameters: [{name: cursor, in: query, schema: {type: string}}]
                responses:
                  "200":
                    description: ""
                    content:
                      application/json:
                        schema:
                          type: object
                          required: [data]
                          properties:
                            next_cursor: {type: string\(format)}
                            data: {type: array, items: {type: string}}
            """))
    }
    #expect(try text("").contains(#".query("cursor", page.value.nextCursor)"#))
    #expect(try !text(", format: uri").contains("nextCursor)"))
  }

  /// A range and `default` stand for statuses that nothing else declares.
  @Test func anExampleOfARangeIsReadWithAStatusOfItsOwn() throws {
    let schema = "{type: object, required: [a], properties: {a: {type: string}}}"
    func response(_ status: String, _ example: String) -> String {
      "\"\(status)\": {description: \"\", content: {application/json: {schema: \(schema), example: {a: \(example)}}}}"
    }
    let responses = ["200", "400", "4XX", "500", "5XX", "default"].map { response($0, "x\($0)") }
    let text = document(
      paths: """
        /x:
          get: {operationId: getX, responses: {\(responses.joined(separator: ", "))}}
        """)
    let scaffold = try Scaffold(openAPI: "api.yaml", testing: "Shop") { _ in Data(text.utf8) }
    let tests = try #require(scaffold.files.first { $0.isTest }).text
    for (name, status) in [
      ("getX200", 200), ("getX400", 400), ("getX401", 401), ("getX500", 500), ("getX501", 501),
      ("getXDefault", 300),
    ] {
      #expect(tests.contains("func \(name)(_ text: String)"), "\(name)")
      #expect(tests.contains("response(\(status), text)"), "\(status)")
    }
  }

  @Test func anEnumerationIsTheWholeBody() throws {
    let text = try scaffolded(returning("{type: string, enum: [UP, DOWN]}"))
    #expect(text.contains("ResponseMap<OpenEnum<Contents>, Never>") && text.contains("enum Contents: String"))
  }

  @Test(arguments: ["204", "205", "304"]) func aStatusWithoutABodyHasNone(status: String) throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            put:
              operationId: a
              responses: {"200": {description: ""}, "\(status)": {description: "", content: {application/json: {schema: {}}}}}
          """))
    #expect(!text.contains("decode") && !text.contains("JSONValue"))
  }

  @Test func aMemberOfAnObjectThatAParameterNamesIsNotWrittenTwice() throws {
    let pageable = "{type: object, properties: {page: {type: integer}, size: {type: integer}}}"
    let page = "{name: page, in: query, schema: {type: integer}}"
    for more in [
      "",
      ", {name: f, in: query, style: deepObject, schema: {type: object, properties: {a: {type: string}}}}",
    ] {
      let objects = ["pageable", "other"].map { "{name: \($0), in: query, schema: \(pageable)}" }
      let text = try parameters("\(page), \(objects.joined(separator: ", "))\(more)")
      #expect(text.contains("var page: Int?") && text.contains("var size: Int?"))
      #expect(!text.contains("pageValue") && !text.contains("sizeValue"))
    }
  }

  @Test func aConstantParameterHasItsValue() throws {
    let version =
      "{name: api-version, in: query, required: true, schema: {type: string, enum: ['2024-01-01']}}"
    let header = "{name: X-Level, in: header, required: true, schema: {const: 3}}"
    let text = try parameters("\(version), \(header), {name: kind, in: query, schema: {const: a}}")
    #expect(text.contains("var apiVersion = \"2024-01-01\"\n") && text.contains("var xLevel = 3\n"))
    #expect(text.contains("var kind: String?"))
    let fraction = try parameters("{name: f, in: query, required: true, schema: {const: 0.5}}")
    #expect(!fraction.contains("0.5"))
  }

  @Test func aRequiredAuthorizationFieldIsASignIn() throws {
    let field = "{name: authorization, in: header, required: true, schema: {type: string}}"
    #expect(
      try parameters(field).contains("does not describe the sign-in of this operation (`Authorization`)"))
    #expect(try !parameters(field.replacing("required: true, ", with: "")).contains("signed in"))
  }

  @Test func aVerbAfterAParameterIsPartOfTheName() throws {
    let text = try scaffolded(
      document(paths: "/instances/{instance}:cancel: {post: {responses: {\"204\": {description: \"\"}}}}"))
    #expect(text.contains("Cancel") && !text.contains("ByInstanceCance:"), "\(text)")
  }

  @Test func whatSaysThatItHasNoSignInGetsNoOther() throws {
    let text = try scaffolded(
      document(
        paths: """
          /token:
            post:
              operationId: makeToken
              security: []
              parameters: [{name: Authorization, in: header, required: true, schema: {type: string}}]
              responses: {"204": {description: ""}}
          /x: {get: {operationId: getX, responses: {"204": {description: ""}}}}
          """
      ).replacing(
        "components:",
        with: "security: [{b: []}]\ncomponents:\n  securitySchemes: {b: {type: http, scheme: bearer}}"))
    #expect(text.contains(".authenticated(.off)") && text.contains("`Authorization`"))
  }

  @Test func aMapOfAnyNamesHidesNoMemberOfItsName() throws {
    let map = "{name: params, in: query, schema: {type: object, additionalProperties: {type: string}}}"
    let object = "{name: o, in: query, schema: {type: object, properties: {params: {type: string}}}}"
    let text = try parameters("\(map), \(object)")
    #expect(
      text.contains("var params: [String: String]?") && text.contains("[\"params\": paramsValue]"), "\(text)")
  }
}
