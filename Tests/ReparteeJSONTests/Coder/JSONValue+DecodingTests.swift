import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONValueDecodingTests {
  struct User: Codable, Equatable {
    var id: Int
    var fullName: String?
  }

  @Test func aModelIsReadFromAValue() throws {
    let value: JSONValue = ["id": 7, "fullName": "A\"da\n"]
    #expect(try value.decode(User.self) == User(id: 7, fullName: "A\"da\n"))
    let user: User = try value.decode()
    #expect(try user == JSONCoder().decode(User.self, from: value))
    #expect(try (["a", "b"] as JSONValue).decode([String].self) == ["a", "b"])
    #expect(try (7 as JSONValue).decode(Int.self) == 7 && JSONValue.null.decode(Int?.self) == nil)
  }

  @Test func theOptionsOfTheCoderHold() throws {
    let value: JSONValue = ["id": 7, "full_name": "Ada"]
    #expect(try JSONCoder(keys: .snakeCase).decode(User.self, from: value).fullName == "Ada")
    #expect(try value.decode(User.self, with: JSONCoder(keys: .snakeCase)).fullName == "Ada")
  }

  @Test func allDigitsOfANumberAreKept() throws {
    let value = try JSONCoder().decode(JSONValue.self, from: Data("123456789012345678901234567890".utf8))
    #expect(try value.decode(Decimal.self) == Decimal(string: "123456789012345678901234567890"))
  }

  @Test func anErrorHasItsPlace() {
    let value: JSONValue = ["users": [["id": "x"]]]
    let error = #expect(throws: JSONError.self) { try value.decode([String: [User]].self) }
    #expect(error?.kind == .typeMismatch && error?.path == ["users", 0, "id"])
  }
}
