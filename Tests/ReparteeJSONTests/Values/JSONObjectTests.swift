import ReparteeJSON
import Testing

@Suite struct JSONObjectTests {
  /// Against an array of pairs, through all that may be done to it.
  @Test func isAListOfMembersWhateverIsRemoved() {
    var random = SeededGenerator.named("isAListOfMembersWhateverIsRemoved")
    for _ in 0..<60 {
      var object = JSONObject()
      var list: [(key: String, value: JSONValue)] = []
      for step in 0..<Int.random(in: 1...150, using: &random) {
        let key = "k\(Int.random(in: 0..<60, using: &random))"
        let place = list.firstIndex { $0.key == key }
        if Bool.random(using: &random) {
          object[key] = nil
          if let place { list.remove(at: place) }
        } else {
          object[key] = .number(JSONNumber(step))
          if let place {
            list[place].value = .number(JSONNumber(step))
          } else {
            list.append((key, .number(JSONNumber(step))))
          }
        }
        #expect(
          object.count == list.count && object.keys == list.map(\.key) && object.values == list.map(\.value))
      }
      #expect(object.indices.map { object[$0].key } == list.map(\.key))
      #expect(list.allSatisfy { object[$0.key] == $0.value })
      var built = JSONObject()
      for (key, value) in list.shuffled(using: &random) { built[key] = value }
      #expect(built == object && built.hashValue == object.hashValue)
    }
  }

  @Test func keysAreEqualByTheirBytes() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let text = "{\"\(composed)\":1,\"\(decomposed)\":2,\"\(composed)\":3}"
    for padding in [0, 20] {
      var value = try decode(JSONValue.self, text)
      for index in 0..<padding { value["k\(index)"] = 0 }
      #expect(value[composed] == 1 && value[decomposed] == 2 && value.object?.count == 2 + padding)
      #expect(value[at: [.key(decomposed)]] == 2)
    }
    #expect(JSONPath.Component.key(composed) != .key(decomposed))
    #expect(try decode(JSONValue.self, text).description == "{\"\(composed)\":1,\"\(decomposed)\":2}")
    struct Keys: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        #expect(container.allKeys == [.key("\u{E9}"), .key("e\u{301}")] as [JSONPath.Component])
        #expect(try container.decode(Int.self, forKey: .key("e\u{301}")) == 2)
      }
    }
    for keys in [KeyStrategy.asDeclared, .snakeCase, .custom(decode: { $0 }, encode: { $0 })] {
      var coder = JSONCoder()
      coder.keys = keys
      _ = try decode(Keys.self, text, coder)
      // A dictionary of Swift has one place for both: the first counts, as of equal keys.
      #expect(try decode([String: Int].self, text, coder) == [composed: 1])
      #expect(try decode([String: JSONValue].self, text, coder) == [composed: 1])
      coder.rejectsDuplicateKeys = true
      let unlike = "{\"\(composed)\":1,\"\(decomposed)\":2}"
      #expect(try decode(JSONValue.self, unlike, coder).object?.count == 2)
      #expect(failure(JSONValue.self, text, coder)?.kind == .duplicateKey)
    }
    #expect(
      try decode([String: String].self, "{\"\(composed)\":\"1\",\"\(decomposed)\":\"2\"}") == [composed: "1"])
    var elements = JSONElements(in: .array(at: [composed]))
    elements.append(Array("{\"\(decomposed)\":[1],\"\(composed)\":[2]}".utf8))
    let element = try elements.next()
    #expect(element?.bytes == Array("2".utf8))
  }

  /// What is asked for a second time under the same key is never looked at, by any way of reading.
  @Test func ofEqualKeysOnlyTheFirstIsRead() throws {
    let text = #"{"a":"1","a":2,"b":"3"}"#
    struct Model: Decodable { var a: String }
    #expect(try decode([String: String].self, text) == ["a": "1", "b": "3"])
    var coder = JSONCoder()
    for keys in [KeyStrategy.asDeclared, .snakeCase, .custom(decode: { $0 }, encode: { $0 })] {
      coder.keys = keys
      #expect(try decode([String: String].self, text, coder) == ["a": "1", "b": "3"])
      #expect(try decode([String: String?].self, text, coder) == ["a": "1", "b": "3"])
      #expect(try decode(Model.self, text, coder).a == "1")
      #expect(try decode(JSONValue.self, text, coder) == ["a": "1", "b": "3"])
      #expect(try coder.decode(String.self, from: Array(text.utf8), at: "a") == "1")
    }
  }
}
