import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// The rules of the WHATWG HTML Standard, section 9.2.6.
struct ServerSentEventsTests {
  private func events(_ texts: String...) async throws -> [ServerSentEvent] {
    let given = try await given(.serverSentEvents(), texts.map { Data($0.utf8) })
    #expect(given.error == nil)
    return given.elements
  }

  private func data(_ text: String) async throws -> [String] { try await events(text).map(\.data) }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func anyOfTheThreeLineEndingsWillDo(ending: String) async throws {
    let text = ["event: add", "data: 1", "data: 2", "", "data: 3", "", ""].joined(separator: ending)
    #expect(try await events(text) == [.init(type: "add", data: "1\n2"), .init(data: "3")])
  }

  @Test func aCarriageReturnAndALineFeedInTwoChunksAreOneEnding() async throws {
    #expect(try await events("data: 1\r", "\ndata: 2\r", "", "\n\r", "\n").map(\.data) == ["1\n2"])
    #expect(try await events("data: 1\r", "data: 2\r\r").map(\.data) == ["1\n2"])
  }

  @Test func anEventIsThereWithTheCarriageReturnThatEndsIt() async throws {
    let watched = Watched()
    let stream = try await open(.serverSentEvents(), over: watched.transport(["data: 1\r\r"]))
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next()?.data == "1")
    #expect(watched.asked == 1)
  }

  @Test func oneByteOrderMarkAtTheBeginningIsLeftOut() async throws {
    #expect(try await data("\u{FEFF}data: 1\n\n") == ["1"])
    #expect(try await data("\u{FEFF}\u{FEFF}data: 1\n\n") == [])
    #expect(try await data("data: 1\n\n\u{FEFF}data: 2\n\n") == ["1"])
    let split = try await given(
      .serverSentEvents(), [Data([0xEF]), Data([0xBB]), Data([0xBF]) + Data("data: 1\n\n".utf8)])
    #expect(split.elements.map(\.data) == ["1"])
  }

  @Test func oneSpaceAfterTheColonIsLeftOut() async throws {
    #expect(try await data("data:1\n\n") == ["1"])
    #expect(try await data("data:  1 \n\n") == [" 1 "])
    #expect(try await data("data:\t1\n\n") == ["\t1"])
    #expect(try await data("data: a:b: c\n\n") == ["a:b: c"])
  }

  @Test func aCombiningMarkAtTheBeginningOfAValueIsKept() async throws {
    #expect(try await data("data:\u{301}x\n\n").map { Array($0.utf8) } == [Array("\u{301}x".utf8)])
    #expect(try await data("data: \u{301}x\n\n").map { Array($0.utf8) } == [Array("\u{301}x".utf8)])
  }

  @Test func emptyDataIsAnEventAndNoDataIsNone() async throws {
    #expect(try await data("data\n\n") == [""])
    #expect(try await data("data:\n\n") == [""])
    #expect(try await data("data\ndata\n\n") == ["\n"])
    #expect(try await data("event: x\n\n\n\nid: 1\n\n") == [])
  }

  @Test func theTypeHoldsForOneEvent() async throws {
    #expect(try await events("event: a\ndata: 1\n\ndata: 2\n\n").map(\.type) == ["a", "message"])
    #expect(try await events("event: a\n\ndata: 2\n\n").map(\.type) == ["message"])
    #expect(try await events("event: a\nevent: b\ndata: 1\n\n").map(\.type) == ["b"])
    #expect(try await events("event: a\nevent:\ndata: 1\n\n").map(\.type) == ["message"])
  }

  @Test func theIDHoldsUntilTheNextID() async throws {
    #expect(
      try await events("id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid\ndata: d\n\n").map(\.id)
        == ["1", "1", "2", ""])
  }

  @Test func anIDWithANULIsIgnored() async throws {
    #expect(try await events("id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n").map(\.id) == ["1", "1"])
  }

  @Test func commentsAndUnknownFieldsAreIgnored() async throws {
    #expect(try await data(": hello\ndata: 1\n:\nfoo: bar\nDATA: 2\n data: 3\ndata : 4\nbar\n\n") == ["1"])
  }

  @Test func whatNoBlankLineEndsIsDropped() async throws {
    #expect(try await data("data: 1\n\ndata: 2\n") == ["1"])
    #expect(try await data("data: 1\n\ndata: 2") == ["1"])
  }

  @Test func bytesThatAreNotUTF8AreReplaced() async throws {
    let bytes = Data("data: a".utf8) + [0xFF, 0xC3] + Data("b\n\n".utf8)
    #expect(try await given(.serverSentEvents(), [bytes]).elements.map(\.data) == ["a\u{FFFD}\u{FFFD}b"])
  }

  @Test(arguments: ["application/json", "text/plain; charset=utf-8", "text"])
  func aResponseOfAnotherContentTypeIsThrownBeforeTheFirstEvent(type: String) async throws {
    let transport = InMemoryTransport { _ in
      .status(200, headers: [.contentType: type], body: Data("data: 1\n\n".utf8))
    }
    let error = await #expect(throws: CallError<Never>.self) {
      try await open(.serverSentEvents(), over: transport)
    }
    let name = MediaType(type)?.description ?? "an unreadable content type"
    #expect(error?.decodingError?.message == "\(name) was received where text/event-stream was expected")
    #expect(error?.status == .ok && error?.response?.text == "data: 1\n\n")
  }

  @Test func anotherContentTypeIsAnErrorThoughItsBodyDoesNotEnd() async throws {
    let (watched, clock) = (Watched(), ManualClock())
    let response = TransportResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]),
      body: watched.body(["hello"]))
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
    client.clock = clock
    let task = Task { [client] in
      await client.result(
        of: Resource<ResponseStream<ServerSentEvent, Never>, Never>(
          .get("/events"), [.code(200, .stream(.serverSentEvents()))]))
    }
    await watched.isRead.wait()
    await clock.waitForSleeps()
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: CallError<Never>.self) { try await task.value.get() }
    #expect(error?.decodingError?.message == "text/plain was received where text/event-stream was expected")
    #expect(error?.response?.text == "hello")
  }

  @Test(arguments: ["text/event-stream", "Text/Event-Stream;charset=utf-8", ""])
  func aContentTypeOfEventsOrNoneIsRead(type: String) async throws {
    let transport = InMemoryTransport { _ in
      .status(200, headers: [.contentType: type], body: Data("data: 1\n\n".utf8))
    }
    let given = await drain(try await open(.serverSentEvents(of: Int.self), over: transport))
    #expect(given.elements == [1] && given.error == nil)
  }

  @Test func aCharacterInTwoChunksIsOne() async throws {
    let bytes = Data("data: 👩‍🚀\n\n".utf8)
    for cut in 0...bytes.count {
      let given = try await given(.serverSentEvents(), [bytes.prefix(cut), bytes.dropFirst(cut)])
      #expect(given.elements.map(\.data) == ["👩‍🚀"], "cut at \(cut)")
    }
  }

  // The property: events, chunks, endings.

  @Test func anyEventsInAnyChunksWithAnyEndingsAreTheSameEvents() async throws {
    try await forAll { generator in
      let (text, expected) = generator.eventStream()
      let given = try await given(.serverSentEvents(), generator.cut(Data(text.utf8)))
      #expect(given.error == nil)
      #expect(given.elements.map(Exactly.init) == expected.map(Exactly.init), "\(text.debugDescription)")
    }
  }

  @Test func anyBytesAreReadAsANaiveModelReadsThem() async throws {
    try await forAll { generator in
      let words = [
        "data", "id", "event", "retry", ":", ": ", "\n", "\r", "\r\n", "\n\n", "x", "\u{FEFF}", "\u{0}",
      ]
      var text = ""
      for _ in 0..<generator.int(0...40) {
        text += generator.int(0...9) == 0 ? generator.text(0...2) : generator.one(of: words)
      }
      let given = try await given(.serverSentEvents(), generator.cut(Data(text.utf8)))
      #expect(given.elements.map(Exactly.init) == naive(text).map(Exactly.init), "\(text.debugDescription)")
    }
  }
}

