import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// Writes Swift for a document, and returns all files but that of the client as one text.
func scaffolded(
  _ document: String, others: [String: String] = [:], only: [String] = [], style: Style = Style()
) throws -> String {
  let scaffold = try scaffold(document, others: others, only: only, style: style)
  return scaffold.files.filter { $0.name != "Shop.swift" }.map(\.text).joined(separator: "\n")
}

func scaffold(
  _ document: String, others: [String: String] = [:], only: [String] = [], style: Style = Style()
) throws -> Scaffold {
  var options = ScaffoldOptions()
  options.selection = Selection(only: only)
  options.style = style
  return try Scaffold(openAPI: "api.yaml", options: options) { name in
    guard let text = name == "api.yaml" ? document : others[name] else { throw CocoaError(.fileNoSuchFile) }
    return Data(text.utf8)
  }
}

/// A document with these paths and schemas, in YAML.
func document(paths: String, schemas: String = "") -> String {
  func indented(_ text: String, by spaces: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(repeating: " ", count: spaces) + $0 }.joined(separator: "\n")
  }
  return """
    openapi: 3.1.0
    info: {title: Shop API, version: "1"}
    servers: [{url: https://shop.example.com}]
    paths:
    \(indented(paths, by: 2))
    components:
      schemas:
        Unused: {type: object, properties: {a: {type: string}}}
    \(indented(schemas, by: 4))
    """
}

/// A document whose only operation returns this schema.
func returning(_ schema: String, schemas: String = "") -> String {
  document(
    paths: """
      /x:
        get:
          operationId: getX
          responses: {"200": {description: "", content: {application/json: {schema: \(schema)}}}}
      """, schemas: schemas)
}

/// A document whose only operation sends this schema.
func sending(_ schema: String, schemas: String = "") -> String {
  document(
    paths: """
      /x:
        post:
          operationId: sendX
          requestBody: {required: true, content: {application/json: {schema: \(schema)}}}
          responses: {"204": {description: ""}}
      """, schemas: schemas)
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }  // wrapping is meant

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Expects that scaffold writes the files in `Written` of a document there. They are written again by
/// `scaffold openapi lists.yaml --into . --force` in that folder.
func expectWritten(_ document: String, files count: Int) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Written")
  let scaffold = try Scaffold(openAPI: document) { name in
    try Data(contentsOf: folder.appendingPathComponent(name))
  }
  for file in scaffold.files {
    #expect(try String(contentsOf: folder.appendingPathComponent(file.name), encoding: .utf8) == file.text)
  }
  #expect(scaffold.files.count == count)
}
