import Foundation
import Repartee
import ReparteeOperations
import Testing

struct OperationHandleTests {
  @Test func itIsTheSameAfterEncoding() throws {
    let places = [
      Cursor(url: "https://api.example.com/jobs/7?a=b"), Cursor(query: ["id": "7"]),
      try #require(try Cursor.value(["id": "\u{0}\n"])),
    ]
    for place in places {
      let handle = OperationHandle(place)
      let bytes = try JSONEncoder().encode(handle)
      #expect(try JSONDecoder().decode(OperationHandle.self, from: bytes) == handle)
    }
  }

  @Test func theStartAndAResultHaveForms() throws {
    func decoded(_ json: String) throws -> OperationHandle {
      try JSONDecoder().decode(OperationHandle.self, from: Data(json.utf8))
    }
    #expect(try decoded("{}").place == nil)
    let result = try decoded(#"{"place": {"url": "https://a.example/1"}, "isResult": true}"#)
    #expect(result != OperationHandle(Cursor(url: "https://a.example/1")))
    #expect("\(result)" == "the result at https://a.example/1")
    #expect("\(try decoded("{}"))" == "the state at the start")
    #expect(try decoded(String(decoding: try JSONEncoder().encode(result), as: UTF8.self)) == result)
    for json in [
      #"{"isResult": true}"#, #"{"place": 7}"#, #"{"place": {"other": 1}}"#, "[]", #"{"isResult": 1}"#,
    ] {
      #expect(throws: DecodingError.self) { try decoded(json) }
    }
  }

  @Test func noSecretIsShown() throws {
    let handle = OperationHandle(Cursor(url: "https://api.example.com/jobs?token=secret"))
    var text = "\(handle) \(String(reflecting: handle))"
    dump(handle, to: &text)
    #expect(!text.contains("secret"))
  }
}
