import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONReaderPathsTests {
  let body = Array(
    #"{"users":[{"id":1,"extra":[1,{"x":2}]},{"id":2}],"school":{"name":"S","city":"B"},"next":null}"#.utf8)
  struct User: Decodable { var id: Int }
  struct School: Decodable { var name: String }

  @Test func decodesAtAPath() throws {
    let json = JSONCoder()
    #expect(try json.decode(Int.self, from: body, at: "users[1].id") == 2)
    #expect(try json.decode([User].self, from: body, at: ["users"]).map(\.id) == [1, 2])
    #expect(try json.decode(Int?.self, from: body, at: "next") == nil)
    #expect(try json.decode(String.self, from: Data(body), at: "school.name") == "S")
  }

  @Test func decodesSeveralPathsInOnePass() throws {
    let (users, school, gone) = try JSONCoder().read(body) { reader in
      (
        try reader.decode([User].self, at: "users"), try reader.decode(School.self, at: "school"),
        try reader.decodeIfPresent(Int.self, at: "next")
      )
    }
    #expect(users.count == 2 && school.name == "S" && gone == nil)
  }

  @Test func elementsAreFoundInWhateverOrder() throws {
    let elements = (0..<40).map { #"{"more":[\#($0),[{}]],"n":\#($0)}"# }
    let indices = [8, 9, 30, 12, 7, 39, 0, 8, 31]
    let (found, areThere) = try JSONCoder().read(Array("[\(elements.joined(separator: ","))]".utf8)) {
      reader in
      (
        try indices.map { try reader.decode(Int.self, at: JSONPath([.index($0), "n"])) },
        [-1, 0, 39, 40, .max].map { reader.contains(JSONPath([.index($0)])) }
      )
    }
    #expect(found == indices)
    #expect(areThere == [false, true, true, false, false])
  }

  @Test func aPathThatEndsEarlySaysWhereAndWhatIsThere() throws {
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: body, at: "school.nam")
    }
    #expect(error?.kind == .keyNotFound)
    #expect(error?.path == "school")
    #expect(error?.availableKeys == ["name", "city"])
    #expect(error?.hint == #"the nearest key is "name""#)
    let beyond = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: body, at: "users[2]")
    }
    #expect(beyond?.kind == .endOfArray)
    let mismatch = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: body, at: "users.id")
    }
    #expect(mismatch?.kind == .typeMismatch)
    #expect(mismatch?.path == "users")
    let inside = #expect(throws: JSONError.self) {
      try JSONCoder().decode(String.self, from: body, at: "users[1].id")
    }
    #expect(inside?.path == "users[1].id")
  }

  @Test func whatNoPathLeadsToIsStillChecked() {
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: Array(#"{"a":1,"b":[1,]}"#.utf8), at: "a")
    }
    #expect(error?.path == "b[1]")
  }

  @Test func unreadPathsAreThoseThatWereNotRequested() throws {
    struct Page: Decodable { var users: [User]; var school: School }
    let result = try JSONCoder().decodeReportingUnread(Page.self, from: Data(body))
    #expect(result.unread == ["users[0].extra", "school.city", "next"])
    let all = try JSONCoder().decodeReportingUnread(JSONValue.self, from: Data(body))
    #expect(all.unread == [])
    let one = try JSONCoder().decodeReportingUnread(Int.self, from: Data(body), at: "users[1].id")
    #expect(one.unread == ["users[0]", "school", "next"])
  }

  @Test func unreadElementsAndEmptyModelsAreReported() throws {
    struct First: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
      }
    }
    struct Nothing: Decodable {}
    #expect(
      try JSONCoder().decodeReportingUnread(First.self, from: Data("[1,2,[3]]".utf8)).unread == [
        "[1]", "[2]",
      ])
    #expect(
      try JSONCoder().decodeReportingUnread(Nothing.self, from: Data(#"{"a":{"b":1},"c":2}"#.utf8)).unread
        == [
          "a", "c",
        ])
    #expect(try JSONCoder().decodeReportingUnread([String].self, from: Data(#"["a"]"#.utf8)).unread == [])
    #expect(
      try JSONCoder().decodeReportingUnread([String: [Double]].self, from: Data(#"{"a":[1]}"#.utf8)).unread
        == [])
    #expect(try JSONCoder().decodeReportingUnread(String?.self, from: Data("null".utf8)).unread == [])
  }

  @Test func aReaderThatEscapesOwnsItsBytes() throws {
    func make() throws -> JSONReader {
      try JSONCoder().read(Array(#"{"a":["one two three four five six"]}"#.utf8)) { $0 }
    }
    let reader = try make()
    #expect(try reader.decode(String.self, at: "a[0]") == "one two three four five six")
    #expect(reader.contains("a") && !reader.contains("b"))
  }

  @Test func whatTheBodyThrowsIsWrapped() {
    struct Own: Error {}
    let error = #expect(throws: JSONError.self) { try JSONCoder().read(body) { _ in throw Own() } }
    #expect(error?.kind == .model)
    #expect(error?.underlying is Own)
  }
}
