import Foundation
import Testing

@testable import Scaffolding

/// What leads nowhere takes no more with it than what reaches it.
struct DanglingReferenceTests {
  @Test func everyOperationThatReachesWhatIsMissingIsLeftOut() throws {
    let ok = #"responses: {"204": {description: ""}}"#
    func returns(_ name: String) -> String {
      #"responses: {"200": {description: "", content: {application/json: {schema: {$ref: '#/components/schemas/\#(name)'}}}}}"#
    }
    let scaffold = try scaffold(
      document(
        paths: """
          /a: {get: {operationId: a, \(returns("A"))}}
          /b: {get: {operationId: b, \(returns("B"))}}
          /c: {get: {operationId: c, \(returns("A"))}}
          /d: {get: {operationId: d, \(ok)}}
          /e: {get: {operationId: e, \(returns("Good"))}}
          """,
        schemas: """
          A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}, good: {$ref: '#/components/schemas/Good'}}}
          B: {type: object, properties: {c: {$ref: 'none.yaml#/C'}, good: {$ref: '#/components/schemas/Good'}}}
          Good: {type: object, properties: {id: {type: integer}}}
          """))
    #expect(scaffold.omissions.map(\.operation) == ["GET /a", "GET /b", "GET /c"])
    for omission in scaffold.omissions {
      #expect(omission.reason.hasPrefix("api.yaml:14:"), "\(omission.reason)")
      #expect(omission.reason.contains(": error: the file \"none.yaml\" can't be read: "))
    }
    #expect(scaffold.written == 2 && scaffold.selected == 5)
    #expect(scaffold.files.contains { $0.text.contains("struct Good: Decodable") })
  }

  @Test func anOtherFileThatIsWrongIsNamedWithItsPlace() throws {
    let scaffold = try scaffold(returning("{$ref: 'b.yaml#/B'}"), others: ["b.yaml": "B: [\n"])
    #expect(scaffold.omissions.map(\.operation) == ["GET /x"])
    #expect(scaffold.omissions.first?.reason.hasPrefix("b.yaml:2:1: error: ") == true)
  }

  @Test func aSecuritySchemeThatIsNotDescribedIsNamedOnceAndTold() throws {
    let paths = """
      /a: {get: {operationId: a, security: [{none: []}], responses: {"204": {description: ""}}}}
      /b: {get: {operationId: b, security: [{none: []}, {key: []}], responses: {"204": {description: ""}}}}
      /c: {get: {operationId: c, security: [{none: []}], responses: {"204": {description: ""}}}}
      /d: {get: {operationId: d, security: [{lost: []}], responses: {"204": {description: ""}}}}
      """
    let schemes =
      "  securitySchemes: {key: {type: http, scheme: bearer}, lost: {$ref: '#/components/none'}}\n"
    let scaffold = try scaffold(
      document(paths: paths).replacing("components:\n", with: "components:\n" + schemes))
    #expect(scaffold.omissions.map(\.operation) == ["security scheme lost", "security scheme none"])
    try #require(scaffold.omissions.count == 2)
    #expect(scaffold.omissions[0].reason.contains("leads nowhere"))
    #expect(scaffold.omissions[1].reason == "the document does not describe it")
    #expect(scaffold.written == 4 && scaffold.selected == 4)
    func file(_ name: String) -> String { scaffold.files.first { $0.name == name }?.text ?? "" }
    let remark = "  // The document does not describe the sign-in of this operation (`none`).\n"
    #expect(file("A.swift").contains(remark) && file("C.swift").contains(remark))
    #expect(!file("A.swift").contains(".named("))
    #expect(
      !file("B.swift").contains("// ") && file("D.swift").contains("sign-in of this operation (`lost`)"))
  }

  @Test(arguments: ["[[key]]", "{key: []}", "[key]", "key"])
  func securityOfAnotherShapeNamesNothing(security: String) throws {
    let scaffold = try scaffold(
      document(
        paths: "/a: {get: {operationId: a, security: \(security), responses: {\"204\": {description: \"\"}}}}"
      ))
    #expect(scaffold.omissions.isEmpty && scaffold.written == 1)
  }

  @Test(arguments: [
    ("b: {<<: text, c: 1}", "a string"), ("b: {<<: 5, c: 1}", "a number"), ("b: {<<: , c: 1}", "nothing"),
    ("b: {<<: [{d: 1}, text], c: 1}", "a string"), ("b: {<<: [[{d: 1}]], c: 1}", "an array"),
  ])
  func aMergeOfWhatIsNoMappingIsAnError(line: String, found: String) throws {
    let error = #expect(throws: InputError.self) {
      try YAMLReader.value(of: "a: 1\n\(line)\n", file: "a.yaml")
    }
    #expect(error?.line == 2)
    #expect(error?.message == "`<<` merges mappings, and this is \(found)")
  }

  @Test func aMergeInQuotesIsAKey() throws {
    #expect(try YAMLReader.value(of: "{'<<': text}", file: "a.yaml").value["<<"]?.string == "text")
  }
}
