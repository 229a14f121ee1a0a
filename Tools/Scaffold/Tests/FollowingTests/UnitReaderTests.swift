import Testing

@testable import Following

@Suite struct UnitReaderTests {
  @Test func anEndpoint() {
    let units = UnitReader.read(
      """
      import Repartee

      /// One.
      struct GetUser: Endpoint {  // behind
        var id: Int

        var request: Request { .get("/users/\\(id)", query: ["a": id]).authenticated(.off) }

        static let responses: ResponseMap<User, Failure> = [
          .code(200, .decode),
          .code(404, .error(.notFound)),  // gone
        ]

        enum Failure: Error {
          case notFound, other(Int)
          // MARK: x
          case c
        }
      }
      """
    ).units
    #expect(units.units.map(\.key) == ["import Repartee", "type GetUser"])
  }
}
