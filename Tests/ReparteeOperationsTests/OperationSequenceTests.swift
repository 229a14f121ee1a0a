import Repartee
import ReparteeOperations
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OperationSequenceTests {
  @Test func eachLoopStartsTheWork() async throws {
    let arrivals = Arrivals()
    let states = client(WorkServer().transport(arrivals)).progress(of: StartExport())
    for _ in 1...2 {
      for try await _ in states { break }
    }
    #expect(arrivals.all.map(\.head.method) == [.post, .post])
  }

  @Test func nothingIsSentBeforeTheLoopAsks() async throws {
    let arrivals = Arrivals()
    var states = client(WorkServer().transport(arrivals)).progress(of: StartExport()).makeAsyncIterator()
    #expect(arrivals.all.isEmpty)
    for count in 1...3 {
      _ = try await states.next()
      #expect(arrivals.all.count == count)
    }
  }

  @Test func onlyTheTypeIsShown() {
    struct Secret: OperationEndpoint {
      var token = "secret"
      var request: Request { .get("/a") }
      static let responses: ResponseMap<Int, Never> = [.code(200, .decode)]
      func step(after state: OperationState<Int>) -> OperationStep<Int> { .ended(1) }
    }
    let states = client(WorkServer().transport()).progress(of: Secret())
    var text = String(reflecting: states)
    dump(states, to: &text)
    dump(states.makeAsyncIterator(), to: &text)
    #expect(!text.contains("secret") && text.contains("Secret"))
  }
}
