import Foundation
import Repartee
import TestSupport
import Testing

struct BodyReaderTests {
  @Test func aTextAtTheRootIsReadWithoutItsQuotes() async throws {
    let body = #""a\n\u00e9""#
    #expect(try await read(.json(body), [.success(.decode(.at()))] as ResponseMap<String, Never>) == "a\né")
    #expect(try await read(.json(body), [.success(.decode)] as ResponseMap<String, Never>) == body)
    #expect(
      try await read(.json(#""AQI=""#), [.success(.decode(.at()))] as ResponseMap<Data, Never>)
        == Data([1, 2]))
    #expect(try await read(.json("null"), [.success(.decode(.at()))] as ResponseMap<String?, Never>) == nil)
    #expect(try await read(.json(body), [.success(.decode(.at()))] as ResponseMap<String?, Never>) == "a\né")
    #expect(try await read(.json("7"), [.success(.decode(.at()))] as ResponseMap<Int, Never>) == 7)
  }

  enum Result: Equatable { case text(String), number(Int) }

  @Test func aTextCanBeMadeIntoAnother() async throws {
    let map: ResponseMap<Result, Never> = [
      .code(200, .decode(.at(as: String.self)) { .text($0) }), .code(201, .decode(Int.self) { .number($0) }),
    ]
    #expect(try await read(.json(#""a""#), map) == .text("a"))
  }

  @Test func whatIsNoTextIsUndecodable() async {
    let map: ResponseMap<String, Never> = [.success(.decode(.at()))]
    for body in ["7", "a", "", "{}"] {
      guard case .undecodable = await failure(.json(body), map)?.reason else {
        Issue.record("\(body) was read")
        continue
      }
    }
  }
}
