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
}
