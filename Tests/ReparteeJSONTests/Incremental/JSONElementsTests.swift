import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONElementsTests {
  /// All elements of a text that comes in pieces.
  private func elements(
    _ text: String, _ framing: JSONElements.Framing, limit: Int = 16 << 20, cut: (Int) -> Int
  ) throws -> [JSONElement] {
    var parser = JSONElements(in: framing, maximumElementSize: limit)
    var result: [JSONElement] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(max(1, cut(rest.count)))
      rest = rest.dropFirst(piece.count)
      parser.append(piece)
      while let element = try parser.next() { result.append(element) }
    }
    if let last = try parser.finish() { result.append(last) }
    return result
  }

  private func values(_ elements: [JSONElement]) throws -> [JSONValue] {
    try elements.map { try JSONCoder().decode(JSONValue.self, from: $0) }
  }

  static let texts: [(text: String, framing: JSONElements.Framing, values: [JSONValue])] = [
    ("[]", .array(), []),
    (
      " [ 1 , -2.5e3,true,null , \"a\\\"],[\" , [ ] , {\"a\":[{}]} ] ", .array(),
      [1, -2500, true, nil, "a\"],[", [], ["a": [[:]]]]
    ),
    (#"{"data":[1,2]}"#, .array(at: ["data"]), [1, 2]),
    (
      #"{"meta":{"data":[9]},"x":"}","data":{"n":1,"users":["é😀"],"m":[[]]},"data":[7],"z":null}"#,
      .array(at: ["data", "users"]), ["é😀"]
    ),
    (#"{"\u0064ata":[1]}"#, .array(at: ["data"]), [1]),
    ("1\n\n{\"a\":1}\r\n  \"x\"\n[2]", .lines, [1, ["a": 1], "x", [2]]), ("", .lines, []), ("1", .lines, [1]),
    ("1 2\t{}[]\"a\"\"b\"true null", .concatenated, [1, 2, [:], [], "a", "b", true, nil]),
    (" \n ", .concatenated, []),
    ("\u{1E}1\n\u{1E}\u{1E}{\"a\":\n1}\n\u{1E}\"x\"\u{1E}[]\u{1E}", .concatenated, [1, ["a": 1], "x", []]),
    ("{\"a\":{}}{\"b\":[]}12", .concatenated, [["a": [:]], ["b": []], 12]), ("\u{FEFF}[3]", .array(), [3]),
  ]

  @Test(arguments: texts.indices)
  func elementsAreTheSameHoweverTheTextIsCut(_ index: Int) throws {
    let (text, framing, expected) = Self.texts[index]
    var random = SeededGenerator.named("elementsAreTheSameHoweverTheTextIsCut(\(index))")
    let whole = try elements(text, framing) { $0 }
    #expect(try values(whole) == expected)
    for size in 1...5 { #expect(try elements(text, framing) { _ in size } == whole) }
    for _ in 0..<20 {
      #expect(try elements(text, framing) { _ in Int.random(in: 1...9, using: &random) } == whole)
    }
  }

  @Test(arguments: [1, 2, 100]) func aByteOrderMarkBeforeAnElementIsNoJSON(_ size: Int) throws {
    for (text, offset) in [("  [ \u{FEFF}1] ", 4), ("[1, \u{FEFF}[2]]", 4), ("[\u{FEFF}]", 1)] {
      let error = #expect(throws: JSONError.self) { try elements(text, .array()) { _ in size } }
      #expect(error?.kind == .syntax && error?.expected == "a value" && error?.byteOffset == offset)
    }
    // Each line is a text of its own.
    #expect(try values(elements("\u{FEFF}1\n\u{FEFF}2", .lines) { _ in size }) == [1, 2])
  }

  @Test func offsetsIndexesAndPathsAreThoseOfTheStream() throws {
    let text = #"{"a": {"b": [10, {"n": "x"}]}}"#
    let all = try elements(text, .array(at: ["a", "b"])) { _ in 1 }
    #expect(all.map(\.offset) == [13, 17])
    #expect(all.map(\.index) == [0, 1])
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode([String: Int].self, from: all[1]) }
    #expect(error?.path == "a.b[1].n")
    #expect(error?.byteOffset == 23)
    #expect(error?.line == nil)
  }

  @Test(
    arguments: [
      ("[1,]", .array()), ("[,1]", .array()), ("[1 2]", .array()), ("[1] 2", .array()), ("[1", .array()),
      ("", .array()),
      ("{}", .array()), ("[1}", .array()), ("1", .array()), ("{\"data\":1}", .array(at: ["data"])),
      ("{\"x\":[]}", .array(at: ["data"])),
      ("{\"data\":[1],}", .array(at: ["data"])), ("{\"x\":01,\"data\":[]}", .array(at: ["data"])),
      ("{x:1}", .array(at: ["data"])),
      ("{\"data\" [1]}", .array(at: ["data"])), ("{\"data\":[1]", .array(at: ["data"])),
      ("{\"x\":{]},\"data\":[]}", .array(at: ["data"])),
      ("{\"x\":,\"data\":[]}", .array(at: ["data"])), ("{\"data\":[1]]", .array(at: ["data"])),
      ("{} , {}", .concatenated),
      ("[1", .concatenated), ("\"a", .concatenated), ("]", .concatenated), ("<html>", .array(at: ["data"])),
    ] as [(String, JSONElements.Framing)])
  func brokenFramesAreRefused(_ text: String, _ framing: JSONElements.Framing) {
    #expect(throws: JSONError.self) { try elements(text, framing) { $0 } }
    #expect(throws: JSONError.self) { try elements(text, framing) { _ in 1 } }
  }

  @Test func brokenElementsAreRefusedWhenTheyAreDecoded() throws {
    for (text, framing) in [("[1,tru]", .array()), ("{\"a\":]\n", .lines), ("truefalse", .concatenated)]
      as [(String, JSONElements.Framing)]
    {
      let all = try elements(text, framing) { _ in 1 }
      #expect(throws: JSONError.self) { try values(all) }
    }
  }

  /// RFC 7464, sections 2.3 and 2.4.
  @Test(arguments: [1, 2, 3, 100]) func aRecordSeparatorEndsAValueThatIsCut(size: Int) throws {
    for cut in ["{\"a\":[1,{\"b\":2", "[", "\"x\\", "\"x", "12", "tru", "true", "-", "{\"a\""] {
      let all = try elements("\u{1E}1\n\u{1E}\(cut)\u{1E}[2]\n", .concatenated) { _ in size }
      #expect(all.count == 3 && all.map(\.offset) == [1, 4, 5 + cut.utf8.count], "\(cut)")
      #expect(try values([all[0], all[2]]) == [1, [2]])
      let error = #expect(throws: JSONError.self) { try values([all[1]]) }
      #expect(error?.path.description.hasPrefix("[1]") == true && (error?.byteOffset ?? 0) >= 4, "\(cut)")
    }
  }

  @Test(arguments: [1, 2, 3, 100]) func aSequenceThatIsCutIsAnError(size: Int) throws {
    for cut in ["12", "true", "{\"a\":1", "\"x", "["] {
      let error = #expect(throws: JSONError.self) {
        try elements("\u{1E}1\n\u{1E}\(cut)", .concatenated) { _ in size }
      }
      #expect(error?.path == "[1]" && error?.byteOffset ?? 0 >= 4 + cut.utf8.count, "\(cut)")
    }
    #expect(try values(elements("1 true", .concatenated) { _ in size }) == [1, true])
    #expect(try values(elements("\u{1E}1\n\u{1E}", .concatenated) { _ in size }) == [1])
  }

  @Test(arguments: [1, 100]) func aRecordSeparatorSeparatesNoLinesAndNoElementsOfAnArray(size: Int) throws {
    for (text, framing) in [("\u{1E}1\n", .lines), ("[1\u{1E},2]", .array()), ("[\"\u{1E}\"]", .array())]
      as [(String, JSONElements.Framing)]
    {
      #expect(throws: JSONError.self) { try values(elements(text, framing) { _ in size }) }
    }
    let all = try elements("[\"\u{1E}\",2]", .array()) { _ in size }
    #expect(all.count == 2, "an element that does not fit is left to the decoder")
  }

  @Test func anElementAboveTheLimitIsAnErrorThatStays() throws {
    var parser = JSONElements(in: .array(), maximumElementSize: 8)
    parser.append(Array("[\"123456\",\"1234567\"]".utf8))
    #expect(try parser.next()?.bytes.count == 8)
    for _ in 0..<2 {
      let error = #expect(throws: JSONError.self) { try parser.next() }
      #expect(error?.kind == .size)
    }
    for framing in [.lines, .concatenated, .array(at: ["x"])] as [JSONElements.Framing] {
      #expect(throws: JSONError.self) {
        try elements("{\"y\":\"123456789\",\"x\":[\"1234567\"]}", framing, limit: 8) { _ in 3 }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 100])
  func anElementAboveTheLimitHasTheSamePlaceHoweverItIsCut(size: Int) throws {
    for (text, framing, offset) in [
      (" [ 4]", .lines, 1), ("1 \"234567\"", .concatenated, 2), ("[1, 23456]", .array(), 4),
    ]
      as [(String, JSONElements.Framing, Int)]
    {
      let error = #expect(throws: JSONError.self) { try elements(text, framing, limit: 3) { _ in size } }
      #expect(error?.kind == .size && error?.byteOffset == offset, "\(text)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 100]) func theEndOfALineDoesNotCountTowardsTheLimit(size: Int) throws {
    let all = try elements("123\r\n12\n\r\n456\r\n", .lines, limit: 3) { _ in size }
    #expect(try values(all) == [123, 12, 456])
    for text in ["1234\r\n", "1234\n", "12\r3\r\n"] {
      let error = #expect(throws: JSONError.self) { try elements(text, .lines, limit: 3) { _ in size } }
      #expect(error?.kind == .size, "\(text)")
    }
  }

  @Test func whatLiesAroundTheArrayHasNoLimit() throws {
    let long = String(repeating: "é", count: 5000)
    let beside = "\"\(long)\":{\"a\":[\"\(long)\",1.5e3]}"
    for text in ["{\(beside),\"data\":{\(beside),\"items\":[12],\(beside)},\(beside)}"] {
      for size in [1, 7, 1 << 20] {
        let all = try elements(text, .array(at: ["data", "items"]), limit: 2) { _ in size }
        #expect(try values(all) == [12])
      }
    }
    let key = String(repeating: "k", count: 2000)
    let escaped = key.replacing("k", with: "\\u006b")
    #expect(try elements("{\"\(escaped)\":[1]}", .array(at: [key]), limit: 1) { _ in 5 }.count == 1)
  }

  @Test func aFaultBesideTheArrayIsNamedByItsMember() throws {
    for (text, path, offset) in [
      (#"{"meta": {"a": 01}, "data": [1]}"#, "meta", 16),
      (#"{"data": {"n": tru, "items": []}}"#, "data.n", 18),
      (#"{"data": {"items": [], "z": "\x"}}"#, "data.z", 30), (#"{"data" 1}"#, "", 8),
    ] {
      let error = #expect(throws: JSONError.self) {
        try elements(text, .array(at: ["data", "items"])) { _ in 4 }
      }
      #expect(error?.path.description == path && error?.byteOffset == offset, "\(text)")
    }
  }

  @Test func whatLiesBesideTheArrayIsAsDeepAsItMayBe() throws {
    func text(_ depth: Int) -> String {
      #"{"x":\#(String(repeating: "[", count: depth))\#(String(repeating: "]", count: depth)),"data":[1]}"#
    }
    for size in [1, 100, 10_000] {
      #expect(try values(elements(text(512), .array(at: ["data"])) { _ in size }) == [1])
      let error = #expect(throws: JSONError.self) {
        try elements(text(513), .array(at: ["data"])) { _ in size }
      }
      #expect(error?.kind == .depth && error?.byteOffset == 5 + 512 && error?.path == "x")
    }
  }

  @Test func theDepthBesideTheArrayCanBeSet() throws {
    for (depth, isTaken) in [(3, true), (4, false)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      var parser = JSONElements(in: .array(at: ["data"]), maximumDepth: 3)
      parser.append(#"{"x":\#(nested),"y":\#(nested),"data":[1]}"#.utf8)
      if isTaken {
        #expect(try parser.next()?.index == 0)
      } else {
        let error = #expect(throws: JSONError.self) { try parser.next() }
        #expect(error?.kind == .depth && error?.path == "x")
      }
    }
  }

  /// What is taken beside an array is what the decoder takes.
  @Test func membersBesideTheArrayAreCheckedAsStrictlyAsValuesAre() throws {
    let samples = [
      #"{"a":[1,-0.5e+10,{"b":null}],"c":"x\u00e9\ud83d\ude00\n"}"#,
      "[true,false,[],{},\"é😀\u{7FF}\u{FFFD}\"]",
      "-12.25E-3", "0", #""\"\\\/""#, " [ 1 , { } , [ ] ] ",
    ]
    let alphabet =
      Array("{}[]\",:\\ue0-+.19tfn aDd8\n".utf8) + [0x00, 0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF]
    var random = SeededGenerator.named("membersBesideTheArrayAreCheckedAsStrictlyAsValuesAre")
    var taken = 0
    for _ in 0..<SeededGenerator.runs(4_000) {
      var member = Array(samples.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<member.count, using: &random)
        let byte = alphabet.randomElement(using: &random)!
        switch Int.random(in: 0...2, using: &random) {
        case 0: member[place] = byte
        case 1: member.insert(byte, at: place)
        default: if member.count > 1 { member.remove(at: place) }
        }
      }
      let text = Array(#"{"m":"#.utf8) + member + Array(#","data":[1]}"#.utf8)
      let isJSON = (try? JSONCoder().decode(JSONValue.self, from: text)) != nil
      var parser = JSONElements(in: .array(at: ["data"]), maximumElementSize: 1)
      var count = 0
      let result = Result {
        var rest = text[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 1...8, using: &random))
          rest = rest.dropFirst(piece.count)
          parser.append(piece)
          while try parser.next() != nil { count += 1 }
        }
        _ = try parser.finish()
      }
      taken += isJSON ? 1 : 0
      #expect(((try? result.get()) != nil) == isJSON, "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(taken > 400 && taken < 3600)
  }

  @Test func memoryIsBoundedByChunkAndElement() throws {
    var parser = JSONElements(in: .array(), maximumElementSize: 1000)
    parser.append(Array("[".utf8))
    let chunk = Array("{\"a\":\"0123456789\"},".utf8)
    var count = 0
    for round in 0..<20_000 {
      parser.append(chunk)
      while try parser.next() != nil { count += 1 }
      // What it holds is visible to a mirror.
      guard round % 1000 == 999 else { continue }
      #expect(
        Mirror(reflecting: parser).children.allSatisfy { ($0.value as? [UInt8])?.count ?? 0 <= chunk.count })
    }
    #expect(count == 20_000)
  }
}
