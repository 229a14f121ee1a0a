import Foundation
import Repartee
import Testing

/// A wrapper of one's own, in five lines: the list is under `results`, `info` beside it is ignored.
private struct Results<Element: Decodable & Sendable>: Decodable, Sendable {
  var results: [Element]
}
extension Outcome {
  fileprivate static func results<Element: Decodable & Sendable>() -> Outcome where Output == [Element] {
    .decode(Results<Element>.self) { $0.results }
  }
}

/// Models that know their keys, and wrappers of one's own.
struct EnvelopeTests {
  struct Person: Decodable, Equatable, Keyed, Sendable {
    static let key = "person"
    static let pluralKey = "people"
    var name: String
  }
  struct Team: Decodable, Equatable, Keyed, Sendable {
    static let key = "team"
    var id: Int
  }
  struct Detail: Equatable, Sendable {
    var person: Person
    var teams: [Team]
    var boss: Person?
  }

  private let body = """
    {"person": {"name": "Ada"}, "people": [{"name": "Ada"}, {"name": "Max"}], "teams": [{"id": 1}],
     "team": null, "meta": {"next": 2}}
    """

  @Test(arguments: JSONBy.allCases)
  func aModelKnowsItsOwnKeys(by decoder: JSONBy) async throws {
    #expect(try await read(body, by: decoder, .decode(.single) as Outcome<Person, Never>).name == "Ada")
    #expect(try await read(body, by: decoder, .decode(.array()) as Outcome<[Person], Never>).count == 2)
    #expect(try await read(body, by: decoder, .decode(.array()) as Outcome<[Team], Never>) == [Team(id: 1)])
    #expect(try await read(body, by: decoder, .decode(.optional()) as Outcome<Team?, Never>) == nil)
    #expect(
      try await read(body, by: decoder, .decode(.optional()) as Outcome<Person?, Never>)?.name == "Ada")
  }

  @Test(arguments: JSONBy.allCases)
  func keysOfAModelAndOthersAreCombined(by decoder: JSONBy) async throws {
    let tuple: Outcome<([Person], Int?, Int?), Never> = .decode(
      .array(), .at("meta", "next"), .at("meta", "last"))
    let page = try await read(body, by: decoder, tuple)
    #expect(page.0.map(\.name) == ["Ada", "Max"] && page.1 == 2 && page.2 == nil)
    let detail: Outcome<Detail, Never> = .decode(.single, .array(), .at("boss"), as: Detail.init)
    #expect(
      try await read(body, by: decoder, detail)
        == Detail(person: Person(name: "Ada"), teams: [Team(id: 1)], boss: nil))
  }

  @Test(arguments: JSONBy.allCases)
  func aKeyOfAModelThatIsMissingIsNamed(by decoder: JSONBy) async {
    let failure = await misfit(
      #"{"persons": []}"#, by: decoder, .decode(.array()) as Outcome<[Person], Never>)
    #expect(failure?.kind == .keyNotFound && failure?.message.contains("\"people\"") == true)
    let null = await misfit(#"{"team": null}"#, by: decoder, .decode(.single) as Outcome<Team, Never>)
    #expect(null?.kind == .valueNotFound && null?.path == "team")
  }

  @Test(arguments: JSONBy.allCases)
  func aWrapperOfOnesOwnIsFiveLines(by decoder: JSONBy) async throws {
    let json = #"{"info": {"count": 1, "next": [null]}, "results": [{"id": 1}]}"#
    #expect(try await read(json, by: decoder, .results() as Outcome<[Team], Never>) == [Team(id: 1)])
    let failure = await misfit(json, by: decoder, .results() as Outcome<[Person], Never>)
    #expect(failure?.path == "results[0]" && failure?.kind == .keyNotFound)
  }

  @Test func keysOfAPathAreThoseOfTheBodyWhateverTheStrategy() async throws {
    struct Pet: Decodable, Sendable { var petName: String }
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .json(#"{"top_level": {"pet_name": "Rex"}}"#) })
    client.json.keys = .snakeCase
    let pet = Resource<Pet, Never>(.get("/x"), [.code(200, .decode(at: "top_level"))])
    #expect(try await client.send(pet).petName == "Rex")
  }
}

struct LossyArrayTests {
  @Test func arraysAreEqualIfTheirElementsAreAndThePlacesOfWhatWasDropped() throws {
    func decoded(_ text: String) throws -> LossyArray<Int> {
      try JSONCoder().decode(from: Data(text.utf8))
    }
    #expect(try decoded(#"[1, "x", 2]"#) == decoded("[1, null, 2]"))
    #expect(try decoded(#"[1, "x", 2]"#) != decoded(#"[1, 2, "x"]"#))
    #expect(try decoded("[1, 2]") == LossyArray([1, 2]) && decoded("[1, 2]") != LossyArray([1, 3]))
    #expect(try Set([decoded(#"[1, "x"]"#), decoded("[1, {}]"), decoded("[1]")]).count == 2)
  }

  private let body = """
    {"users": [{"id": 1, "name": "a"}, {"id": "2"}, null, {"id": 3, "name": "c"}, [], 5, "x"]}
    """

  @Test(arguments: JSONBy.allCases)
  func elementsThatDecodeAreKeptAndTheRestIsReported(by decoder: JSONBy) async throws {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    let users = try await read(body, by: decoder, lossy)
    #expect(users.map(\.id) == [1, 3])
    #expect(users.elements.count == 2 && users.first?.name == "a" && users[1].id == 3)
    #expect(users.dropped.map(\.index) == [1, 2, 4, 5, 6])
    let reasons = users.dropped.map { "\($0.error)" }
    #expect(reasons.allSatisfy { !$0.isEmpty })
  }

  @Test func whatWasDroppedSaysWhere() async throws {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    let first = try await read(body, by: .repartee, lossy).dropped.first
    #expect(first?.error.path == "users[1]" || first?.error.path == "users[1].id")
    #expect(first?.error.type == User.self && first?.error.description.contains("ErrorLocation") == false)
  }

  @Test(arguments: JSONBy.allCases)
  func anArrayOfScalarsOrOptionalsIsLossyToo(by decoder: JSONBy) async throws {
    let numbers: Outcome<LossyArray<Int>, Never> = .decode
    let read1 = try await read(#"[1, "2", null, 4.5, 5, {}, true]"#, by: decoder, numbers)
    #expect(read1.elements == [1, 5] && read1.dropped.map(\.index) == [1, 2, 3, 5, 6])
    let optional: Outcome<LossyArray<Int?>, Never> = .decode
    let read2 = try await read(#"[1, null, "x"]"#, by: decoder, optional)
    #expect(read2.elements == [1, nil] && read2.dropped.map(\.index) == [2])
    #expect(try await read("[]", by: decoder, numbers).isEmpty)
    let nested: Outcome<LossyArray<LossyArray<Int>>, Never> = .decode
    let read3 = try await read(#"[[1,"a"],2,[3]]"#, by: decoder, nested)
    #expect(read3.map(\.elements) == [[1], [3]] && read3.dropped.map(\.index) == [1])
    #expect(read3[0].dropped.map(\.index) == [1])
  }

  @Test(arguments: JSONBy.allCases)
  func errorsOfDroppedElementsAreKeptUpToALimit(by decoder: JSONBy) async throws {
    let texts: Outcome<LossyArray<String>, Never> = .decode
    let zeros = "[" + String(repeating: "0,", count: 9_999) + #"0, "x"]"#
    let read = try await read(zeros, by: decoder, texts)
    #expect(read.elements == ["x"] && read.dropped.count == 1_000 && read.droppedCount == 10_000)
    #expect(read.dropped.last?.index == 999)
  }

  @Test func arraysThatDroppedMoreAreNotEqual() throws {
    func dropped(_ count: Int) throws -> LossyArray<Int> {
      let nulls = Array(repeating: "null", count: count).joined(separator: ",")
      return try JSONCoder().decode(from: Data("[\(nulls)]".utf8))
    }
    #expect(try dropped(1_001) == dropped(1_001) && dropped(1_001) != dropped(1_002))
    #expect(try Set([dropped(1_000), dropped(1_001), dropped(1_002)]).count == 3)
    let few = try dropped(3)
    #expect(few.droppedCount == 3 && few == LossyArray([], dropped: few.dropped))
  }

  @Test(arguments: JSONBy.allCases)
  func whatIsNoArrayStillFails(by decoder: JSONBy) async {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    #expect(await misfit(#"{"users": {}}"#, by: decoder, lossy)?.kind == .typeMismatch)
    #expect(await misfit(#"{"users": [{]}"#, by: decoder, lossy)?.kind == .corrupted)
    #expect(await misfit("{}", by: decoder, lossy)?.kind == .keyNotFound)
  }
}

struct OpenEnumTests {
  enum Color: String { case red, green }
  enum Level: Int { case low = 1, high }
  struct Car: Codable, Equatable, Sendable {
    var color: OpenEnum<Color>
    var level: OpenEnum<Level>?
  }

  @Test(arguments: JSONBy.allCases)
  func anUnknownRawValueIsACaseAndNotAFailure(by decoder: JSONBy) async throws {
    let outcome: Outcome<[Car], Never> = .decode
    let json = #"[{"color":"red","level":2},{"color":"ultraviolet","level":9},{"color":""}]"#
    let cars = try await read(json, by: decoder, outcome)
    #expect(cars.map(\.color) == [.known(.red), .unknown("ultraviolet"), .unknown("")])
    #expect(cars.map(\.level) == [.known(.high), .unknown(9), nil])
    #expect(cars.map(\.color.known) == [.red, nil, nil])
    #expect(cars.map(\.color.rawValue) == ["red", "ultraviolet", ""])
  }

  @Test(arguments: JSONBy.allCases)
  func aRawValueOfAnotherTypeIsAFailure(by decoder: JSONBy) async {
    let outcome: Outcome<[Car], Never> = .decode
    #expect(await misfit(#"[{"color":7}]"#, by: decoder, outcome)?.kind == .typeMismatch)
    #expect(await misfit(#"[{"color":null}]"#, by: decoder, outcome)?.kind == .valueNotFound)
  }

  @Test func itPrintsAsItsRawValue() {
    let color: OpenEnum<Color> = .known(.red)
    #expect("\(color) \(OpenEnum<Color>.unknown("pink")) \(OpenEnum<Level>.known(.high))" == "red pink 2")
    #expect(String(reflecting: color) == #""red""# && "\([color])" == #"["red"]"#)
  }

  @Test func itIsWrittenAsItCame() throws {
    let cars = [
      Car(color: .unknown("new"), level: .known(.low)), Car(color: OpenEnum(rawValue: "green"), level: nil),
    ]
    #expect(try JSONCoder().decode([Car].self, from: JSONCoder().encode(cars)) == cars)
    #expect(cars[1].color == .known(.green))
  }
}
