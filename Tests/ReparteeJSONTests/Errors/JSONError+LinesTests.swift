import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONErrorLinesTests {
  @Test func longLinesAreCutAroundThePlace() throws {
    let list = (0..<5000).map { $0 == 2500 ? "true" : "\($0)" }.joined(separator: ",")
    var coder = JSONCoder()
    coder.excerptWidth = 40
    let excerpt = try #require(failure([Int].self, "[\(list)]", coder)?.excerpt)
    let lines = excerpt.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].count <= 50)
    let caret = try #require(lines[1].firstIndex(of: "^"))
    let column = lines[1].distance(from: lines[1].startIndex, to: caret)
    #expect(lines[0].dropFirst(column).hasPrefix("true"))
    #expect(lines[1].dropFirst(column) == "^^^^")
  }

  @Test func aLongValueDoesNotMakeALongExcerpt() throws {
    let text = "{\"a\": \"" + String(repeating: "é", count: 100_000) + "\"}"
    let excerpt = try #require(failure([String: Int].self, text)?.excerpt)
    #expect(excerpt.count < 300)
  }

  @Test func excerptsCanBeSwitchedOff() throws {
    var coder = JSONCoder()
    coder.excerptWidth = 0
    let error = try #require(failure([String: Int].self, #"{"a": "value"}"#, coder))
    #expect(error.excerpt == nil)
    #expect(!error.report.contains("value"))
  }

  @Test(arguments: [
    "password", "apiKey", "api_key", "X-Auth-Token", "clientSecret", "Authorization", "pass\\u0077ord",
  ])
  func valuesUnderSensitiveKeysAreMasked(_ key: String) throws {
    for value in [
      "\"hunter2\"", "[\"hunter2\", {\"x\": \"hunter2\"}]", "{\"a\": \"hunter2\"}", "\"hun\\\"hunter2\"",
    ] {
      let text = "{\"\(key)\": \(value), \"n\": \"x\"}"
      let report = try #require(failure([String: Int?].self, text)).report + failureAtN(text)
      #expect(!report.contains("hunter2"), "\(report)")
      #expect(report.contains("***"))
    }
  }

  private func failureAtN(_ text: String) -> String {
    struct Model: Decodable { var n: Int }
    return failure(Model.self, text)?.report ?? ""
  }

  @Test func brokenTextsAreMaskedToo() throws {
    for text in [
      "{\"password\": \"hunter2", "{\"password\": \"hunter2\" x", "{\"token\": hunter2",
      "{\"token\": {\"a\": \"hunter2\",}",
    ] {
      let report = try #require(failure(JSONValue.self, text)).report
      #expect(!report.contains("hunter2"), "\(report)")
    }
  }

  @Test func wordsOfYourOwnAreMaskedToo() throws {
    var coder = JSONCoder()
    coder.redaction.words.append("diag-nosis")
    let report = try #require(failure(Int.self, #"{"Diagnosis": "flu", "password": "x", "a": 1}"#, coder))
      .report
    #expect(report.contains(#"{"Diagnosis": "***", "password": "***", "a": 1}"#))
  }

  /// A character that takes two escapes is one.
  @Test func anEscapedSurrogatePairIsACharacter() throws {
    var coder = JSONCoder()
    coder.redaction.words.append("𠮷")
    for key in ["𠮷", #"\ud842\udfb7"#, #"\uD842\uDFB7"#] {
      let report = try #require(failure(Int.self, #"{"\#(key)": "hunter2", "a": 1}"#, coder)).report
      #expect(report.contains(#"": "***", "a": 1}"#), "\(report)")
    }
    for key in [#"\ud842"#, #"\ud842\u0041"#, #"\udfb7\ud842"#, #"\ud842\"#] {
      #expect(failure(Int.self, #"{"\#(key)": 7, "a": 1}"#, coder)?.report.isEmpty == false)
    }
  }

  /// A name beside a value can make it a secret: then its error says nothing of it either.
  @Test func aValueBesideTheNameOfASecretIsInNoCause() throws {
    enum Color: String, Decodable { case red }
    struct Item: Decodable { var name: String; var value: Color }
    struct Keyed: Decodable { var name: String; var value: [String: Color] }
    struct Picky: Decodable {
      struct Refused: Error, CustomStringConvertible { let description: String }
      struct Value: Decodable {
        init(from decoder: any Decoder) throws {
          throw Refused(description: "not \(try decoder.singleValueContainer().decode(String.self))")
        }
      }
      var value: Value
    }
    for text in [#"{"name":"password","value":"hunter2"}"#, #"{"value":"hunter2","name":"password"}"#] {
      for error in [failure(Item.self, text), failure(Picky.self, text)] {
        let error = try #require(error)
        #expect(error.path == "value" && error.line == 1, "\(error)")
        #expect(!"\(error) \(error.report)".contains("hunter2"), "\(error.report)")
      }
    }
    // Nor does its path, or the list of the keys that are there, with an excerpt or without one.
    struct Nested: Decodable { var value: [String: [String: Int]] }
    struct Lacking: Decodable { var value: [String: Wanted] }
    struct Wanted: Decodable { var id: Int }
    for width in [100, 0] {
      var coder = JSONCoder()
      coder.excerptWidth = width
      let text = #"[{"name":"password","value":{"hunter2":{"hunter3":"blue"}}}]"#
      let errors = [
        failure([Keyed].self, text.replacing(#"{"hunter3":"blue"}"#, with: #""hunter3""#), coder),
        failure([Nested].self, text, coder), failure([Lacking].self, text, coder),
      ]
      for error in errors {
        let error = try #require(error)
        #expect("\(error)".hasPrefix(#"[0].value["***"]"#), "\(error)")
        #expect(!"\(error) \(error.report)".contains("hunter"), "\(error.report)")
      }
    }
    // Where the name is that of nothing secret, the report says what is wrong.
    let shown = try #require(failure(Item.self, #"{"name":"color","value":"blue"}"#))
    #expect(shown.report.contains("blue"))
  }

  /// `value` is the name of many lists. What stands beside it at the end of a long text decides.
  @Test(arguments: [("name", "list"), ("name", "password"), ("@odata.count", "7")])
  func aLongValueIsASecretOnlyByItsName(name: String, text: String) throws {
    struct List: Decodable { var value: [Item] }
    struct Item: Decodable { var stars: Int }
    let items = Array(repeating: #"{"stars":"many"}"#, count: 1_000).joined(separator: ",")
    let body = #"{"value":[\#(items)],"\#(name)":"\#(text)"}"#
    let errors = try JSONCoder().read(Data(body.utf8)) { reader in
      (0..<2).compactMap { index in
        #expect(throws: JSONError.self) { try reader.decode(Item.self, at: ["value", .index(index)]) }
      }
    }
    #expect(errors.count == 2)
    for error in errors + [failure(List.self, body)].compactMap(\.self) {
      #expect("\(error)".contains("stars") == (text != "password"), "\(error)")
      #expect(error.report.contains("many") == (text != "password"), "\(error.report)")
    }
  }

  /// The same for a text that breaks off, or is not JSON.
  @Test func aKeyOfASecretIsInNoPathOfASyntaxError() throws {
    for text in [
      #"{"name":"password","value":{"hunter2": tru}}"#, #"["password",{"hunter2": tru}]"#,
      #"{"value":[{"name":"password","value":{"hunter2": tru}}]}"#,
      #"{"name":"password","value":{"a":{"hunter2":"\ud800"}}}"#,
    ] {
      let error = try #require(failure(JSONValue.self, text))
      #expect("\(error)".contains("***") && !"\(error) \(error.report)".contains("hunter"), "\(error.report)")
    }
    #expect(
      try #require(failure(JSONValue.self, #"{"value":[{"id": tru"#)).description.hasPrefix("value[0].id:"))
  }

  @Test(arguments: ["pin", "user_pin", "key", "jwt", "auth", "cvc", "pwd"])
  func wholeNamesAreMasked(_ key: String) throws {
    let report = try #require(failure(Int.self, #"{"\#(key)": 1234, "a": 1}"#)).report
    #expect(report.contains(#"{"\#(key)": "***", "a": 1}"#))
  }

  @Test(arguments: [Int.min, -1, 0, 1, 20, 1_000, .max])
  func anyWidthIsTaken(_ width: Int) throws {
    var coder = JSONCoder()
    coder.excerptWidth = width
    let text = "[\"" + String(repeating: "x", count: 5_000) + "\"]"
    let excerpt = try #require(failure([Int].self, text, coder)).excerpt
    #expect(width > 0 ? excerpt.map { $0.count < 2_100 } == true : excerpt == nil)
  }

  @Test func fromWhereItIsNoJSONNothingIsShown() throws {
    let note = "… (rest is not shown: not JSON from here)"
    for (text, shown) in [
      ("{'password': 'hunter2'}", "{"), (#"{"password" "hunter2"}"#, "{"),
      (#"{"a": 1, "b": "x"y", "password": "hunter2"}"#, #"{"a": 1, "b": "x""#), ("hunter2", ""),
      (#"["hunter3", 12 "hunter2"]"#, #"["hunter3", 12 "#),
    ] {
      let error = try #require(failure(JSONValue.self, text))
      #expect(error.excerpt?.hasPrefix("  1 | \(shown)\(note)\n") == true, "\(error.report)")
      #expect(!error.report.contains("hunter2"))
    }
    let page = try #require(failure(JSONValue.self, "<p>Gone</p><password>hunter2</password>")).report
    #expect(page.contains("<p>Gone</p><password***</password>"))
  }

  @Test func whatIsBelowASecretKeyIsInNoPathAndNoList() throws {
    struct Model: Decodable { var a: Int }
    let error = try #require(
      failure([String: [String: Model]].self, #"{"token": {"hunter2": {"hunter3": 1}}}"#))
    #expect(error.description.hasPrefix(#"token["***"]: the key "a" is missing"#))
    #expect(!error.report.contains("hunter"), "\(error.report)")
  }

  @Test func whatHasNoColonBehindItIsInNoPath() throws {
    for text in [#"{"a": {"password": 1, "hunter2"}}"#, #"{"a": {"hunter2""#] {
      let error = try #require(failure(JSONValue.self, text))
      #expect(error.path == "a" && !error.report.contains("hunter2"), "\(error.report)")
    }
  }

  @Test func aKeyIsMaskedAsTextIs() throws {
    let error = try #require(failure([String: Int].self, #"{"password: hunter2": "x"}"#))
    #expect(!error.description.contains("hunter2") && !error.report.contains("hunter2"), "\(error.report)")
  }

  @Test func secretsInStringsAreMasked() throws {
    let text = #"{"a": "{\"password\":\"hunter2\"}", "u": "https://u:hunter2@h/?sig=hunter2"}"#
    let report = try #require(failure([String: Int].self, text)).report
    #expect(!report.contains("hunter2") && report.contains("https://***@h/?sig=***"))
  }

  @Test func aDumpShowsNoSecret() throws {
    let error = try #require(failure([String: Int].self, #"{"a": "value", "token": "hunter2"}"#))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }

  @Test func controlCharactersDoNotReachTheTerminal() throws {
    let report = try #require(failure(JSONValue.self, "[\"\u{1B}[31m\", \u{7}x\u{202E}y\u{200B}]")).report
    #expect(
      !report.unicodeScalars.contains {
        $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E || $0.value == 0x200B
      })
  }

  @Test func theCaretIsUnderWideTextByCharacters() throws {
    let excerpt = try #require(failure([Int].self, "[1,\n \"äöü\", 2]".replacing("1,", with: "1,"))?.excerpt)
    #expect(excerpt == "  1 | [1,\n  2 |  \"äöü\", 2]\n    |  ^^^^^")
  }

  @Test func tabsTakeOneColumn() throws {
    let excerpt = try #require(failure([String: Int].self, "{\n\t\"a\":\ttrue}")?.excerpt)
    #expect(excerpt == "  1 | {\n  2 |  \"a\": true}\n    |       ^^^^")
  }

  // Were it quadratic, it would take many minutes.
  @Test(.timeLimit(.minutes(5))) func anErrorAtTheEndOfALongTextTakesBoundedTime() throws {
    let members = (0..<20_000).map { "{\"someKey\":\"v\($0)\",\"other\":[1,2]}" }.joined(separator: ",")
    let error = try #require(failure([[String: JSONValue]].self, "[\(members),{\"password\":\"hunter2\"},7]"))
    #expect(error.path == [20_001] && !error.report.contains("hunter2"))
  }
}
