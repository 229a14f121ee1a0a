import Testing

@testable import Scaffolding

/// Operations are matched by method and path, and compared with all that belongs to them.
struct DiffOperationTests {
  private func operation(_ path: String, _ name: String, _ more: String = "") -> String {
    "\(path): {get: {operationId: \(name), responses: {\"204\": {description: \"\"}}\(more)}}"
  }

  @Test func pathParametersHaveAnyName() throws {
    let old = document(paths: operation("/a/{id}/b/{x}", "getB"))
    let new = document(paths: operation("/a/{key}/b/{y}", "getB"))
    #expect(
      try compared(old, new).changes.map { "\($0.line) \($0.before ?? "") \($0.after ?? "")" } == [
        "~ id has another name GetB.id GetB.key",
        "~ x has another name GetB.x GetB.y",
      ])
  }

  @Test func operationsOfOnePathAreMatchedByTheirNames() throws {
    let both = document(paths: operation("/a/{x}", "getX") + "\n" + operation("/a/{y}", "getY"))
    #expect(try compared(both, both).changes.isEmpty)
    let items = document(paths: operation("/a?kind=x", "getX") + "\n" + operation("/a?kind=y", "getY"))
    #expect(try compared(items, items).changes.isEmpty)
    let one = try compared(items, document(paths: operation("/a?kind=y", "getY")))
    #expect(one.lines == ["! the operation is gone"] && one.changes[0].subject.name == "GetX")
  }

  @Test func whatCanNotBeReadIsNotSaidToBeGone() throws {
    let old = document(paths: operation("/a", "getA") + "\n" + operation("/b", "getB"))
    let broken = document(
      paths: operation("/a", "getA")
        + "\n/b: {get: {operationId: getB, responses: {\"999\": {description: \"\"}}}}")
    let comparison = try compared(old, broken)
    #expect(comparison.count(.breaks) == 0 && comparison.count(.swift) == 1)
    #expect(comparison.text().contains("~ ? GetB  GET /b: the operation can't be read: "))
    let both = try compared(broken, broken)
    #expect(both.changes.isEmpty && both.text().hasPrefix("not compared: GET /b: "))
  }

  @Test func aBodyThatMayBeNullIsSaidOnce() throws {
    func sent(_ schema: String, isRequired: Bool = true) -> String {
      document(
        paths:
          "/a: {put: {operationId: putA, requestBody: {required: \(isRequired), content: {application/json: "
          + "{schema: \(schema)}}}, responses: {\"204\": {description: \"\"}}}}")
    }
    let text = sent("{type: string}"), null = sent("{type: string, nullable: true}")
    #expect(try compared(text, null).lines == ["~ the body may be null"])
    #expect(try compared(null, text).lines == ["! the body may no longer be null"])
    // Without a value no body is sent.
    let optional = sent("{type: string, nullable: true}", isRequired: false)
    let body = sent("{type: string}", isRequired: false)
    #expect(try compared(optional, body).lines == ["- the body may no longer be null"])
    #expect(try compared(body, optional).lines == ["- the body may be null"])
  }

  @Test func wholeOperationsStandAtTheEnd() throws {
    let old = document(paths: operation("/a", "getA") + "\n" + operation("/b", "getB"))
    let new = document(paths: operation("/b", "getB", ", deprecated: true") + "\n" + operation("/c", "getC"))
    #expect(
      try compared(old, new).text() == """
        GetB  GET /b
            the operation is deprecated
        ! - GetA  GET /a
          + GetC  GET /c
        1 change breaks this client, 0 change its Swift, 2 do neither; 0 in words only (--words).

        """)
  }

  @Test func onlyWhatIsSelectedIsCompared() throws {
    let old = document(paths: operation("/a/{id}", "getA") + "\n" + operation("/b", "getB"))
    let new = document(paths: operation("/a/{key}", "readA") + "\n" + operation("/c", "getC"))
    // By a name that only one of them has.
    for name in ["getA", "readA", "/a/*", "GET /a/{id}"] {
      #expect(
        try compared(old, new, only: [name]).lines == [
          "~ id has another name", "~ the operation has another name",
        ],
        "\(name)")
    }
    #expect(try compared(old, new, only: ["getB"]).lines == ["! the operation is gone"])
    #expect(throws: InputError.self) { try compared(old, new, only: ["getA", "getD"]) }
  }

  @Test func whatIsTheSameInManyOperationsIsWrittenOnce() throws {
    func all(_ more: String) -> String {
      document(paths: (1...5).map { operation("/a\($0)", "get\($0)", more) }.joined(separator: "\n"))
    }
    let parameter = ", parameters: [{name: shop, in: query, required: true, schema: {type: string}}]"
    let comparison = try compared(all(""), all(parameter))
    #expect(comparison.count(.breaks) == 5)
    #expect(
      comparison.text() == """
        Get1, Get2, Get3 and 2 more
          ! shop is new, and has to be there    shop: String
        5 changes break this client, 0 change its Swift, 0 do neither; 0 in words only (--words).

        """)
  }

  @Test func failuresThatMostOperationsShare() throws {
    func all(_ count: Int, _ schema: String) -> String {
      let failure = "content: {application/json: {schema: {$ref: '#/components/schemas/Fault'}}}"
      return document(
        paths: (1...5).map { number in
          let failures = number <= count ? ", \"401\": {description: No., \(failure)}" : ""
          return
            "/a\(number): {get: {operationId: get\(number), responses: {\"204\": {description: \"\"}\(failures)}}}"
        }.joined(separator: "\n"), schemas: "Fault: \(schema)")
    }
    let fault = "{type: object, required: [code], properties: {code: {type: string}}}"
    let loose = "{type: object, properties: {code: {type: string}}}"
    #expect(try compared(all(5, fault), all(5, fault)).changes.isEmpty)
    #expect(try compared(all(5, fault), all(5, loose)).lines == ["! code may be missing"])
    // Where they are shared by more, they are said to be new once in each.
    #expect(try compared(all(4, fault), all(5, fault)).lines == ["~ 401 is new"])
    // Two do not share them: their type is another one in Swift.
    let fewer = try compared(all(3, fault), all(2, fault))
    #expect(fewer.lines == ["~ other failures are shared by most operations", "~ 401 is gone"])
    #expect(fewer.changes[0].operations.map(\.label) == ["GET /a1", "GET /a2"])
  }

  @Test func streamsBesideABody() throws {
    func chat(_ content: String) -> String {
      document(
        paths:
          "/chat: {post: {operationId: chat, responses: {\"200\": {description: \"\", content: {\(content)}}}}}"
      )
    }
    let json = "application/json: {schema: {type: object, properties: {text: {type: string}}}}"
    func events(_ type: String) -> String {
      "text/event-stream: {schema: {type: object, required: [token], properties: {token: {type: \(type)}}}}"
    }
    let both = chat("\(json), \(events("string"))")
    #expect(try compared(both, both).changes.isEmpty)
    #expect(try compared(chat(json), both).lines == ["- the stream is new"])
    #expect(try compared(both, chat(json)).lines == ["! the stream is gone"])
    #expect(
      try compared(both, chat("\(json), \(events("integer"))")).lines == [
        "! the stream: token is of another type"
      ])
  }

  @Test func sequencesOfJSON() throws {
    func feed(_ type: String) -> String {
      document(
        paths: """
          /feed:
            get:
              operationId: feed
              responses:
                "200":
                  description: ""
                  content:
                    application/json-seq:
                      schema: {type: object, required: [at], properties: {at: {type: \(type)}}}
          """)
    }
    #expect(try compared(feed("string"), feed("string")).changes.isEmpty)
    #expect(try compared(feed("string"), feed("integer")).lines == ["! 200: at is of another type"])
  }

  @Test func serversAndSchemes() throws {
    let old = document(paths: operation("/a", "getA"))
    #expect(
      try compared(old, old.replacing("https://shop.example.com}", with: "https://shop.example.com/}"))
        .changes.isEmpty)
    let second = "https://shop.example.com}, {url: https://other.example.com}"
    #expect(
      try compared(old, old.replacing("https://shop.example.com}", with: second)).lines == [
        "- the server https://other.example.com is new"
      ])
    func signed(_ schemes: String, _ security: String) -> String {
      document(paths: operation("/a", "getA", ", security: \(security)"))
        .replacing("components:\n", with: "components:\n  securitySchemes: {\(schemes)}\n")
    }
    let key = "key: {type: apiKey, in: header, name: X-Key}"
    // A scheme by another name is the same one.
    #expect(
      try compared(
        signed(key, "[{key: []}]"), signed(key.replacing("key: {", with: "token: {"), "[{token: []}]")
      ).lines == ["~ the scheme key has another name"])
    let optional = signed(key, "[{key: []}, {}]")
    #expect(try compared(optional, signed(key, "[{key: []}]")).lines == ["! signing in needs key"])
    #expect(
      try compared(signed(key, "[{key: []}]"), optional).lines == ["- signing in is optional"]
    )
  }
}
