import Foundation
import Testing

@testable import Scaffolding

/// What is written for operations.
struct EndpointTests {
  @Test func anEndpointIsWhatAPersonWouldHaveWritten() throws {
    let text = try scaffolded(
      document(
        paths: """
          /users/{user-id}/keys:
            parameters: [{name: user-id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: list_keys
              summary: Lists the keys of a user.
              parameters:
                - {name: limit, in: query, description: At most 100., schema: {type: integer}}
                - {name: sort, in: query, schema: {type: string, enum: [asc, desc]}}
                - {name: ids, in: query, style: form, explode: false, schema: {type: array, items: {type: integer}}}
                - {name: X-Tenant, in: header, required: true, schema: {type: string}}
              responses:
                "200": {description: "", content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Key"}}}}}
                "404": {description: No such user.}
                "4XX": {description: "", content: {application/problem+json: {}}}
          """,
        schemas: """
          Key:
            type: object
            required: [id]
            properties: {id: {type: integer}, title: {type: string, description: What it is for.}}
          """))
    #expect(
      text == """
        import Repartee

        /// Lists the keys of a user.
        struct ListKeys: Endpoint {
          var userID: Int
          var xTenant: String
          /// At most 100.
          var limit: Int?
          var sort: Sort?
          var ids: [Int]?

          var request: Request {
            var query: Request.Query = ["limit": limit, "sort": sort]
            query.append("ids", joining: ids)
            return .get("/users/\\(userID)/keys", query: query, headers: ["X-Tenant": xTenant])
          }

          static let responses: ResponseMap<[Key], Failure> = [
            .code(200, .decode),
            .code(404, .error(.notFound)),
            .clientError(.problem { .clientError($0) }),
          ]

          enum Failure: Error {
            /// No such user.
            case notFound
            case clientError(ProblemDetails)
          }

          enum Sort: String, QueryValue, Sendable {
            case asc, desc
          }
        }

        struct Key: Decodable, Sendable {
          var id: Int
          /// What it is for.
          var title: String?
        }

        """)
  }

  @Test func theGuideShowsWhatIsWritten() throws {
    let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
    let page = "\(root)/Sources/Repartee/Documentation.docc/FromADescription.md"
    let blocks = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```")
    let description = try #require(blocks.first { $0.contains("openapi: 3.1.0") })
    let code = try #require(blocks.first { $0.hasPrefix("swift\n") }).dropFirst("swift\n".count)
    let text = try scaffolded(description)
    #expect(text == "import Foundation\nimport Repartee\n\n" + code)
  }

  @Test func anInitializerWithoutParametersIsShort() throws {
    let text = try scaffolded(returning("{type: string}"), style: Style(access: .public))
    #expect(text.contains("  public init() {}\n"))
  }

  private func responses(_ text: String) throws -> String {
    try scaffolded(
      document(
        paths: """
          /x:
            get:
              operationId: getX
              responses:
          \(text.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
          """))
  }

  @Test func twoSuccessesOfDifferentTypesAreAnEnum() throws {
    let text = try responses(
      """
      "200": {description: Done., content: {application/json: {schema: {type: string}}}}
      "202": {description: Later., content: {application/json: {schema: {type: integer}}}}
      """)
    #expect(text.contains(".code(202, .decode(Int.self) { .accepted($0) })"))
    #expect(text.contains("/// Later.\n    case accepted(Int)"))
  }

  @Test func anEmptySuccessBesideABodyIsNil() throws {
    let text = try responses(
      """
      "200": {description: "", content: {application/json: {schema: {type: string}}}}
      "204": {description: ""}
      """)
    #expect(text.contains("ResponseMap<String?, Never>") && text.contains(".code(204, .noContent)"))
  }

  @Test func aStreamBesideAnEmptySuccessIsNilOrTheStream() throws {
    let text = try responses(
      """
      "200": {description: "", content: {text/event-stream: {schema: {type: string}}}}
      "204": {description: ""}
      """)
    #expect(text.contains("ResponseMap<ResponseStream<ServerSentEvent, Never>?, Never>"))
    #expect(text.contains(".code(200, .stream(.serverSentEvents()) { $0 })"))
    #expect(text.contains(".code(204, .value(nil))"))
  }

  @Test func aDefaultIsAnErrorUnlessNothingElseIsASuccess() throws {
    #expect(
      try responses(
        """
        "200": {description: ""}
        default: {description: "", content: {application/json: {schema: {type: string}}}}
        """
      ).contains(".any(.decodeError(.at(as: String.self)) { .unexpected($0) })"))
    #expect(
      try responses("default: {description: \"\", content: {application/json: {schema: {type: string}}}}")
        .contains("ResponseMap<String, Never> = [\n    .any(.decode(.at()))\n  ]"))
  }

  @Test func aTextInJSONIsReadWithoutItsQuotes() throws {
    func one(_ type: String, _ schema: String) throws -> String {
      try responses("\"200\": {description: \"\", content: {\(type): {schema: \(schema)}}}")
    }
    #expect(try one("application/json", "{type: string}").contains(".code(200, .decode(.at()))"))
    #expect(try one("application/json", "{type: string, nullable: true}").contains("String?, Never>"))
    #expect(try one("application/json", "{type: string, nullable: true}").contains(".decode(.at())"))
    let bytes = try one("application/json", "{type: string, format: byte}")
    #expect(bytes.contains("ResponseMap<Data, Never>") && bytes.contains(".decode(.at())"))
    #expect(try one("text/plain", "{type: string}").contains(".code(200, .decode)"))
    #expect(try one("application/json", "{type: integer}").contains(".code(200, .decode)"))
    #expect(
      try one("application/json", "{type: array, items: {type: string}}").contains(".code(200, .decode)"))
    let two = try responses(
      """
      "200": {description: "", content: {application/json: {schema: {type: string}}}}
      "202": {description: "", content: {application/json: {schema: {type: integer}}}}
      """)
    #expect(two.contains(".decode(.at(as: String.self)) { ."))
    #expect(two.contains(".decode(Int.self) { ."))
  }

  @Test func streamsTextAndBytesAreTold() throws {
    func output(_ type: String, _ schema: String = "{type: object, properties: {a: {type: string}}}") throws
      -> String
    {
      try responses("\"200\": {description: \"\", content: {\(type): {schema: \(schema)}}}")
    }
    #expect(
      try output("text/event-stream").contains(
        "ResponseMap<ResponseStream<Event, Never>, Never> = [\n    .code(200, .stream(.serverSentEvents(of: Event.self)))"
      ))
    #expect(try output("application/x-ndjson").contains(".stream(.jsonLines(of: Line.self))"))
    #expect(try output("text/plain", "{type: string}").contains("ResponseMap<String, Never>"))
    #expect(try output("text/csv").contains("ResponseMap<String, Never>"))
    // What has members is JSON, whatever the type is called.
    #expect(try output("text/plain").contains("ResponseMap<Output, Never>"))
    #expect(try output("image/png").contains("ResponseMap<Data, Never>"))
  }

  @Test func bytesBesideAStreamAreTheResponse() throws {
    let text = try responses(
      """
      "200":
        description: ""
        content: {application/octet-stream: {}, text/event-stream: {schema: {type: object, properties: {a: {type: string}}}}}
      """)
    #expect(text.contains("struct GetX: Endpoint") && text.contains("ResponseMap<Data, Never>"))
    #expect(
      text.contains("struct GetXStream: Endpoint")
        && text.contains("ResponseMap<ResponseStream<Event, Never>, Never>"))
  }

  @Test func bodiesHaveTheirFormat() throws {
    func request(_ type: String, _ schema: String) throws -> String {
      try scaffolded(
        document(
          paths: """
            /x:
              post:
                operationId: sendX
                requestBody: {required: true, content: {\(type): {schema: \(schema)}}}
                responses: {"204": {description: ""}}
            """))
    }
    let object =
      "{type: object, required: [name], properties: {name: {type: string}, Count: {type: integer}}}"
    #expect(
      try request("application/x-www-form-urlencoded", object)
        .contains(#".post("/x", body: .form(["name": name, "Count": count]))"#))
    #expect(try request("application/octet-stream", "{type: string, format: binary}").contains("body: body"))
    #expect(try request("text/csv", "{type: string}").contains(#".text(body, contentType: "text/csv")"#))
    let multipart = try request(
      "multipart/form-data",
      "{type: object, required: [file], properties: {file: {type: string, format: binary}, note: {type: string}, when: {type: string, format: date-time}}}"
    )
    #expect(
      multipart.contains("var when: String?")
        && multipart.contains(#"if let when { form.append("when", when) }"#))
    #expect(multipart.contains(#"form.append("file", file, filename: fileName)"#))
    #expect(multipart.contains(#"if let note { form.append("note", note) }"#))
  }

  @Test func aListWhoseNextPageIsRecognisedIsPagedAndSaysSo() throws {
    let text = try scaffolded(
      document(
        paths: """
          /users:
            get:
              operationId: listUsers
              parameters: [{name: page_token, in: query, schema: {type: string}}]
              responses:
                "200":
                  description: ""
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [users]
                        properties:
                          users: {type: array, items: {type: object, properties: {id: {type: integer}}}}
                          next_page_token: {type: string}
          """))
    #expect(text.contains("struct ListUsers: PagedEndpoint {"))
    #expect(text.contains("func items(of page: Output) -> [Output.User] { page.users }"))
    #expect(text.contains("// The next page begins at `next_page_token`: guessed by its name."))
    #expect(text.contains(#".query("page_token", page.value.nextPageToken)"#))
  }

  @Test func theLastElementBeginsTheNextPage() throws {
    let text = try scaffolded(
      document(
        paths: """
          /users:
            get:
              operationId: listUsers
              parameters: [{name: starting_after, in: query, schema: {type: string}}]
              responses:
                "200":
                  description: ""
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [data, has_more]
                        properties:
                          data: {type: array, items: {$ref: "#/components/schemas/User"}}
                          has_more: {type: boolean}
                "304": {description: ""}
          """, schemas: "User: {type: object, required: [id], properties: {id: {type: string}}}"))
    #expect(text.contains("func items(of page: Output) -> [User] { page.data }"))
    #expect(text.contains(#"page.value.hasMore ? .query("starting_after", page.value.data.last?.id) : nil"#))
    #expect(!text.contains("304"))
  }

  @Test func whatAllTagsBeginWithIsNoPartOfAFilesName() throws {
    let paths = ["Message", "Call", "PhoneNumber"].map {
      "/\($0): {get: {tags: [Api2010\($0)], responses: {\"204\": {description: \"\"}}}}"
    }.joined(separator: "\n")
    let names = try scaffold(document(paths: paths)).files.map(\.name)
    #expect(names == ["Call.swift", "Message.swift", "PhoneNumber.swift", "Shop.swift"])
  }

  @Test func failuresOfMostOperationsAreShared() throws {
    let paths = (1...3).map { number in
      """
      /x\(number):
        get:
          operationId: get\(number)
          responses:
            "204": {description: ""}
            "401": {description: Sign in.}
      """
    }.joined(separator: "\n")
    let scaffold = try scaffold(document(paths: paths))
    let client = try #require(scaffold.files.first { $0.name == "Shop.swift" })
    #expect(
      client.text.contains(
        "static let failures: ResponseMap<Never, ShopFailure> = [\n    .code(401, .error(.unauthorized))"))
    #expect(scaffold.files.contains { $0.text.contains(".including(Shop.failures)") })
  }

  @Test func whatEndpointsShareIsNotBoundToTheMainActor() throws {
    let scaffold = try scaffold(returning("{type: string}"), style: Style(isMainActor: true))
    let client = try #require(scaffold.files.first { $0.name == "Shop.swift" })
    #expect(client.text.contains("nonisolated enum Shop {"))
  }

  @Test func securityIsTheClientsAuthentication() throws {
    let scaffold = try scaffold(
      """
      openapi: 3.0.0
      info: {title: Shop, version: "1"}
      security: [{token: []}]
      paths:
        /a: {get: {operationId: a, responses: {"204": {description: ""}}}}
        /b: {get: {operationId: b, security: [], responses: {"204": {description: ""}}}}
        /c: {get: {operationId: c, security: [{key: []}], responses: {"204": {description: ""}}}}
      components:
        securitySchemes:
          token: {type: http, scheme: bearer}
          key: {type: apiKey, in: query, name: api_key}
      """)
    let text = scaffold.files.map(\.text).joined()
    #expect(text.contains("static func token(_ token: String) -> Authentication {\n    .bearer(token)"))
    #expect(text.contains(#".apiKey(key, query: "api_key")"#))
    #expect(text.contains(#".get("/b").authenticated(.off)"#))
    #expect(text.contains(#".get("/c").authenticated(.named("key"))"#))
  }

  @Test func namesThatCollideAreTold() throws {
    let text = try scaffolded(
      document(
        paths: """
          /a: {get: {operationId: get_user, responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/GetUser"}}}}}}}
          /b: {get: {operationId: getUser, responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}}}}
          """,
        schemas: """
          GetUser: {type: object, properties: {self: {type: string}, "2x": {type: string}, default: {type: string}}}
          Error: {type: object, properties: {type: {type: string, enum: [a, b]}}}
          """))
    #expect(text.contains("struct GetUser: Endpoint") && text.contains("struct GetUserEndpoint: Endpoint"))
    #expect(text.contains("struct ShopGetUser: Decodable") && text.contains("struct ShopError: Decodable"))
    #expect(text.contains("var _2x: String?") && text.contains("var `default`: String?"))
    #expect(text.contains("var selfValue: String?") && text.contains("var type: OpenEnum<Kind>?"))
  }
}
