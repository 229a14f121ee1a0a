import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONErrorTests {
  struct User: Decodable {
    var id: Int
    var firstName: String
    var born: Date?
  }

  @Test func thePathInATextThatIsCutOffHasKeysWithoutEscapes() {
    let text = #"{"a\"b": {"\u00e9\ud83d\ude00": [1, {"x\n": "#
    #expect(failure(JSONValue.self, text)?.path == ["a\"b", "é😀", 1, "x\n"])
  }

  @Test func typeMismatchSaysPathPlaceAndTypes() {
    let text = """
      {
        "users": [
          {"id": 1, "firstName": "Ada"},
          {"id": "2", "firstName": "Bob"}
        ]
      }
      """
    let error = failure([String: [User]].self, text)
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "users[1].id")
    #expect(error?.line == 4 && error?.column == 12 && error?.byteOffset == 61)
    #expect(error?.expected == "Int (an integer)")
    #expect(error?.found == "a string")
    #expect(error?.hint == "quoted number: declare the property `@Quoted`")
    #expect(
      error?.report == """
        users[1].id: expected Int (an integer), found a string
        line 4, column 12, byte 61

          3 |     {"id": 1, "firstName": "Ada"},
          4 |     {"id": "2", "firstName": "Bob"}
            |            ^^^

        hint: quoted number: declare the property `@Quoted`
        """)
    #expect(
      error?.description
        == "users[1].id: expected Int (an integer), found a string (line 4, column 12, byte 61)")
  }

  @Test func missingKeyNamesTheKeysThatAreThereAndTheStrategy() {
    let error = failure(User.self, #"{"id": 1, "first_name": "Ada"}"#)
    #expect(error?.kind == .keyNotFound)
    #expect(error?.path.isRoot == true)
    #expect(error?.availableKeys == ["id", "first_name"])
    #expect(error?.hint == #"the JSON has "first_name": set `keys` to `.snakeCase`"#)
    #expect(error?.description == #"the key "firstName" is missing (line 1, column 1, byte 0)"#)
  }

  @Test func missingKeyHintsAtTheNearest() {
    #expect(
      failure(User.self, #"{"id": 1, "firstname": ""}"#)?.hint
        == #"the JSON has "firstname": keys are compared with their letter case"#)
    #expect(failure(User.self, #"{"id": 1, "firstNames": ""}"#)?.hint == #"the nearest key is "firstNames""#)
    #expect(
      failure(User.self, #"{"data": {}}"#)?.hint
        == #"the object has only "data": decode at that path if it is an envelope"#)
    #expect(failure(User.self, #"{"zzz": {}, "yyyyyyyyyy": 1}"#)?.hint == nil)
  }

  @Test func nothingBelowASecretIsNamed() {
    let error = failure(
      [String: [String: [String: Int]]].self, #"{"tokens":{"planted-1":{"planted-2":"planted-3"}}}"#)
    #expect(error?.path == ["tokens", "planted-1", "planted-2"])
    #expect(error?.description.hasPrefix(#"tokens["***"]["***"]: expected Int"#) == true)
    #expect(error?.description.contains("planted") == false && error?.report.contains("planted") == false)
  }

  @Test func nullIsDistinguishedFromAWrongType() {
    let error = failure(User.self, #"{"id": null, "firstName": ""}"#)
    #expect(error?.kind == .nullValue)
    #expect(error?.path == "id")
    #expect(error?.found == "null")
  }

  @Test func modelsOwnErrorsHaveThePlaceOfTheirValue() {
    struct TooShort: Error, Equatable {}
    struct Name: Decodable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode(String.self).count < 3 { throw TooShort() }
      }
    }
    struct Person: Decodable { var name: Name }
    let error = failure([Person].self, #"[{"name":"Ada"},{"name":"Al"}]"#)
    #expect(error?.kind == .model)
    #expect(error?.path == "[1].name")
    #expect(error?.byteOffset == 24)
    #expect(error?.underlying is TooShort)
    #expect(error?.description == "[1].name: Name threw TooShort (line 1, column 25, byte 24)")
  }

  enum Color: String, Decodable { case red, green }

  @Test func unknownEnumValueSaysWhereAndOnlyTheReportSaysWhich() {
    let error = failure([String: Color].self, #"{"a":"red","b":"blue"}"#)
    #expect(error?.kind == .corrupted)
    #expect(error?.path == "b")
    #expect(error?.underlying is DecodingError)
    #expect(error?.description.contains("blue") == false)
    #expect(
      error?.description
        == "b: expected Color, found a string it does not accept (line 1, column 16, byte 15)")
    #expect(error?.report.contains("blue") == true)
    let secret = failure([String: Color].self, #"{"a":"red","token":"blue"}"#)
    #expect(secret?.report.contains("blue") == false)
  }

  @Test func modelsOwnDecodingErrorKeepsItsKindAndPath() {
    struct Even: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        if try container.decode(Int.self, forKey: "n") % 2 == 1 {
          throw DecodingError.dataCorruptedError(forKey: "n", in: container, debugDescription: "odd")
        }
      }
    }
    let error = failure([Even].self, #"[{"n":2},{"n":3}]"#)
    #expect(error?.kind == .corrupted)
    #expect(error?.path == "[1].n")
    #expect(error?.report.contains("cause: odd") == true)
  }

  @Test func errorsThatAModelCatchesAreNotThrown() throws {
    struct Own: Error {}
    struct Inner: Decodable { init(from decoder: any Decoder) throws { throw Own() } }
    struct Outer: Decodable {
      var caught = false
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        do { _ = try container.decode(Inner.self, forKey: "a") } catch is Own { caught = true }
        do { _ = try container.decode(Int.self, forKey: "a") } catch DecodingError.typeMismatch(
          _, let context)
        {
          #expect(context.codingPath.map(\.stringValue) == ["Index 0", "a"])
        }
        do { _ = try container.decode(Int.self, forKey: "gone") } catch DecodingError.keyNotFound(let key, _)
        {
          #expect(key.stringValue == "gone")
        }
        do { _ = try container.decode(Int.self, forKey: "null") } catch DecodingError.valueNotFound {}
      }
    }
    #expect(try decode([Outer].self, #"[{"a":"x","null":null}]"#)[0].caught)
  }

  @Test func jsonInAStringIsAnErrorOfTheOuterTextToo() {
    struct Inner: Decodable { var n: Int }
    struct Outer: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        _ = try JSONCoder().decode(Inner.self, from: Array(text.utf8))
      }
    }
    let error = failure([Outer].self, #"["{\"n\":1}","{\"n\":true}"]"#)
    #expect(error?.kind == .model)
    #expect(error?.path == "[1]")
    #expect((error?.underlying as? JSONError)?.path == "n")
  }

  @Test func bridgesToDecodingError() throws {
    let error = try #require(failure([User].self, "[{}]"))
    guard case .keyNotFound(let key, let context) = error.decodingError else {
      Issue.record("\(error.decodingError)")
      return
    }
    #expect(key.stringValue == "id")
    #expect(context.codingPath.first?.intValue == 0)
    #expect((context.underlyingError as? JSONError)?.path == "[0]")
  }

  @Test func syntaxErrorsHint() {
    #expect(failure(JSONValue.self, "<!DOCTYPE html><html></html>")?.hint?.contains("HTML") == true)
    #expect(failure(JSONValue.self, "[1,]")?.hint == "RFC 8259 has no trailing commas")
    #expect(failure(JSONValue.self, "[NaN]")?.hint == "JSON has no numbers for infinity and not-a-number")
    #expect(failure(JSONValue.self, "[1 // one\n]")?.hint == "JSON has no comments")
    #expect(failure(JSONValue.self, "['a']")?.hint == "JSON has strings in double quotes only")
    #expect(failure(JSONValue.self, "{\"a\":1}\n{\"a\":2}")?.hint?.contains("JSONElements") == true)
    #expect(failure(JSONValue.self, "{\"a\":")?.hint == "the text was cut off, or its end is missing")
  }

  // Were it quadratic, it would take many minutes.
  @Test(.timeLimit(.minutes(5))) func manyFailuresInOneArrayCostOneWalk() throws {
    struct Lossy: Decodable {
      var failures = 0
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          do { _ = try list.decode(Int.self) } catch {
            failures += 1
            _ = try list.decode(String.self)
          }
        }
      }
    }
    let count = 100_000
    let text = "[" + Array(repeating: "\"a\"", count: count).joined(separator: ",") + "]"
    #expect(try decode(Lossy.self, text).failures == count)
  }
}
