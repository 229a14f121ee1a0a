import Testing

@testable import Scaffolding

/// What stands beside bodies and parameters: header fields of responses, servers with variables, keys without names.
struct DiffFieldTests {
  private func answering(_ headers: String, _ second: String = "") -> String {
    func operation(_ path: String, _ name: String, _ headers: String) -> String {
      let fields = headers.isEmpty ? "" : ", headers: {\(headers)}"
      return "\(path): {get: {operationId: \(name), responses: {\"204\": {description: \"\"\(fields)}}}}"
    }
    return document(paths: operation("/a", "getA", headers) + "\n" + operation("/b", "getB", second))
  }

  @Test func headerFields() throws {
    let left = "X-Left: {schema: {type: integer}}"
    #expect(try compared(answering(left), answering(left)).changes.isEmpty)
    let added = try compared(answering(""), answering(left))
    #expect(added.lines == ["- the header field X-Left is new"])
    #expect(added.changes[0].after == "ResponseHead.xLeft")
    #expect(try compared(answering(left), answering("")).lines == ["~ the header field X-Left is gone"])
    let text = "X-Left: {schema: {type: string}}"
    #expect(
      try compared(answering(left), answering(text)).lines == ["! the header field X-Left is of another type"]
    )
    // One operation no longer has it.
    let fewer = try compared(answering(left, left), answering(left))
    #expect(fewer.lines == ["~ the header field X-Left is gone"] && fewer.changes[0].subject.name == "GetB")
    // The library reads it.
    let after = "Retry-After: {schema: {type: integer}}"
    #expect(try compared(answering(""), answering(after)).lines == ["- the header field Retry-After is new"])
  }

  @Test func serversWithVariables() throws {
    func served(_ server: String) -> String {
      answering("").replacing("servers: [{url: https://shop.example.com}]", with: "servers: [\(server)]")
    }
    func regions(_ values: String) -> String {
      "{url: 'https://{region}.example.com', variables: {region: {default: eu, enum: [\(values)]}}}"
    }
    let two = served(regions("eu, us"))
    #expect(try compared(two, two).changes.isEmpty)
    #expect(
      try compared(two, served(regions("eu, us, ap"))).lines == ["~ the variables of the base URL are others"]
    )
    #expect(
      try compared(served(regions("eu, us, ap")), two).lines == ["! the variables of the base URL are others"]
    )
    let plain = served("{url: https://eu.example.com}")
    #expect(try compared(plain, two).lines == ["~ the variables of the base URL are others"])
    #expect(try compared(two, plain).lines == ["! the variables of the base URL are others"])
    let both = served("{url: https://eu.example.com}, {url: https://us.example.com}")
    #expect(try compared(plain, both).lines == ["- the server https://us.example.com is new"])
    #expect(try compared(both, plain).lines == ["~ the server https://us.example.com is gone"])
    #expect(
      try compared(plain, served("{url: https://us.example.com}")).lines == [
        "! the base URL is https://us.example.com"
      ])
  }

  @Test func valuesOfOtherKeys() throws {
    func other(_ values: String) -> String {
      let additional = values.isEmpty ? "" : ", additionalProperties: \(values)"
      return "{type: object, properties: {id: {type: string}}\(additional)}"
    }
    let text = other("{type: string}")
    for document in [sending, returning] {
      let place = document(text, "").contains("sendX") ? "body" : "200"
      #expect(
        try compared(document(other(""), ""), document(text, "")).lines == [
          "- \(place): other keys have values of a type"
        ])
      #expect(
        try compared(document(text, ""), document(other(""), "")).lines == [
          "~ \(place): other keys have values of any type"
        ])
      #expect(
        try compared(document(text, ""), document(other("{type: integer}"), "")).lines == [
          "! \(place): the values of other keys is of another type"
        ])
    }
  }

  /// A type with a member that only a server gives is one where it is read, and another one where it is sent.
  @Test func aTypeThatBecomesTwo() throws {
    func both(_ id: String, _ required: String) -> String {
      let reference = "{content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}"
      return document(
        paths: """
          /a:
            put:
              operationId: putA
              requestBody: \(reference), required: true}
              responses: {"200": \(reference), description: ""}}
          """,
        schemas:
          "Order: {type: object, required: [\(required)], properties: {id: \(id), note: {type: string}}}")
    }
    let one = both("{type: string}", "id"), two = both("{type: string, readOnly: true}", "id")
    let there = try compared(one, two)
    #expect(there.lines == ["! body: id is no longer taken, only sent"])
    #expect(there.changes[0].after == "OrderBody")
    #expect(try compared(two, one).lines == ["! body: id is taken as well, and has to be there"])
  }
}
