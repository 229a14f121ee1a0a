import Dispatch
import Repartee
import ReparteeBase
import Testing

/// A call from the main actor, whose executor is the main queue.
@MainActor struct IsolationTests {
  private nonisolated static let mainQueue = DispatchSpecificKey<Bool>()
  private nonisolated static var isMainActor: Bool { DispatchQueue.getSpecific(key: mainQueue) ?? false }

  private struct Note: Codable, Sendable {
    static let onTheMainActor = Counter()
    static let elsewhere = Counter()

    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      Self.isHere()
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      Self.isHere()
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    static func isHere() {
      if IsolationTests.isMainActor { onTheMainActor.next() } else { elsewhere.next() }
    }
  }

  private struct PostNote: Endpoint {
    var request: Request { .post("/notes", body: .json(Note(text: "sent"))) }

    static let responses: ResponseMap<String, Never> = [
      .code(
        200,
        .decode { (note: Note, _) in
          Note.isHere()
          return note.text
        })
    ]
  }

  private let client = Client(
    baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .json("\"read\"") })

  /// State of the main actor, which a closure of a call reads.
  private var limit: Duration { .seconds(7) }

  @Test func bodiesAreWrittenAndReadOffTheMainActor() async throws {
    DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true)
    defer { DispatchQueue.main.setSpecific(key: Self.mainQueue, value: nil) }
    #expect(Self.isMainActor)
    var isAdjustedHere = false
    let text = try await client.send(PostNote()) {
      $0.timeout = limit
      isAdjustedHere = Self.isMainActor
    }
    #expect(text == "read" && isAdjustedHere && Self.isMainActor)
    let response = try await client.response(to: PostNote()) { $0.timeout = limit }
    let result = await client.result(of: PostNote()) { $0.timeout = limit }
    #expect(response.value == "read" && (try? result.get()) == "read")
    _ = try await client.url(for: PostNote()) { $0.timeout = limit }
    let (onTheMainActor, elsewhere) = (Note.onTheMainActor.value, Note.elsewhere.value)
    #expect(onTheMainActor == 0 && elsewhere == 10)
  }
}
