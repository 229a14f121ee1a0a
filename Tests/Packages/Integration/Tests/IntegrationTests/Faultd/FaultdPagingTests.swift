import Foundation
import Repartee
import Testing

/// Lists that lead nowhere.
@Suite(.needsFaultd, .timeLimit(.minutes(1)))
struct FaultdPagingTests {
  private struct List: PagedEndpoint {
    struct Output: Decodable {
      var items: [Int]
      var next: String?
    }

    var scenario: String
    var readsBody = false

    var request: Request { .get("/\(scenario)") }
    static let responses: ResponseMap<Output, Never> = .anySuccess

    func items(of page: Output) -> [Int] { page.items }
    func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
      readsBody ? try .url(page.value.next, of: page) : try .link(of: page)
    }
  }

  private func read(_ list: List, over wire: Wire) async -> ([Int], RequestError.Kind?) {
    var items: [Int] = []
    do throws(CallError<Never>) {
      for try await item in wire.client(of: Faultd.baseURL).items(of: list) { items.append(item) }
      return (items, nil)
    } catch {
      guard case .request(let error) = error.reason else { return (items, nil) }
      return (items, error.kind)
    }
  }

  @Test(arguments: Wire.allCases, [false, true])
  func aLoopIsFoundAtOnce(over wire: Wire, readsBody: Bool) async {
    let (items, kind) = await read(List(scenario: "p_loop", readsBody: readsBody), over: wire)
    #expect(items == [1] && kind == .nextPageRepeated)
  }

  @Test(arguments: Wire.allCases) func anotherOriginIsNotAsked(over wire: Wire) async {
    let (items, kind) = await read(List(scenario: "p_cross"), over: wire)
    #expect(items == [1] && kind == .nextPageOrigin)
  }

  @Test(arguments: Wire.allCases) func aLinkThatIsNoneIsNotTheEnd(over wire: Wire) async {
    let (items, kind) = await read(List(scenario: "p_badlink"), over: wire)
    #expect(items == [1] && kind == .nextPage)
  }
}
