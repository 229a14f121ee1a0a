import Foundation
import Testing

@testable import Scaffolding

/// Texts with bytes missing, repeated, or of another place: each reader gives files or an error that says where.
///
/// A failure names its seed. `SCAFFOLD_MUTATIONS` is the number of texts per reader, 300 unless given.
struct MutationTests {
  private static let count =
    ProcessInfo.processInfo.environment["SCAFFOLD_MUTATIONS"].flatMap(Int.init) ?? 300

  @Test(arguments: ["yaml", "json", "har", "sample", "curl"])
  func aTextThatIsCutUpIsReadOrRefused(kind: String) throws {
    let text = Self.texts[kind] ?? ""
    let original: Data =
      kind == "json" ? try Self.json(Data((Self.texts["yaml"] ?? "").utf8)) : Data(text.utf8)
    let clock = ContinuousClock()
    for seed in 1...UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      var bytes = Array(original)
      for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&bytes, using: &generator) }
      let data = Data(bytes)
      var failure: (any Error)?
      let time = clock.measure {
        do {
          let files = try Self.read(data, as: kind)
          #expect(files.allSatisfy { $0.name.hasSuffix(".swift") && !$0.name.contains("/") }, "seed \(seed)")
        } catch { failure = error }
      }
      #expect(time < .seconds(10), "seed \(seed) of \(kind) took \(time)")
      #expect(failure == nil || failure is InputError, "seed \(seed) of \(kind)")
    }
  }

  private static func json(_ yaml: Data) throws -> Data {
    Data(try SourceFile(name: "a.yaml", bytes: yaml).root.description.utf8)
  }

  private static func read(_ data: Data, as kind: String) throws -> [WrittenFile] {
    switch kind {
    case "har": try Scaffold(recording: "a.har", testing: "Shop", load: { _ in data }).files
    case "sample": try Scaffold(samples: [(name: "a.json", bytes: data)], named: "A").files
    case "curl": try Scaffold(curl: String(decoding: data, as: UTF8.self)).files
    default: try Scaffold(openAPI: "a", testing: "Shop", load: { _ in data }).files
    }
  }

  private static let tokens = [
    "\"", "'", "{", "}", "[", "]", ":", ",", "\n", "\\", "#", "&a ", "*a", "<<: ", "null", "$ref", "#/paths",
    "-",
    "type", "\u{0}", "\u{FF}", "9999999999999999999", "é", "%", "?", "object", "oneOf", "base64", "200",
    "999",
  ]

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let length = [1, 4, 40, 400].randomElement(using: &generator) ?? 1
    let end = min(bytes.count, start + Int.random(in: 0...length, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.removeSubrange(start..<end)
    case 1:
      bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
    case 2: bytes.insert(contentsOf: (tokens.randomElement(using: &generator) ?? "").utf8, at: start)
    case 3: bytes.replaceSubrange(start..<end, with: (tokens.randomElement(using: &generator) ?? "").utf8)
    default: if start < bytes.count { bytes[start] = UInt8.random(in: .min ... .max, using: &generator) }
    }
  }

  private static let texts: [String: String] = [
    "yaml": document(
      paths: """
        /users/{id}.{format}:
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          get:
            operationId: getUser
            tags: [a b]
            security: [{key: []}]
            parameters:
              - {name: q, in: query, schema: {type: array, items: {enum: [x, y]}}, explode: false}
              - {name: c, in: cookie, schema: {type: string}}
            responses:
              "200": {description: A user., content: {application/json: {schema: {$ref: "#/components/schemas/User"}, example: {id: 1}}}}
              2XX: {description: More., content: {text/event-stream: {schema: {$ref: "#/components/schemas/Event"}}}}
              default: {description: "", content: {application/problem+json: {}}}
          put:
            requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}, encoding: {f: {explode: false}}}}}
            responses: {"204": {description: ""}}
        """,
      schemas: """
        User: &user {type: object, required: [id], properties: {id: {type: integer}, count: {type: string, format: int64}, boss: {$ref: "#/components/schemas/User"}}}
        More: {<<: *user, allOf: [{$ref: "#/components/schemas/User"}, {additionalProperties: {type: string}}]}
        Event: {oneOf: [{$ref: "#/components/schemas/User"}, {$ref: "#/components/schemas/More"}], discriminator: {propertyName: type, mapping: {a: User}}}
        """),
    "har": """
    {"log": {"version": "1.2", "pages": [{}], "entries": [
      {"request": {"method": "GET", "url": "https://a.example/v1/users/7?x=1", "headers": [{"name": "Authorization", "value": "Bearer abcdefgh"}]},
       "response": {"status": 200, "content": {"mimeType": "application/json", "text": "eyJpZCI6IDd9", "encoding": "base64"}}},
      {"request": {"method": "POST", "url": "https://a.example/v1/users", "postData": {"mimeType": "application/json", "text": "{\\"name\\": \\"x\\", \\"at\\": \\"2024-01-01T00:00:00Z\\"}"}},
       "response": {"status": 404, "headers": [{"name": "Link", "value": "x"}], "content": {"mimeType": "application/json", "text": "{\\"error\\": {\\"code\\": null}}"}}}]}}
    """,
    "sample": """
    [{"id": 1, "name": "a", "at": "2024-01-01T00:00:00Z", "tags": ["x", 1], "map": {"1": {"a": null}, "2": {"a": 1.5}}},
     {"id": 2, "name": null, "self": {"self": {}}, "list": [[{"b": true}]]}]
    """,
    "curl": #"""
    curl -sS -X POST 'https://a.example/users/7/keys?dry=true' -H "Authorization: Bearer x" -H 'X-A: b' \
      --data '{"title": "it'\''s", "n": [1, {"a": null}]}' -F f=@x --data-urlencode $'a=\n' -G -u a:b
    """#,
  ]
}