/// Strings that are equivalent are equal; here they have to be the same.
private struct Exactly: Equatable {
  let scalars: [[Unicode.Scalar]]

  init(_ event: ServerSentEvent) {
    scalars = [event.type, event.data, event.id].map { Array($0.unicodeScalars) }
  }
}

/// The algorithm of the standard over a complete text: a model to test against.
private func naive(_ text: String) -> [ServerSentEvent] {
  var scalars = Array(text.unicodeScalars)
  if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
  var lines: [[Unicode.Scalar]] = [[]]
  var index = 0
  while index < scalars.count {
    let scalar = scalars[index]
    index += 1
    if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
    if scalar == "\r" || scalar == "\n" { lines.append([]) } else { lines[lines.count - 1].append(scalar) }
  }
  lines.removeLast()  // what no ending ends is no line
  func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
  var (data, type, id, events) = ([Unicode.Scalar](), "", "", [ServerSentEvent]())
  for line in lines {
    if line.isEmpty {
      if !data.isEmpty {
        events.append(.init(type: type.isEmpty ? "message" : type, data: string(data.dropLast()), id: id))
      }
      (data, type) = ([], "")
      continue
    }
    let colon = line.firstIndex(of: ":") ?? line.count
    var value = line.dropFirst(colon + 1)
    if value.first == " " { value = value.dropFirst() }
    switch string(line[..<colon]) {
    case "data": data += value + ["\n"]
    case "event": type = string(value)
    case "id" where !value.contains("\u{0}"): id = string(value)
    default: break
    }
  }
  return events
}

extension SplitMix64 {
  /// Events, and a text that says them.
  fileprivate mutating func eventStream() -> (String, [ServerSentEvent]) {
    let ending = one(of: ["\n", "\r", "\r\n"])
    var text = bool() ? "\u{FEFF}" : ""
    var (id, events) = ("", [ServerSentEvent]())
    func line(_ text: String) -> String {
      String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0 != "\u{0}" }))
    }
    for _ in 0..<int(0...6) {
      let data = array(1...3) { line($0.text()) }
      var event = ServerSentEvent(data: data.joined(separator: "\n"))
      if int(0...3) == 0 { text += ": \(line(self.text()))\(ending)" }
      if bool() {
        let type = line(self.text())
        text += "event: \(type)\(ending)"
        event.type = type.isEmpty ? "message" : type
      }
      if bool() {
        id = line(self.text())
        text += "id: \(id)\(ending)"
      }
      event.id = id
      for line in data { text += "data: \(line)\(ending)" }
      text += ending
      events.append(event)
    }
    if bool() { text += "data: cut off" }
    return (text, events)
  }
}
