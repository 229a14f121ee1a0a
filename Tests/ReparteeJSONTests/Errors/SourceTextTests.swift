import Testing

@testable import ReparteeJSON

/// Many errors about one text: each costs what its excerpt does, not the text again.
@Suite struct SourceTextTests {
  /// Elements that are no numbers, some with secrets, all on one line or each on its own.
  private func text(_ count: Int, _ separator: String) -> String {
    "["
      + (0..<count).map { index in
        switch index % 4 {
        case 0: #"{"password": "hunter2", "é": "\#(index)"}"#
        case 1: #""x\#(index)""#
        case 2: #"{"name": "token", "value": "hunter2"}"#
        default: #""https://u:hunter2@h/?sig=hunter2&n=\#(index)""#
        }
      }.joined(separator: "," + separator) + "]"
  }

  private func errors(
    of text: String, at indexes: some Sequence<Int>, _ body: (ErrorNotes) -> Void = { _ in }
  ) throws -> [JSONError] {
    try JSONCoder().read(Array(text.utf8)) { reader in
      var errors: [JSONError] = []
      for index in indexes {
        if let error = #expect(
          throws: JSONError.self,
          performing: {
            try reader.decode(Int.self, at: [.index(index)])
          })
        {
          errors.append(error)
        }
      }
      body(reader.decoding.errorNotes)
      return errors
    }
  }

  @Test(arguments: ["", "\n", "\r\n  "])
  func theTextIsReadTwiceHoweverManyErrorsThereAre(_ separator: String) throws {
    for count in [200, 800] {
      let text = text(count, separator)
      for indexes in [Array(0..<count), Array((0..<count).reversed())] {
        let errors = try errors(of: text, at: indexes) { notes in
          #expect(notes.secrets.readings == 2)
          // Twice for each error, and once for the line before it, beside the walk over all of it.
          #expect(notes.lines.walked <= text.utf8.count + 3 * 1_024 * count)
        }
        #expect(errors.count == count && errors.allSatisfy { !$0.report.contains("hunter2") })
      }
    }
  }

  @Test(arguments: ["", "\n", "\r\n  "]) func aLaterErrorSaysWhatAFirstOneWould(_ separator: String) throws {
    let text = text(60, separator)
    for error in try errors(of: text, at: 0..<60) + errors(of: text, at: (0..<60).reversed()) {
      guard case .index(let index)? = error.path.components.first else {
        Issue.record("no path")
        continue
      }
      let first = try #require(errors(of: text, at: [index]).first)
      #expect(error.report == first.report)
      #expect(error.line == first.line && error.column == first.column)
    }
  }

  @Test func aNumberTooLongToShowHidesTheRestOfLaterExcerptsToo() throws {
    let text = #"["a", "b", \#(String(repeating: "7", count: 500)), {"password": "hunter2"}, "c"]"#
    let reports = try errors(of: text, at: [0, 1, 3, 4]).map(\.report)
    #expect(reports.allSatisfy { !$0.contains("hunter2") && !$0.contains("777") })
    #expect(reports[1].contains(#"["a", "b", … (rest is not shown"#))
  }

  @Test(arguments: [20, 40, 69, 70, 100, 1_000])
  func noLineOfAnExcerptIsWiderThanItMayBe(_ width: Int) throws {
    var coder = JSONCoder()
    coder.excerptWidth = width
    let long = String(repeating: "xé", count: 900)
    for text in [
      "[\"\(long)\"]", "[\"\(long)\", hunter2]", "[1, 2, 3, hunter2]", "[\n\"\(long)\",\nhunter2]",
      "{\"\(long)\": tru", "[\(String(repeating: "1,", count: 2_000)) 'a']", "[\"a\n", "\(long)",
      "[1 \(long)",
    ] {
      let error = try #require(failure([Int].self, text, coder))
      let lines = try #require(error.excerpt).split(separator: "\n")
      for line in lines.dropLast() {
        let shown = line.drop { $0 == " " || $0.isNumber }.dropFirst(2)
        #expect(shown.count <= width, "\(text.prefix(30)): \(line)")
      }
    }
    // The reason stands there where there is room for it.
    let excerpt = try #require(failure([Int].self, "[1, hunter2]", coder)?.excerpt)
    #expect(
      excerpt.hasPrefix(
        width < 70 ? "  1 | [1, …\n" : "  1 | [1, … (rest is not shown: not JSON from here)\n"))
    #expect(excerpt.hasSuffix("\n    |     ^"))
  }

  @Test func manyMissingKeysLookAtTheFirstKeysOnly() throws {
    let members = (0..<40_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    try JSONCoder().read(Array("{\(members)}".utf8)) { reader in
      for index in 0..<50 {
        let error = #expect(throws: JSONError.self) {
          try reader.decode(Int.self, at: [.key("Key\(index * 10)")])
        }
        #expect(error?.availableKeys.count == 50)
        #expect(error?.hint?.contains("\"key\(index * 10)\"") == true)
      }
    }
  }
}
