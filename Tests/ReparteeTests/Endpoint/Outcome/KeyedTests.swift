import Foundation
import Repartee
import TestSupport
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
struct KeyedTests {
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
    let failure = await decodingFailure(
      #"{"persons": []}"#, by: decoder, .decode(.array()) as Outcome<[Person], Never>)
    #expect(failure?.kind == .keyNotFound && failure?.message.contains("\"people\"") == true)
    let null = await decodingFailure(
      #"{"team": null}"#, by: decoder, .decode(.single) as Outcome<Team, Never>)
    #expect(null?.kind == .valueNotFound && null?.path == "team")
  }

  @Test(arguments: JSONBy.allCases)
  func aWrapperOfOnesOwnIsFiveLines(by decoder: JSONBy) async throws {
    let json = #"{"info": {"count": 1, "next": [null]}, "results": [{"id": 1}]}"#
    #expect(try await read(json, by: decoder, .results() as Outcome<[Team], Never>) == [Team(id: 1)])
    let failure = await decodingFailure(json, by: decoder, .results() as Outcome<[Person], Never>)
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
