import Testing

@testable import Scaffolding

/// APIs that need several credentials at once.
struct CredentialTests {
  private let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example.com}]
    security: [{apiKeyAuth: [], appKeyAuth: []}, {oauth: [a]}]
    paths:
      /a: {get: {operationId: a, responses: {"204": {description: ""}}}}
      /b: {get: {operationId: b, parameters: [{name: x, in: query, schema: {type: string}}], security: [{token: [], query: []}], responses: {"204": {description: ""}}}}
      /c: {get: {operationId: c, security: [{cookie: [], basic: [], other cookie: []}], responses: {"204": {description: ""}}}}
      /d: {get: {operationId: d, security: [{sig: [], token: []}], responses: {"204": {description: ""}}}}
      /e: {get: {operationId: e, security: [{sig: []}], responses: {"204": {description: ""}}}}
      /f: {get: {operationId: f, security: [{legacy: []}], responses: {"204": {description: ""}}}}
      /g: {get: {operationId: g, security: [{legacy: [], token: []}], responses: {"204": {description: ""}}}}
      /h: {get: {operationId: h, security: [{mtls: []}], responses: {"204": {description: ""}}}}
      /i: {get: {operationId: i, security: [{mtls: [], token: []}], responses: {"204": {description: ""}}}}
      /j: {get: {operationId: j, security: [{apiKeyAuth: []}], responses: {"204": {description: ""}}}}
    components:
      securitySchemes:
        apiKeyAuth: {type: apiKey, in: header, name: DD-API-KEY}
        appKeyAuth: {type: apiKey, in: header, name: DD-APPLICATION-KEY}
        oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://shop.example.com/token, scopes: {}}}}
        token: {type: http, scheme: bearer}
        query: {type: apiKey, in: query, name: api key}
        cookie: {type: apiKey, in: cookie, name: sid}
        other cookie: {type: apiKey, in: cookie, name: csrf}
        basic: {type: http, scheme: basic}
        mtls: {type: mutualTLS}
        sig: {type: http, scheme: hmac}
        legacy: {type: apiKey, in: header, name: authorization}
    """

  @Test func allThatAnAPINeedsAtOnceIsSent() throws {
    let program = #"""
      var shop = Shop.client(transport: transport(204), authentication: .apiKeyAuthAndAppKeyAuth(apiKeyAuth: "k1", appKeyAuth: "k2"))
      shop.authentications = [
        "tokenAndQuery": .tokenAndQuery(token: "t", query: "a+b&c"),
        "cookieAndOtherCookieAndBasic": .cookieAndOtherCookieAndBasic(cookie: "1", otherCookie: "2", username: "u", password: "p"),
        "tokenAndSig": .tokenAndSig(token: "t"), "sig": .sig(), "legacy": .legacy("Bearer x"),
        "tokenAndLegacy": .tokenAndLegacy(token: "t", legacy: "Bearer x"), "token": .token("t"),
      ]
      await show(A(), shop)
      await show(B(), shop)
      await show(B(x: "1"), shop)
      await show(C(), shop)
      await show(D(), shop)
      await show(E(), shop)
      await show(F(), shop)
      await show(G(), shop)
      await show(H(), shop)
      await show(I(), shop)
      await show(J(), shop)
      """#
    let printed = try Compiled.output(scaffold(document).files, program: program)
    #expect(
      printed.filter { $0 != "= ()" } == [
        "GET /a dd-api-key: k1 dd-application-key: k2",
        "GET /b?api%20key=a%2Bb%26c authorization: Bearer t",
        "GET /b?x=1&api%20key=a%2Bb%26c authorization: Bearer t",
        "GET /c authorization: Basic dTpw cookie: sid=1; csrf=2",
        "! authentication(the scheme sig is not written yet)",
        "! authentication(the scheme sig is not written yet)",
        "GET /f authorization: Bearer x",
        "GET /g authorization: Bearer t",
        "GET /h",
        "GET /i authorization: Bearer t",
        "GET /j dd-api-key: k1 dd-application-key: k2",
      ])
  }

  @Test func credentialsOfSeveralSchemesCompileWhereTheMainActorIsTheDefault() throws {
    let scaffold = try scaffold(document, style: Style(access: .public, isMainActor: true))
    #expect(try Compiled.problems(scaffold.files, isMainActor: true) == "")
  }

  @Test func aClientsCertificateIsTheTransports() throws {
    let text = try scaffold(document).files.map(\.text).joined()
    #expect(text.contains("/// The scheme `mtls` is the client's certificate, which the transport sends:"))
    #expect(text.contains("// The API needs the client's certificate (`mtls`), which the transport sends."))
  }
}
