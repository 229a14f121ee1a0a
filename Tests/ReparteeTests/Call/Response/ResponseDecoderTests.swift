import Foundation
import Repartee
import TestSupport
import Testing

/// The default ``ResponseDecoder/withDecoder(over:_:)`` over decoders that others wrote.
struct ResponseDecoderTests {
  private struct Foreign: ResponseDecoder {
    let mediaTypes: [MediaRange] = ["application/json"]
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      try JSONDecoder().decode(type, from: body)
    }
  }
  private struct PropertyLists: ResponseDecoder {
    let mediaTypes: [MediaRange] = ["application/x-plist"]
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      try PropertyListDecoder().decode(type, from: body)
    }
  }
  private struct Lazy: ResponseDecoder {
    let mediaTypes: [MediaRange] = []
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      throw CocoaError(.fileReadCorruptFile)
    }
  }
  private enum Key: String, CodingKey { case data, user, missing }
  private struct Odd: Error {}

  private let user = User(id: 7, name: "Ada")

  private func everyDecoder() throws -> [(any ResponseDecoder, Data)] {
    let value = ["data": ["user": user]]
    return [
      (Foreign(), try JSONEncoder().encode(value)), (JSONCoder(), try JSONEncoder().encode(value)),
      (PropertyLists(), try PropertyListEncoder().encode(value)),
    ]
  }

  /// Its task outlives the read, and has what the task of the read had.
  private struct Reporting: ResponseDecoder {
    let mediaTypes: [MediaRange] = ["application/json"]
    let end: AsyncStream<Void>
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      Task { [end] in for await _ in end {} }
      return try JSONDecoder().decode(type, from: body)
    }
  }

  @Test func aTaskThatTheDecoderStartsMayOutliveTheRead() throws {
    let (end, ending) = AsyncStream<Void>.makeStream()
    let read = try Reporting(end: end).withDecoder(over: Data("7".utf8)) { try Int(from: $0) }
    ending.finish()
    #expect(read == 7)
  }

  @Test func theClosureGetsADecoderAtTheRootOfTheBody() throws {
    for (decoder, body) in try everyDecoder() {
      let found = try decoder.withDecoder(over: body) { decoder in
        #expect(decoder.codingPath.isEmpty)
        let data = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .data)
        return try data.decode(User.self, forKey: .user)
      }
      #expect(found == user)
    }
  }

  @Test func whatTheClosureThrowsIsThrown() throws {
    for (decoder, body) in try everyDecoder() {
      #expect(throws: Odd.self) { try decoder.withDecoder(over: body) { _ in throw Odd() } }
      let error = #expect(throws: (any Error).self) {
        try decoder.withDecoder(over: body) {
          try $0.container(keyedBy: Key.self).decode(Int.self, forKey: .missing)
        }
      }
      #expect(error is DecodingError || (error as? JSONError)?.kind == .keyNotFound)
    }
  }

  @Test func aNilOrAVoidIsAValue() throws {
    for (decoder, body) in try everyDecoder() {
      let none = try decoder.withDecoder(over: body) {
        try $0.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .missing)
      }
      #expect(none == nil)
      try decoder.withDecoder(over: body) { _ in }
    }
  }

  @Test func oneVisitWithinAnotherReadsItsOwnBody() throws {
    for (decoder, body) in try everyDecoder() {
      let pair = try decoder.withDecoder(over: body) { outer in
        let inner = try Foreign().withDecoder(over: Data("[1]".utf8)) { try [Int](from: $0) }
        return (try [String: [String: User]](from: outer)["data"]?["user"], inner)
      }
      #expect(pair.0 == user && pair.1 == [1])
    }
  }

  @Test func aBodyThatCannotBeDecodedThrows() throws {
    for (decoder, _) in try everyDecoder() {
      #expect(throws: (any Error).self) {
        try decoder.withDecoder(over: Data("<".utf8)) { try User(from: $0) }
      }
    }
    #expect(throws: CocoaError.self) { try Lazy().withDecoder(over: Data()) { _ in 1 } }
  }

  @Test func aTopLevelScalarOrNullCanBeVisited() throws {
    for decoder in [Foreign(), JSONCoder()] as [any ResponseDecoder] {
      #expect(try decoder.withDecoder(over: Data("7".utf8)) { try Int(from: $0) } == 7)
      let isNil = try decoder.withDecoder(over: Data("null".utf8)) {
        try $0.singleValueContainer().decodeNil()
      }
      #expect(isNil)
    }
  }
}

struct ResponseDecoderJSONTests {
  struct Event: Codable, Equatable {
    var firstName: String
    var happened: Date
  }
  private let event = Event(firstName: "Ada", happened: Date(timeIntervalSince1970: 1_000))

  @Test func whatIsWrittenIsReadUnderEveryOption() throws {
    let dates: [DateStrategy] = [.iso8601, .secondsSince1970, .millisecondsSince1970]
    let written = ["\"1970-01-01T00:16:40Z\"", "1000", "1000000"]
    for (keys, name) in [(KeyStrategy.asDeclared, "\"firstName\""), (.snakeCase, "\"first_name\"")] {
      for (strategy, text) in zip(dates, written) {
        let coder = JSONCoder(keys: keys, dates: strategy)
        let json = try coder.encode(event)
        #expect(try coder.decode(Event.self, from: json) == event)
        let shown = String(decoding: json, as: UTF8.self)
        #expect(shown.contains("\"happened\":\(text)"))
        #expect(shown.contains(name))
      }
    }
  }

  @Test func theDefaultIsDeclaredKeysAndISO8601() throws {
    let json = #"{"firstName":"Ada","happened":"1970-01-01T00:16:40Z"}"#
    #expect(try JSONCoder().decode(Event.self, from: Data(json.utf8)) == event)
  }

  @Test(arguments: ["1970-01-01T00:16:40.000Z", "1970-01-01T01:16:40+01:00", "1970-01-01T00:16:40.000+00:00"])
  func fractionsAndOffsetsOfADateAreRead(text: String) throws {
    let date = try JSONCoder().decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(date == [Date(timeIntervalSince1970: 1_000)])
  }

  @Test func whatIsNoDateIsRefusedWithItsPlaceAndWithoutItsValue() async {
    for text in ["hunter2", "1970-01-", "1970-13-01T00:00:00Z", ""] {
      let error = await failure(
        .json("{\"firstName\":\"\",\"happened\":\"\(text)\"}"), [.any(.decode)] as ResponseMap<Event, Never>)
      #expect(error?.decodingError?.kind == .corrupted)
      #expect(error?.decodingError?.path == "happened")
      #expect(error?.report.contains("cause") == true)
      #expect(error?.description.contains("hunter2") == false)
    }
  }
}

extension Result {
  fileprivate var failed: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
