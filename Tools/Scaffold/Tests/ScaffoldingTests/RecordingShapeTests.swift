import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// Which calls of a recording are one operation, and which bodies one model.
struct RecordingShapeTests {
  private struct Call {
    var path: String
    var body: String
    var method = "GET"
    var status = 200
    var type = "application/json"
    var sent: String?
    var sentType = "application/json"
  }

  private func recorded(_ calls: [Call]) throws -> String {
    let entries = calls.map { call -> JSONValue in
      var request: JSONValue = [
        "method": .string(call.method), "url": .string("https://shop.example" + call.path), "headers": [],
      ]
      if let sent = call.sent {
        request["postData"] = ["mimeType": .string(call.sentType), "text": .string(sent)]
      }
      return [
        "request": request,
        "response": [
          "status": .number(JSONNumber(call.status)), "headers": [],
          "content": ["mimeType": .string(call.type), "text": .string(call.body)],
        ],
      ]
    }
    let har: JSONValue = ["log": ["entries": .array(entries)]]
    let scaffold = try Scaffold(recording: "a.har", testing: "Shop") { _ in Data(har.description.utf8) }
    return scaffold.files.map(\.text).joined(separator: "\n")
  }

  private func get(_ path: String, _ body: String) -> Call { Call(path: path, body: body) }

  // MARK: Models

