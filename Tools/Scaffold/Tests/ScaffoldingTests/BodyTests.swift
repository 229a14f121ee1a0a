import Testing

@testable import Scaffolding

/// What is written for bodies that are neither JSON nor plain forms.
struct BodyTests {
  private func request(_ type: String, _ schema: String, more: String = "", isRequired: Bool = true) throws
    -> String
  {
    try scaffolded(
      document(
        paths: """
          /x:
            post:
              operationId: sendX
              requestBody: {required: \(isRequired), content: {\(type): {schema: \(schema)\(more)}}}
              responses: {"204": {description: ""}}
          """,
        schemas: """
          Meta: {type: object, properties: {kind: {type: string, enum: [a, b]}}}
          """))
  }

  private func part(_ schema: String, more: String = "") throws -> String {
    try request(
      "multipart/form-data", "{type: object, required: [part], properties: {part: \(schema)}}", more: more)
  }

  // MARK: Parts

  @Test func aTextOfAMediaTypeIsAFile() throws {
    let file = "{type: string, contentMediaType: application/octet-stream}"
    #expect(try part(file).contains("var part: Request.Body\n"))
    #expect(try part("{type: array, items: \(file)}").contains("var part: [Request.Body]\n"))
    #expect(try part("{anyOf: [\(file), {type: 'null'}]}").contains("form.append(\"part\", part, filename:"))
    for type in ["text/markdown", "application/json", "image/svg+xml"] {
      #expect(try part("{type: string, contentMediaType: \(type)}").contains("var part: String\n"))
    }
    #expect(
      try scaffolded(
        returning(
          "{type: object, required: [a], properties: {a: {type: string, contentMediaType: image/png, contentEncoding: base64}}}"
        )
      ).contains("var a: Data\n"))
  }

  @Test func elementsThatAreObjectsAreJSON() throws {
    let text = try part(
      "{type: array, items: {$ref: '#/components/schemas/Meta'}}",
      more: ", encoding: {part: {contentType: application/json}}")
    #expect(text.contains("var part: [Meta]\n"))
    #expect(text.contains(#"for item in part { form.append("part", .json(item)) }"#))
    #expect(text.contains("struct Meta: Encodable, Sendable"))
    #expect(text.contains("enum Kind: String, Encodable, "))
    let lists = try part("{type: array, items: {type: array, items: {type: integer}}}")
    #expect(lists.contains("var part: [[Int]]\n") && lists.contains(".json(item)"))
  }

  @Test func anAlternativeThatIsAFileIsAFile() throws {
    let file = "{type: string, format: binary}"
    let list = try part("{anyOf: [\(file), {type: array, items: \(file)}]}")
    #expect(list.contains("var part: [Request.Body]\n"))
    #expect(list.contains(#"for item in part { form.append("part", item, filename: "part") }"#))
    let choice = try part("{oneOf: [{$ref: '#/components/schemas/Meta'}, \(file)]}")
    #expect(choice.contains("var part: Request.Body\n") && !choice.contains("Meta"))
    #expect(choice.contains(#"form.append("part", part, filename: partName)"#))
  }

  @Test func alternativesThatAreNoObjectsAreText() throws {
    let either = "{anyOf: [{type: string}, {type: integer}]}"
    for list in [
      "{type: array, items: \(either)}", "{anyOf: [{type: string}, {type: array, items: \(either)}]}",
    ] {
      let text = try part(list)
      #expect(text.contains("var part: [String]\n") && !text.contains(".json("))
      #expect(text.contains(#"for item in part { form.append("part", item) }"#))
    }
    #expect(try part(either).contains(#"form.append("part", part)"#))
  }

  @Test func alternativesOneOfWhichIsAnObjectAreJSON() throws {
    for other in ["{type: integer}", "{type: array, items: {type: string}}"] {
      let text = try part("{oneOf: [\(other), {$ref: '#/components/schemas/Meta'}]}")
      #expect(text.contains("var part: Part\n") && text.contains(#"form.append("part", .json(part))"#))
    }
  }

  @Test func alternativesThatLeadBackAreText() throws {
    let union = "{oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}"
    let text = try scaffolded(
      document(
        paths: """
          /x:
            post:
              operationId: sendX
              requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}}}}
              responses: {"204": {description: ""}}
          """, schemas: "A: \(union)\nB: {oneOf: [{$ref: '#/components/schemas/A'}, {type: boolean}]}"))
    #expect(text.contains(#"if let a { form.append("a", a) }"#))
  }

  // MARK: Forms

  @Test(arguments: [true, false])
  func aFormOfAnyFieldsIsAMap(isRequired: Bool) throws {
    let text = try request(
      "application/x-www-form-urlencoded", "{type: object, additionalProperties: {type: string}}",
      isRequired: isRequired)
    #expect(text.contains("var body: [String: String]\(isRequired ? "" : "?")\n"))
    #expect(text.contains("formItems.append(key, body\(isRequired ? "" : "?")[key])"))
    #expect(text.contains("body: .form(formItems)"))
  }

  @Test(arguments: [
    "{oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}",
    "{type: object, additionalProperties: {type: array, items: {type: string}}}",
    "{type: object, additionalProperties: {$ref: '#/components/schemas/Meta'}}", "{}",
  ])
  func aFormThatIsNoSingleObjectIsAMapAndSaid(schema: String) throws {
    let text = try request("application/x-www-form-urlencoded", schema, isRequired: false)
    #expect(text.contains("// The fields of this form are not written one by one: it takes any."))
    #expect(text.contains("var body: [String: String]?\n") && text.contains("body: .form(formItems)"))
  }

  @Test func aFormWithoutFieldsIsNoBody() throws {
    let text = try request(
      "application/x-www-form-urlencoded", "{type: object, additionalProperties: false}")
    #expect(text.contains(#".post("/x")"#) && !text.contains("fields"))
  }

  // MARK: Other types

  @Test(arguments: ["multipart/related", "multipart/mixed"])
  func aMultipartBodyThatIsNoFormIsBytes(type: String) throws {
    let text = try request(type, "{type: object, properties: {a: {type: string}}}")
    #expect(text.contains("var body: Request.Body\n") && !text.contains("MultipartForm"))
    #expect(text.contains("The API takes `\(type)`."))
  }

  @Test func theTypeOfABodyOfBytesIsSaid() throws {
    let text = try request("image/png", "{type: string, format: binary}")
    #expect(text.contains("/// The API takes `image/png`.\n  var body: Request.Body\n"))
    #expect(!(try request("application/octet-stream", "{}").contains("The API takes")))
    #expect(
      try request("multipart/*", "{type: object, properties: {a: {type: string}}}").contains("MultipartForm"))
  }
}
