import Foundation
import Repartee
import TestSupport
import Testing

/// Shapes around the payload. Every claim holds for the project's decoder and for any other.
struct BodyPathTests {
  struct School: Decodable, Equatable, Sendable { var title: String }
  struct Page: Equatable, Sendable {
    var users: [User]
    var school: School
  }

  private static let body = """
    {"users": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "school": {"title": "s"}, "user": null,
     "data": {"user": {"id": 3, "name": "c"}, "list": [[10], [20, 21]]}, "total": 17, "bad": {"id": "x"},
     "byID": {"1": {"id": 1, "name": "a"}, "2": {"id": 2, "name": "b"}}}
    """
  private let users = [User(id: 1, name: "a"), User(id: 2, name: "b")]

  @Test(arguments: JSONBy.allCases)
  func theValueAtKeysAndIndexesIsTheOutput(by decoder: JSONBy) async throws {
    let at: (Outcome<User, Never>, Outcome<User, Never>, Outcome<Int, Never>) = (
      .decode(at: "data", "user"), .decode(at: "users", 1), .decode(at: "data", "list", 1, 0)
    )
    #expect(try await read(Self.body, by: decoder, at.0) == User(id: 3, name: "c"))
    #expect(try await read(Self.body, by: decoder, at.1) == User(id: 2, name: "b"))
    #expect(try await read(Self.body, by: decoder, at.2) == 20)
    #expect(try await read("[[1],[2]]", by: decoder, .decode(at: 1, 0) as Outcome<Int, Never>) == 2)
  }

  @Test(.timeLimit(.minutes(5)), arguments: JSONBy.allCases)
  func anIndexBeyondTheEndIsAFailureHoweverLargeItIs(by decoder: JSONBy) async throws {
    for index in [Int.max, 7, -1, Int.min] {
      let wanted: Outcome<Int, Never> = .decode(at: "data", "list", .index(index), 0)
      await #expect(throws: (any Error).self) { try await read(Self.body, by: decoder, wanted) }
      let optional: Outcome<Int?, Never> = .decode(at: "data", "list", .index(index), 0)
      #expect(try await read(Self.body, by: decoder, optional) == nil)
    }
  }

  @Test(arguments: JSONBy.allCases)
  func severalPlacesAreATupleOfAnyLength(by decoder: JSONBy) async throws {
    let two: Outcome<([User], School), Never> = .decode(.at("users"), .at("school"))
    let pair = try await read(Self.body, by: decoder, two)
    #expect(pair.0 == users && pair.1 == School(title: "s"))
    let five: Outcome<([User], School, Int, User?, Int), Never> = .decode(
      .at("users"), .at("school"), .at("total"), .at("user"), BodyPath("data", "list", 0, 0))
    let all = try await read(Self.body, by: decoder, five)
    #expect(all.0 == users && all.2 == 17 && all.3 == nil && all.4 == 10)
  }

  @Test(arguments: JSONBy.allCases)
  func severalPlacesAreGivenToAnInit(by decoder: JSONBy) async throws {
    let page: Outcome<Page, Never> = .decode(.at("users"), .at("school"), as: Page.init)
    #expect(try await read(Self.body, by: decoder, page) == Page(users: users, school: School(title: "s")))
    let one: Outcome<Int, Never> = .decode(.at("total"), as: { (total: Int) in total + 1 })
    #expect(try await read(Self.body, by: decoder, one) == 18)
    let refused: Outcome<Page, UserError> = .decode(
      .at("users"), .at("school"),
      as: { (users: [User], school: School) throws(UserError) in
        guard users.count > 2 else { throw .notFound }
        return Page(users: users, school: school)
      })
    do throws(CallError<UserError>) {
      _ = try await read(Self.body, by: decoder, refused)
      Issue.record("it gave output")
    } catch {
      #expect(error.declared == .notFound)
    }
  }

