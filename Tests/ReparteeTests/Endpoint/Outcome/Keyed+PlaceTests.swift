import Foundation
import Repartee
import TestSupport
import Testing

/// Models that know their keys, at a place.
struct KeyedPlaceTests {
  private struct Member: Decodable, Keyed, Equatable, Sendable {
    static let key = "member"
    var id: Int
  }

  private let body = #"{"data":{"member":{"id":1},"members":[{"id":1},{"id":2}],"none":{"members":null}}}"#

  @Test(arguments: JSONBy.allCases)
  func keyedModelsAreReadAtAPlace(by decoder: JSONBy) async throws {
    let members: Outcome<[Member], Never> = .decode(.array(at: "data"))
    #expect(try await read(body, by: decoder, members).map(\.id) == [1, 2])
    let member: Outcome<Member, Never> = .decode(.single(at: "data"))
    #expect(try await read(body, by: decoder, member).id == 1)
    let optional: Outcome<Member?, Never> = .decode(.optional(at: "data", "none"))
    #expect(try await read(body, by: decoder, optional) == nil)
    let pair: Outcome<(Member, [Member]), Never> = .decode(.single(at: "data"), .array(at: "data"))
    #expect(try await read(body, by: decoder, pair).1.count == 2)
  }

  @Test(arguments: JSONBy.allCases)
  func anArrayMayBeMissingOrNullWhereItIsOptional(by decoder: JSONBy) async throws {
    let outcomes: [Outcome<[Member]?, Never>] = [
      .decode(.array()), .decode(.array(at: "data", "none")), .decode(.array(at: "nowhere")),
    ]
    for outcome in outcomes { #expect(try await read(body, by: decoder, outcome) == nil) }
    let there: Outcome<[Member]?, Never> = .decode(.array(at: "data"))
    #expect(try await read(body, by: decoder, there)?.count == 2)
    let missing: Outcome<[Member], Never> = .decode(.array())
    #expect(await decodingFailure(body, by: decoder, missing)?.kind == .keyNotFound)
  }

  @Test(arguments: JSONBy.allCases)
  func aLossyArrayKeepsWhatCanBeDecoded(by decoder: JSONBy) async throws {
    let lossy: Outcome<LossyArray<Member>, Never> = .decode(.array())
    let members = try await read(#"{"members":[{"id":1},{}]}"#, by: decoder, lossy)
    #expect(members.map(\.id) == [1] && members.dropped.map(\.index) == [1])
  }

  @Test func theTypeOfAnInitDecidesWhichArrayItIs() async throws {
    struct Page: Sendable {
      var members: [Member]?
      var lossy: LossyArray<Member>
    }
    let page: Outcome<Page, Never> = .decode(.array(at: "data", "none"), .array(at: "data"), as: Page.init)
    let read = try await read(body, by: .repartee, page)
    #expect(read.members == nil && read.lossy.count == 2)
  }
}
