import Testing

@testable import Scaffolding

/// What stands at the root of a response, and the responses that mean something else than success or failure.
struct RootValueTests {
  private func operation(_ name: String, _ responses: String, parameters: String = "[]") -> String {
    "/\(name): {get: {operationId: \(name), parameters: \(parameters), responses: {\(responses)}}}"
  }

  private func json(_ status: String, _ schema: String, type: String = "application/json") -> String {
    "\"\(status)\": {description: \"\", content: {\(type): {schema: \(schema)}}}"
  }

  private var values: String {
    document(
      paths: [
        operation("text", json("200", "{type: string}") + ", " + json("404", "{type: string}")),
        operation("halText", json("200", "{type: string}", type: "application/hal+json")),
        operation(
          "optional",
          json("200", "{type: [string, 'null']}") + ", " + json("404", "{type: string, format: date-time}")),
        operation(
          "date", json("200", "{type: string, format: date-time}") + ", \"204\": {description: \"\"}"),
        operation(
          "bytes",
          json("200", "{type: string, format: byte}") + ", " + json("400", "{type: string, format: byte}")),
        operation("nothing", json("200", "{type: 'null'}") + ", " + json("400", "{type: 'null'}")),
        operation(
          "constant", json("200", "{type: string, const: 1.10}") + ", " + json("400", "{enum: [a, b]}")),
        operation(
          "alias",
          json("200", "{$ref: '#/components/schemas/Name'}") + ", " + json("202", "{type: integer}") + ", "
            + json("400", "{type: integer, format: int64}")),
        operation(
          "link",
          json("200", "{type: string, format: uri}") + ", " + json("400", "{type: string, format: uuid}")),
        operation("quoted", json("200", "{type: string, format: int64}")),
        operation("plain", json("200", "{type: string}", type: "text/plain")),
      ].joined(separator: "\n"), schemas: "Name: {type: string}")
  }

