import Foundation
@testable import Repartee
import ReparteeJSON
import TestSupport
import Testing

/// What is shown is printable, and no longer than it may be.
struct DisplayTextTests {
  private func isPrintable(_ text: String, lines: Bool = false) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: lines && scalar == "\n"
      case .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  private func check(_ text: String, _ limit: Int = 1_000, lines: Bool = false) {
    #expect(text.unicodeScalars.count <= limit, "\(text.count) characters")
    #expect(isPrintable(text, lines: lines), "\(text.debugDescription)")
  }

  private func check(_ error: some CallErrorProtocol) {
    check(error.description)
    check(error.report, 60_000, lines: true)
    check("\(error)")
    guard let failure = error.decodingError else { return }
    check(failure.description)
    check(failure.path, 400)
    check(failure.message, 500)
    check(failure.report, 8_000, lines: true)
    guard let json = failure.underlying as? JSONError else { return }
    check(json.description)
    check(json.debugDescription, 8_000, lines: true)
  }

  private let hostile = [
    "a\nb", "\u{1B}[2J", "\u{202E}x", "\u{200B}", "\u{2028}", "\r", "\u{9B}", "\u{3164}", "\u{0}",
  ]

  @Test func keysOfABodyForgeNothing() async throws {
    for key in hostile + [String(repeating: "k", count: 100_000), String(repeating: "\u{301}", count: 9_000)]
    {
      let json = String(decoding: try JSONEncoder().encode([key: ["id": "x"]]), as: UTF8.self)
      check(try #require(await failure(.json(json), [.any(.decode)] as ResponseMap<[String: User], Never>)))
      check(try #require(await failure(.json(json), [.any(.decode)] as ResponseMap<User, Never>)))
      check(
        try #require(await failure(.json(json), [.any(.decode(at: .key(key)))] as ResponseMap<User, Never>)))
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(json) })
      client.decoders = [client.json.foundation]
      for map in [[.any(.decode)], [.any(.decode(at: "no"))]] as [ResponseMap<User, Never>] {
        guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else { continue }
        check(error)
      }
    }
    let deep = String(repeating: #"{"key":"#, count: 400) + "1" + String(repeating: "}", count: 400)
    struct Deep: Decodable { var key: [Deep] }
    indirect enum Deeper: Decodable, Sendable {
      case end
      case more(Deeper)
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        self = .more(try container.decode(Deeper.self, forKey: "key"))
      }
    }
    check(try #require(await failure(.json(deep), [.any(.decode)] as ResponseMap<Deeper, Never>)))
  }

  @Test func namesTypesAndMessagesForgeNothing() async throws {
    for text in hostile + [String(repeating: "n", count: 100_000)] {
      check(TransportError(.other, message: text).description, 500)
      check(RequestError(.body, text).description, 500)
      check(BodyDecodingError(message: text).description)
      check(PlainError(text).description)
      check("\(ProblemDetails(type: text))", 500)
      check("\(ProblemDetails(title: text))", 500)
      check("\(Request.Query(dictionaryLiteral: (text, text)))", 3_000)
      check("\(Request.Query.Item(text, text))", 60)
      check("\(Request.Headers(dictionaryLiteral: (text, text)))", 3_000)
      check("\(Request.Path(text))", 500)
      check("\(Request.get(Request.Path(text)))", 500)
      check("\(Request(.get, url: text))", 500)
      check("\(await refusal(of: .get("/x", headers: [text: "\n"]))?.description ?? "")")
      check("\(MediaType("a/\(text)")?.description ?? "")", 120)
    }
    let long = String(repeating: "t", count: 50_000)
    let response = TransportResponse.status(
      500, headers: [.contentType: "text/\(long)", try #require(.init("x-\(long)")): "a", .server: long])
    check(try #require(await failure(response, [] as ResponseMap<User, Never>)))
    check(
      try #require(
        await failure(
          response,
          [.any(.stream(.serverSentEvents()))] as ResponseMap<ResponseStream<ServerSentEvent, Never>, Never>)
      ))
  }

  @Test func whateverBytesComeTheDescriptionIsPrintableAndShort() async {
    await forAll(runs: 100) { generator in
      let shape =
        #"{"a":[{"id":"x","na\nme":{"k\u001b":"\u202e"}}],"list":[1,2.5,null,true],"id":0,"name":7}"#
      var bytes = Data(generator.mangled(shape).utf8)
      for _ in 0..<generator.int(0...3) where !bytes.isEmpty {
        bytes[generator.int(0...bytes.count - 1)] = UInt8(generator.int(0...255))
      }
      let type = generator.one(of: ["application/json", "text/plain", "text/html; charset=utf-16le", nil])
      for map in [
        [], [.any(.decode)], [.any(.decode(at: "a", 0, "na\nme"))], [.any(.decode(at: "list"))],
      ] as [ResponseMap<User, Never>] {
        if let error = await failure(.bytes(bytes, contentType: type), map) { check(error) }
      }
    }
  }

  @Test func aTextThatIsShownTwiceIsTheSame() async {
    await forAll { generator in
      let text = generator.text(0...80)
      let limit = generator.int(1...60)
      let once = DisplayText.text(text, limit: limit)
      #expect(once.unicodeScalars.count <= limit)
      #expect(DisplayText.text(once, limit: limit) == once)
    }
  }
}
