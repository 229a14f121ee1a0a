import Testing

@testable import Scaffolding

/// How an operation says who may call it.
struct SecurityTests {
  private func request(_ security: String?, root: String? = nil) throws -> String {
    let scaffold = try scaffold(
      """
      openapi: 3.0.0
      info: {title: Shop, version: "1"}
      \(root.map { "security: \($0)" } ?? "servers: []")
      paths:
        /a: {get: {operationId: a, \(security.map { "security: \($0), " } ?? "")responses: {"204": {description: ""}}}}
        /b: {get: {operationId: b, security: [{token: []}], responses: {"204": {description: ""}}}}
        /c: {get: {operationId: c, security: [{token: []}], responses: {"204": {description: ""}}}}
      components:
        securitySchemes:
          token: {type: http, scheme: bearer}
          key: {type: apiKey, in: query, name: api_key}
          app: {type: apiKey, in: header, name: X-App}
      """)
    let text = scaffold.files.map(\.text).joined()
    let start = try #require(text.range(of: "struct A: Endpoint")).upperBound
    return String(text[start...].prefix(upTo: try #require(text.range(of: "struct B: Endpoint")).lowerBound))
  }

  @Test func schemesThatAreNeededAtOnceAreOneAuthentication() throws {
    #expect(try request("[{key: [], app: []}]").contains(#".get("/a").authenticated(.named("keyAndApp"))"#))
    #expect(
      try request("[{key: [], token: []}]").contains(#".get("/a").authenticated(.named("tokenAndKey"))"#))
    #expect(!(try request("[{key: [], token: []}, {token: []}]").contains("authenticated")))
    #expect(!(try request("[{key: [], app: []}]").contains("as well")))
  }

  @Test func signingInThatIsOptionalIsNotOff() throws {
    let text = try request("[{token: []}, {}]")
    #expect(text.contains(#".get("/a") }"#) && text.contains("// Signing in is optional."))
    #expect(try request("[{}, {key: []}]").contains(#".authenticated(.named("key"))"#))
    #expect(try request("[{}]").contains(".authenticated(.off)"))
  }

  @Test func aWayToSignInThatIsDescribedComesBeforeOneThatIsNot() throws {
    for partial in ["key", "token"] {
      let text = try request("[{\(partial): [], none: []}, {app: []}]")
      #expect(text.contains(#".authenticated(.named("app"))"#) && !text.contains("// The"))
    }
    let text = try request("[{none: [], key: []}]")
    #expect(text.contains(#".authenticated(.named("key"))"#))
    #expect(text.contains("// The API needs `none` as well, which this does not send."))
  }

  @Test(arguments: ["[{none: []}, {}]", "[{}, {none: []}]"])
  func signingInThatIsOptionalAndNotDescribedIsOff(security: String) throws {
    let text = try request(security)
    #expect(text.contains(".authenticated(.off)"))
    #expect(text.contains("// The document does not describe the sign-in of this operation (`none`)."))
    #expect(try request(nil, root: security).contains(".authenticated(.off)"))
    #expect(!(try request("[{none: []}]").contains("authenticated")))
  }

  @Test func withoutARequirementNothingIsNeeded() throws {
    #expect(try request(nil).contains(#".get("/a").authenticated(.off)"#))
    #expect(!(try request(nil, root: "[{token: []}]").contains("authenticated")))
  }

  @Test func withoutARequirementAnywhereNothingIsSaid() throws {
    let text = try scaffolded(returning("{type: string}"))
    #expect(!text.contains("authenticated"))
  }
}