  @Test func aValueAtTheRootIsReadAsTheDocumentDeclaresIt() throws {
    let calls = [
      ("Text", 200, #""a \"b\"""#, "= a \"b\""), ("Text", 404, #""gone""#, #"! notFound("gone")"#),
      ("HalText", 200, #""x""#, "= x"), ("Optional", 200, #""x""#, #"= Optional("x")"#),
      ("Optional", 200, "null", "= nil"),
      ("Optional", 404, #""2024-01-02T00:00:00Z""#, "! notFound(2024-01-02 00:00:00 +0000)"),
      ("Date", 200, #""2024-01-02T00:00:00Z""#, "= Optional(2024-01-02 00:00:00 +0000)"),
      ("Date", 204, "", "= nil"),
      ("Bytes", 200, #""AQI=""#, "= 2 bytes"), ("Bytes", 400, #""AQIDBA==""#, "! badRequest(4 bytes)"),
      ("Nothing", 200, "null", "= null"), ("Nothing", 400, "null", "! badRequest(null)"),
      ("Constant", 200, #""1.10""#, "= 1.10"), ("Constant", 400, #""b""#, #"! badRequest("b")"#),
      ("Alias", 200, #""x""#, #"= ok("x")"#), ("Alias", 202, "7", "= accepted(7)"),
      ("Alias", 400, "7", "! badRequest(7)"),
      ("Link", 200, #""https://a.example/b""#, "= https://a.example/b"),
      (
        "Link", 400, #""0F0F0F0F-0000-4000-8000-000000000000""#,
        "! badRequest(0F0F0F0F-0000-4000-8000-000000000000)"
      ),
      ("Quoted", 200, #""7""#, "= 7"), ("Plain", 200, "a", "= a"),
    ]
    let program = calls.map { name, status, body, _ in
      let type =
        name == "Plain" ? "text/plain" : name == "HalText" ? "application/hal+json" : "application/json"
      let endpoint = ["Optional", "Date", "Quoted"].contains(name) ? name + "Endpoint" : name
      return
        "await show(\(endpoint)(), Shop.client(transport: transport(\(status), \(Literal.string(body)), \"\(type)\")))"
    }
    let printed = try Compiled.output(scaffold(values).files, program: program.joined(separator: "\n"))
    #expect(printed.filter { !$0.hasPrefix("GET") } == calls.map(\.3))
  }

  private var statuses: String {
    document(
      paths: [
        operation(
          "list",
          """
          "200": {description: "", headers: {Link: {schema: {type: string}}}, content: {application/json: {schema: {type: array, items: {type: string}}}}},
          "301": {description: "", content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}},
          "304": {description: ""}
          """.replacing("\n", with: " ")),
        operation(
          "cached",
          """
          "200": {description: "", headers: {$ref: "#/components/x-headers"}, content: {application/json: {schema: {type: string}}}},
          "304": {description: ""}
          """.replacing("\n", with: " "),
          parameters: "[{name: If-None-Match, in: header, schema: {type: string}}]"),
        operation("archive", "\"302\": {description: \"\"}, default: {description: \"\"}"),
        operation(
          "problem",
          json("200", "{type: string}") + ", "
            + json(
              "400",
              "{type: object, required: [code], properties: {title: {type: string}, code: {type: integer}}}",
              type: "application/problem+json")
            + ", "
            + json(
              "409", "{type: object, properties: {title: {type: string}, status: {type: integer}}}",
              type: "application/problem+json")),
        operation(
          "counted",
          """
          "200": {description: "", headers: {
            ETag: {schema: {type: string}}, X-Total-Count: {description: How many., schema: {type: integer}},
            X-Tags: {schema: {type: array, items: {type: string}}}, X-Reset: {schema: {type: string, format: date-time}},
            X-Ratio: {schema: {type: number}}, X-Cached: {schema: {$ref: "#/components/schemas/Flag"}}, Status: {schema: {type: string}}
          }, content: {application/json: {schema: {type: string}}}}
          """.replacing("\n", with: " ")),
        operation(
          "vendor",
          json("200", "{type: object, properties: {a: {type: string}}}", type: "application/vnd.shop.v2")
            + ", "
            + json(
              "400", "{type: array, items: {type: object, properties: {a: {type: string}}}}",
              type: "text/plain")),
        "/send: {put: {operationId: send, requestBody: {content: {image/png: {schema: {type: string, format: binary}}}}, responses: {\"204\": {description: \"\"}}}}",
        "/null: {put: {operationId: sendNull, requestBody: {required: true, content: {application/json: {schema: {type: [string, 'null']}}}}, responses: {\"204\": {description: \"\"}}}}",
      ].joined(separator: "\n"), schemas: "Flag: {type: boolean}")
  }

  @Test func statusesAndFieldsAreWhatTheDocumentDeclares() throws {
    let program = #"""
      func client(_ status: Int, _ body: String = "", _ type: String = "application/json", _ fields: [String: String] = [:]) -> Client {
        Shop.client(transport: transport(.init(code: status), body, type, fields))
      }
      await show(List(), client(200, #"["a"]"#))
      await show(Cached(), client(200, #""a""#))
      await show(Cached(ifNoneMatch: "\"1\""), client(304))
      await show(Archive(), client(302, "", "", ["Location": "https://a.example/b"]))
      await show(Archive(), client(501))
      await show(Problem(), client(400, #"{"title": "t", "code": 7}"#, "application/problem+json"))
      await show(Problem(), client(409, #"{"title": "t"}"#, "application/problem+json"))
      let response = try await client(200, #""a""#, "application/json", [
        "ETag": "\"1\"", "X-Total-Count": "42", "X-Tags": "a, b", "X-Reset": "2024-01-02T00:00:00Z", "X-Ratio": "0.5",
        "X-Cached": "true", "Status": "ok",
      ]).response(to: Counted())
      print(response.entityTag!.value, response.xTotalCount!, response.xTags!, response.xReset!, response.xRatio!, response.xCached!, response.statusField!)
      await show(Vendor(), client(200, #"{"a": "b"}"#, "application/vnd.shop.v2"))
      await show(Vendor(), client(400, #"[{"a": "b"}]"#, "text/plain"))
      await show(Send(), client(204))
      await show(Send(body: .data(Data("x".utf8), contentType: "image/png")), client(204))
      await show(SendNull(), client(204))
      """#
    let printed = try Compiled.output(scaffold(statuses).files, program: program)
    #expect(
      printed == [
        "GET /list", #"= ["a"]"#,
        "GET /cached", #"= Optional("a")"#,
        "GET /cached if-none-match: \"1\"", "= nil",
        "GET /archive", #"= Optional("https://a.example/b")"#,
        "GET /archive", "! unexpected",
        "GET /problem", #"! badRequest(program.Problem.BadRequestBody(title: Optional("t"), code: 7))"#,
        "GET /problem", "! conflict(409 Conflict: t)",
        "GET /counted", #"1 42 ["a", "b"] 2024-01-02 00:00:00 +0000 0.5 true ok"#,
        "GET /vendor", #"= Output(a: Optional("b"))"#,
        "GET /vendor", #"! badRequest([program.Vendor.BadRequestBody(a: Optional("b"))])"#,
        "PUT /send", "= ()", "PUT /send content-type: image/png x", "= ()",
        "PUT /null content-type: application/json null", "= ()",
      ])
    let text = try scaffolded(statuses)
    #expect(text.contains("struct List: PagedEndpoint"))
    #expect(text.contains("// Redirects are followed; the API declares 301."))
  }

  @Test func ofOpenAPI2ATypeThatIsNotJSONDoesNotMakeAnObjectBytes() throws {
    let text = try scaffolded(
      """
      swagger: "2.0"
      info: {title: Shop, version: "1"}
      host: shop.example.com
      produces: [application/octet-stream]
      paths:
        /a: {get: {operationId: a, responses: {"200": {description: "", schema: {$ref: "#/definitions/A"}}}}}
        /b: {get: {operationId: b, produces: [application/xml], responses: {"200": {description: "", schema: {$ref: "#/definitions/A"}}}}}
        /c: {get: {operationId: c, responses: {"200": {description: "", schema: {type: file}}}}}
        /d: {get: {operationId: d, responses: {"200": {description: "", schema: {type: string}}}}}
        /e: {put: {operationId: e, parameters: [{name: body, in: body, schema: {$ref: "#/definitions/A"}}], responses: {"204": {description: ""}}}}
      definitions: {A: {type: object, properties: {a: {type: string}}}}
      """)
    let outputs = text.matches(of: /ResponseMap<(.*), Never>/).map { String($0.1) }
    #expect(outputs == ["ShopA", "String", "Data", "Data", "Void"])
    #expect(text.contains("var body: ShopA?"))
  }
}
