import ReparteeJSON
import Testing

@Suite struct ExcerptTests {
  @Test func longLinesAreCutAroundThePlace() throws {
    let list = (0..<5000).map { $0 == 2500 ? "true" : "\($0)" }.joined(separator: ",")
    var coder = JSONCoder()
    coder.excerpts.maximumWidth = 40
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
    coder.excerpts = .off
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

  @Test func masksAreConfigurable() throws {
    var coder = JSONCoder()
    coder.excerpts.sensitiveKeys = ["diagnosis"]
    let report = try #require(failure(Int.self, #"{"Diagnosis": "flu", "password": "shown"}"#, coder)).report
    #expect(!report.contains("flu") && report.contains("shown"))
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
  @Test(.timeLimit(.minutes(1))) func anErrorAtTheEndOfALongTextTakesBoundedTime() throws {
    let members = (0..<20_000).map { "{\"someKey\":\"v\($0)\",\"other\":[1,2]}" }.joined(separator: ",")
    let error = try #require(failure([[String: JSONValue]].self, "[\(members),{\"password\":\"hunter2\"},7]"))
    #expect(error.path == [20_001] && !error.report.contains("hunter2"))
  }
}
