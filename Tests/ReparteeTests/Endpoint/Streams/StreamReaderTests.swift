import Foundation
import Repartee
import ReparteeBase
import ReparteeJSON
import TestSupport
import Testing

/// Elements that are whole in a chunk are decoded together. That must not be seen: byte by byte, none ever is.
struct StreamReaderTests {
  private static let shapes = [
    #"{"id":4711,"name":"a name of some length","tags":["red","green"]}"#, #"{"name":"b","id":2,"tags":[]}"#,
    #"{"id":3,"na\u006de":"esc\naped","tags":["\"","]}"],"more":{"a":[{}]}}"#,
    #"{"id":1,"id":2,"name":"x","tags":[]}"#,
    #"{ "id" : -7e0 , "name" : "ü€😀", "tags" : [ "a" ] }"#, "{}", "null", "12", "true", #""text""#, "[[]]",
    #"{"id":"no","name":"a","tags":[]}"#, #"{"id":1,"name":"a"}"#, #"{"id":1,"name":"a","tags":[1]}"#,
  ]
  private static let noise = Array(#"{}[],:"\0n-e.t u"#.utf8) + [0x00, 0x0A, 0x0D, 0x20, 0x80, 0xEF, 0xFF]

  @Test(arguments: [false, true])
  func whatIsDecodedTogetherIsWhatIsDecodedAlone(asLines: Bool) async throws {
    try await forAll(runs: 200) { random in
      let text = Self.text(asLines: asLines, &random)
      try await compare(asLines ? .jsonLines(of: Event.self) : .jsonArray(of: Event.self), text, &random)
      try await compare(asLines ? .jsonLines(of: Direct.self) : .jsonArray(of: Direct.self), text, &random)
      try await compare(
        asLines ? .jsonLines(of: JSONValue.self) : .jsonArray(of: JSONValue.self), text, &random)
    }
  }

  private func compare<Element: Sendable & Equatable>(
    _ format: StreamFormat<Element, Never>, _ text: Data, _ random: inout SplitMix64
  ) async throws {
    let shown = String(decoding: text, as: UTF8.self)
    for skips in [false, true] {
      let alone = try await read(format, text.map { Data([$0]) }, skips)
      for pieces in [[text], cut(text, &random)] {
        let together = try await read(format, pieces, skips)
        #expect(together.elements == alone.elements, "\(shown)")
        #expect(together.failures == alone.failures, "\(shown)")
      }
    }
  }

  private func read<Element: Sendable>(
    _ format: StreamFormat<Element, Never>, _ pieces: [Data], _ skips: Bool
  ) async throws -> (elements: [Element], failures: [String]) {
    let skipped = Mutex<[String]>([])
    let format =
      skips ? format.skippingInvalid { failure in skipped.withLock { $0.append("\(failure)") } } : format
    let given = try await given(format, pieces)
    return (given.elements, skipped.withLock { $0 } + (given.error?.decodingError.map { ["\($0)"] } ?? []))
  }

  private static func text(asLines: Bool, _ random: inout SplitMix64) -> Data {
    let separators = asLines ? ["\n", "\r\n", "\n\n", " \n"] : [",", " ,\n ", ",\r\n"]
    var text = asLines ? "" : "["
    for index in 0..<random.int(0...6) {
      if index > 0 { text += random.one(of: separators) }
      // What fits is half of them, so that runs of it come up.
      text += random.one(of: random.bool() ? Array(shapes.prefix(4)) : shapes)
    }
    text += asLines ? "\n" : "]"
    var bytes = Array(text.utf8)
    if random.int(0...2) == 0 {
      let (place, byte) = (random.int(0...bytes.count - 1), random.one(of: noise))
      if random.bool() { bytes[place] = byte } else { bytes.insert(byte, at: place) }
    }
    return Data(bytes)
  }

  private func cut(_ text: Data, _ random: inout SplitMix64) -> [Data] {
    var (pieces, rest): ([Data], Data) = ([], text)
    while !rest.isEmpty {
      let count = random.int(1...rest.count)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  @Test func thePathsOfAnElementBeginAtIt() async throws {
    let text = Data((1...3).map { #"{"id":\#($0),"inner":[{"x":1},{"x":2}]}"# }.joined(separator: "\n").utf8)
    let lines = try await given(.jsonLines(of: Placed.self), [text + [0x0A]])
    #expect(lines.elements.map(\.paths) == Array(repeating: ["", "inner", "inner.0", "inner.1"], count: 3))
  }

  @Test func aDecoderThatEscapesFromAnElementCanBeReadLater() async throws {
    let text = Data(
      (1...50).map { #"{"id":\#($0),"name":"a text that is not short"}"# }.joined(separator: "\n").utf8)
    let lines = try await given(.jsonLines(of: Later.self), [text + [0x0A]])
    #expect(try lines.elements.map { try $0.id() } == Array(1...50))
  }

  @Test func moreThanABatchOfLinesIsReadWhole() async throws {
    let text = Data(String(repeating: #"{"id":1,"name":"n","tags":["a"]}"# + "\n", count: 20_000).utf8)
    #expect(try await given(.jsonLines(of: Event.self), [text]).elements.count == 20_000)
    let array =
      Data("[".utf8) + Data(text.dropLast().map { $0 == 0x0A ? UInt8(ascii: ",") : $0 }) + Data("]".utf8)
    #expect(try await given(.jsonArray(of: Event.self), [array]).elements.count == 20_000)
  }

  @Test func theLimitOfAnElementHoldsWhereItIsWholeInAChunk() async throws {
    let (fits, long) = (#""1234567""#, #""12345678""#)
    let lines = try await given(
      .jsonLines(of: String.self, maximumElementSize: 9),
      [Data("\(fits)\n\(fits)\r\n\(long)\n\(fits)\n".utf8)])
    #expect(lines.elements.count == 2 && lines.error?.decodingError?.kind == .tooLarge)
    #expect(lines.place == "line 3")
    let array = try await given(
      .jsonArray(of: String.self, maximumElementSize: 9), [Data("[\(fits),\(fits),\(long),\(fits)]".utf8)])
    #expect(array.elements.count == 2 && array.error?.decodingError?.kind == .tooLarge)
  }
}

private struct Event: Codable, Equatable {
  var id: Int
  var name: String
  var tags: [String]
}

private struct Direct: JSONDecodable, Equatable {
  var id: Int
  var name: String
  var tags: [String]

  init(json: JSONReader) throws {
    (id, name, tags) = (try json["id"], try json["name"], try json["tags"])
  }
}

/// Remembers the coding paths of what it reads.
private struct Placed: Decodable {
  var paths: [String]

  private struct Inner: Decodable {
    var path: String

    init(from decoder: any Decoder) { path = Placed.text(decoder.codingPath) }
  }

  private enum CodingKeys: CodingKey { case inner }

  private static func text(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let inner = try container.nestedUnkeyedContainer(forKey: .inner)
    paths = [Placed.text(decoder.codingPath), Placed.text(inner.codingPath)]
    paths += try container.decode([Inner].self, forKey: .inner).map(\.path)
  }
}

/// Keeps its decoder, and reads from it afterwards.
private struct Later: Decodable, @unchecked Sendable {
  private let decoder: any Decoder

  private enum CodingKeys: CodingKey { case id }

  init(from decoder: any Decoder) { self.decoder = decoder }

  func id() throws -> Int { try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id) }
}