  @Test(arguments: JSONBy.allCases)
  func aFailureIsMadeOfPlacesToo(by decoder: JSONBy) async throws {
    enum Refusal: Error, Equatable { case taken(User), late(School?), full([User], Int) }
    let one: Outcome<Void, Refusal> = .decodeError(.at("data", "user"), as: Refusal.taken)
    let none: Outcome<Void, Refusal> = .decodeError(.at("data", "school"), as: Refusal.late)
    let two: Outcome<Void, Refusal> = .decodeError(.at("users"), .at("total"), as: Refusal.full)
    #expect(await refusal(Self.body, by: decoder, one) == .taken(User(id: 3, name: "c")))
    #expect(await refusal(Self.body, by: decoder, none) == .late(nil))
    #expect(await refusal(Self.body, by: decoder, two) == .full(users, 17))
    let missing: Outcome<Void, Refusal> = .decodeError(.at("data", "usr"), as: Refusal.taken)
    #expect(await decodingFailure(Self.body, by: decoder, missing)?.kind == .keyNotFound)
    #expect(
      ResponseMap<User, Refusal>([.code(409, .decodeError(.at("user"), as: Refusal.taken))]).issues == [
        .noOutput
      ])
  }

  private func refusal<Failure>(
    _ json: String, by decoder: JSONBy, _ outcome: Outcome<Void, Failure>
  ) async -> Failure? {
    do throws(CallError<Failure>) {
      try await read(json, by: decoder, outcome)
      return nil
    } catch {
      return error.declared
    }
  }

  @Test(arguments: JSONBy.allCases)
  func anOptionalIsNilWhereAnythingOnTheWayIsMissingOrNull(by decoder: JSONBy) async throws {
    let missing: [Outcome<User?, Never>] = [
      .decode(at: "nobody"), .decode(at: "user"), .decode(at: "user", "friend"), .decode(at: "user", 0),
      .decode(at: "nobody", "at", "all"),
    ]
    for (index, outcome) in missing.enumerated() {
      #expect(try await read(Self.body, by: decoder, outcome) == nil, "\(index)")
    }
    let beyond: Outcome<Int?, Never> = .decode(at: "data", "list", 1, 7)
    #expect(try await read(Self.body, by: decoder, beyond) == nil)
    let there: Outcome<User?, Never> = .decode(at: "data", "user")
    #expect(try await read(Self.body, by: decoder, there)?.id == 3)
  }

  @Test(arguments: JSONBy.allCases)
  func anOptionalIsNoExcuseForAnotherTypeOfValue(by decoder: JSONBy) async throws {
    let wrong: (Outcome<User?, Never>, Outcome<Int?, Never>, Outcome<Int?, Never>) = (
      .decode(at: "bad"), .decode(at: "total", "x"), .decode(at: "school", 0)
    )
    #expect(await decodingFailure(Self.body, by: decoder, wrong.0)?.kind == .typeMismatch)
    #expect(await decodingFailure(Self.body, by: decoder, wrong.1)?.kind == .typeMismatch)
    #expect(await decodingFailure(Self.body, by: decoder, wrong.2)?.kind == .typeMismatch)
  }

  @Test(arguments: JSONBy.allCases)
  func aMissingKeyFailsWithItsNameItsPlaceAndTheKeysThatAreThere(by decoder: JSONBy) async throws {
    let missing: Outcome<User, Never> = .decode(at: "data", "usr")
    let failure = try #require(await decodingFailure(Self.body, by: decoder, missing))
    #expect(failure.kind == .keyNotFound)
    #expect(failure.path == "data")
    #expect(failure.message.contains("\"usr\""))
    #expect(failure.report.contains("user"), "\(failure.report)")
    #expect(failure.report.contains("list"), "\(failure.report)")
    #expect(failure.type == User.self)
    let early: Outcome<User, Never> = .decode(at: "dta", "user")
    #expect(await decodingFailure(Self.body, by: decoder, early)?.kind == .keyNotFound)
    #expect(await decodingFailure(Self.body, by: decoder, early)?.message.contains("\"dta\"") == true)
  }

  @Test func aSimilarKeyIsSuggested() async throws {
    let missing: Outcome<User, Never> = .decode(at: "data", "usr")
    #expect(
      await decodingFailure(Self.body, by: .repartee, missing)?.report.contains("the nearest key is \"user\"")
        == true)
  }

  @Test(arguments: JSONBy.allCases)
  func anIndexBeyondTheEndIsAValueThatIsNotThere(by decoder: JSONBy) async throws {
    for index in [2, 100, -1] {
      let beyond: Outcome<User, Never> = .decode(at: "users", .index(index))
      let failure = await decodingFailure(Self.body, by: decoder, beyond)
      #expect(failure?.kind == .valueNotFound, "\(index)")
      #expect(failure?.path.hasPrefix("users") == true, "\(index): \(failure?.path ?? "")")
    }
  }

  @Test(arguments: JSONBy.allCases)
  func aFailureBelowThePathHasItsWholePath(by decoder: JSONBy) async throws {
    let bad: Outcome<User, Never> = .decode(at: "bad")
    let failure = await decodingFailure(Self.body, by: decoder, bad)
    #expect(failure?.kind == .typeMismatch && failure?.path == "bad.id")
    let blank: Outcome<User, Never> = .decode(at: "bad")
    #expect(await decodingFailure(" ", by: decoder, blank)?.kind == .emptyBody)
    #expect(await decodingFailure("<html>", by: decoder, blank)?.kind == .corrupted)
  }

  @Test(arguments: JSONBy.allCases)
  func anIndexBeyondTheEndIsNamed(by decoder: JSONBy) async throws {
    for index in [3, -1] {
      let beyond: Outcome<Int, Never> = .decode(at: "a", .index(index))
      let failure = await decodingFailure(#"{"a":[1]}"#, by: decoder, beyond)
      #expect(failure?.kind == .valueNotFound && failure?.message.contains("element \(index)") == true)
    }
  }

  @Test(arguments: JSONBy.allCases)
  func dictionariesAreKeyedByTextOrNumber(by decoder: JSONBy) async throws {
    let byNumber: Outcome<[Int: User], Never> = .decode(at: "byID")
    let byText: Outcome<[String: User], Never> = .decode(at: "byID")
    #expect(try await read(Self.body, by: decoder, byNumber) == [1: users[0], 2: users[1]])
    #expect(try await read(Self.body, by: decoder, byText) == ["1": users[0], "2": users[1]])
  }

  @Test func keysOfAPathAreThoseOfTheBodyWhateverTheStrategyOfFoundationsDecoder() async throws {
    struct Row: Decodable, Sendable, Equatable { var userName: String }
    let body = #"{"first_page": {"all_rows": [{"user_name": "a"}]}}"#
    for strategy in [KeyStrategy.snakeCase, .custom(decode: { $0.uppercased() }, encode: { $0 })] {
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
      client.json.keys = strategy
      client.decoders = [client.json.foundation]
      let rows: Outcome<Int, Never> = .decode(
        .at("first_page", "all_rows", as: [[String: String]].self), as: { $0.count })
      #expect(try await client.send(Resource(.get("/x"), [.any(rows)])) == 1)
      let none: Outcome<[[String: String]]?, Never> = .decode(at: "first_page", "all_rows")
      #expect(try await client.send(Resource(.get("/x"), [.any(none)]))?.count == 1)
    }
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
    client.json.keys = .snakeCase
    client.decoders = [client.json.foundation]
    let rows: Outcome<[Row], Never> = .decode(at: "first_page", "all_rows")
    #expect(try await client.send(Resource(.get("/x"), [.any(rows)])) == [Row(userName: "a")])
  }
}