  @Test func keysThatAreTheSameByChanceAreNoModel() throws {
    let text = try recorded([
      get("/users/7", #"{"id": 7, "name": "Ada"}"#), get("/groups/7", #"{"id": 7, "name": "Readers"}"#),
    ])
    #expect(text.contains("struct User: ") && text.contains("struct Group: "))
    #expect(text.contains("ResponseMap<User,") && text.contains("ResponseMap<Group,"))
  }

  @Test(arguments: [
    ("/me", #"{"id": 7, "name": "Ada"}"#), ("/account", #"{"object": "user", "id": 8, "name": "Bob"}"#),
    ("/teams/3/users", #"[{"id": 9, "name": "Eve"}]"#), ("/users", #"[{"id": 9, "name": "Eve", "age": 7}]"#),
    ("/search/users", #"{"items": [{"id": 9, "name": "Eve"}]}"#),
  ])
  func aNameOrTheSameThingMakesOneModel(path: String, body: String) throws {
    let user =
      body.contains("object") ? #"{"object": "user", "id": 7, "name": "Ada"}"# : #"{"id": 7, "name": "Ada"}"#
    let text = try recorded([get("/users/7", user), get(path, body)])
    #expect(text.components(separatedBy: "User").count > 3, "\(text)")
    for name in ["struct Me:", "struct Account:", "struct UserDetails", "struct TeamUser:"] {
      #expect(!text.contains(name), "\(text)")
    }
  }

  @Test func thingsOfOneNameThatDifferAreTwoModels() throws {
    let text = try recorded([
      get("/orders/7/parts", #"[{"id": 1, "price": 2.5, "sku": "a"}]"#),
      get("/kits/7/parts", #"[{"id": "x", "title": "Soup", "sku": "a"}]"#),
    ])
    #expect(text.contains("struct Part: ") && text.contains("struct KitPart: "), "\(text)")
  }

  @Test func manyEqualKeysAreNoChance() throws {
    let keys = (0..<8).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let text = try recorded([
      get("/users/7", "{\(keys)}"), get("/owner", "{\(keys.replacing(": 1", with: ": 9"))}"),
    ])
    #expect(text.contains("struct User: ") && !text.contains("struct Owner:"))
  }

  @Test func whatIsSentIsWhatIsReceivedIfItsKeysAreThose() throws {
    let text = try recorded([
      Call(
        path: "/users/7", body: #"{"id": 7, "name": "Ada"}"#, method: "PUT",
        sent: #"{"id": 7, "name": "Ada"}"#),
      Call(
        path: "/users", body: #"{"id": 8, "name": "Bob"}"#, method: "POST", status: 201,
        sent: #"{"name": "Bob"}"#),
    ])
    #expect(text.contains("struct User: Codable") && text.contains("struct UserBody: Encodable"), "\(text)")
  }

  // MARK: Paths

  private let repo = #"{"id": 1, "full_name": "a/b", "private": false}"#

  @Test func siblingsWithTheSameRestAreOneOperation() throws {
    let text = try recorded([get("/users/ada/repos", "[\(repo)]"), get("/users/bob/repos", "[]")])
    #expect(!text.contains("ada/repos\")"), "\(text)")
    let both = try recorded([get("/users/ada/repos", "[\(repo)]"), get("/users/bob/repos", "[\(repo)]")])
    #expect(
      both.contains(#".get("/users/\(userID)/repos")"#) && both.contains("var userID: String\n"), "\(both)")
    #expect(both.components(separatedBy: ": Endpoint {").count == 2)
  }

  @Test func aValueFurtherDownMayDifferToo() throws {
    let text = try recorded([
      get("/repos/apple/swift/issues", "[\(repo)]"), get("/repos/ada/notes/issues", "[\(repo)]"),
      get("/repos/ada/maps/issues/7", repo),
    ])
    #expect(
      text.contains(#"/repos/\(repoID)/"#) && text.components(separatedBy: "struct ").count < 8, "\(text)")
  }

  @Test func aSegmentThatTheResponseNamesIsAValue() throws {
    let text = try recorded([
      get("/users/ada", #"{"login": "Ada", "id": 1}"#), get("/users/bob", #"{"login": "bob", "id": 2}"#),
    ])
    #expect(text.contains(#".get("/users/\(userID)")"#), "\(text)")
  }

  @Test(arguments: [
    (["/settings/profile", "/settings/email"], #"{"enabled": true, "updated_at": 1}"#),
    (["/admin/users/list", "/admin/groups/list"], #"[{"id": 1, "name": "a"}]"#),
    (["/shop/cart/items", "/shop/wishlist/items"], #"[{"id": 1, "name": "a"}]"#),
    (["/users/ada/repos", "/users/ada/gists"], #"[{"id": 1, "name": "a"}]"#),
    (["/users", "/orgs"], #"{"id": 1}"#),
  ])
  func whatOnlyLooksAlikeStaysTwoOperations(paths: [String], body: String) throws {
    let text = try recorded(paths.map { get($0, body) })
    for path in paths { #expect(text.contains(".get(\"\(path)\")"), "\(text)") }
  }

  @Test func responsesThatDifferAreTwoOperations() throws {
    let text = try recorded([get("/users/ada/repos", "[\(repo)]"), get("/users/bob/repos", #"{"count": 7}"#)])
    #expect(text.contains(".get(\"/users/ada/repos\")") && text.contains(".get(\"/users/bob/repos\")"))
  }

  // MARK: JSON that is none

  @Test func jsonThatIsNoneIsSaid() throws {
    let text = try recorded([get("/a", ")]}',\n{\"id\": 1}")])
    #expect(
      text.contains(
        "// 200 was recorded as `application/json` with a body that is not JSON: it is read as text."))
    #expect(text.contains("ResponseMap<String, Never>"))
    let one = try recorded([get("/a", "<html>"), get("/a", #"{"id": 1}"#)])
    #expect(one.contains("with a body that is not JSON, which is left out.") && one.contains("var id: Int\n"))
  }

  @Test func aBodyThatIsSentAndIsNoJSONIsSaid() throws {
    let text = try recorded([
      Call(path: "/a", body: "", method: "POST", status: 204, sent: "{'a': 1}")
    ])
    #expect(text.contains("// What was sent is said to be `application/json`, and is not JSON."), "\(text)")
    #expect(text.contains(#".text(body, contentType: "application/json")"#))
  }

  @Test func valuesInARowAreAStream() throws {
    let lines = "{\"type\": \"ADDED\", \"n\": 1}\n{\"type\": \"GONE\", \"n\": 2}\n"
    let watch = try recorded([get("/watch", lines)])
    #expect(
      watch.contains(".stream(.jsonLines(of: Line.self))") && watch.contains("var n: Int\n"), "\(watch)")
    let sequence = try recorded([
      Call(path: "/a", body: "\u{1E}{\"n\": 1}\n\u{1E}{\"n\": 2}\n", type: "application/json-seq")
    ])
    #expect(sequence.contains(".stream(.jsonSequence(of: Element.self))"))
  }
}
