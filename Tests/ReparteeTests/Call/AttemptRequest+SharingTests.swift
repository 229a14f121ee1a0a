import Foundation
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

@Suite(.timeLimit(.minutes(5))) struct AttemptRequestSharingTests {
  private struct Tag: RequestValue, Hashable { var name: String }
  private struct Number: RequestValue, Hashable { var number: Int }
  private struct Opaque: RequestValue {}

  private func comparable(_ change: (inout Request) -> Void = { _ in }) throws -> ComparableCall? {
    var request = Request.get("/a")
    change(&request)
    return ComparableCall(try AttemptRequest(request))
  }

  @Test func callsWithEqualValuesAndLimitsAreEqual() throws {
    let tagged = try comparable { $0[Tag.self] = Tag(name: "a") }
    #expect(try comparable() == comparable() && tagged != nil)
    #expect(try tagged == comparable { $0[Tag.self] = Tag(name: "a") })
    #expect(try tagged?.hashValue == comparable { $0[Tag.self] = Tag(name: "a") }?.hashValue)
    #expect(try tagged != comparable() && tagged != comparable { $0[Tag.self] = Tag(name: "b") })
    #expect(try tagged != comparable { $0[Number.self] = Number(number: 1) })
    #expect(try comparable() != comparable { $0.idleTimeout = .seconds(1) })
    #expect(try comparable { $0[Opaque.self] = Opaque() } == nil)
  }

  @Test func theReaderOfABodyWaitsNoLongerThanTheIdleTimeout() async throws {
    let (clock, never) = (ManualClock(), Signal())
    let stalled = ByteStream(
      length: nil,
      once: {
        { () async throws(TransportError) in
          await never.wait()
          throw TransportError(.cancelled)
        }
      })
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    client.clock = clock
    client.idleTimeout = .seconds(5)
    client.maximumBodySize = 7
    let request = try AttemptRequest(first: .get("/a"), by: client)
    #expect(request.maximumBodySize == 7)
    let reading = Task { await Result { try await request.withIdleTimeout(stalled).collect(upTo: 7) } }
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(5))
    #expect((await reading.value.error as? TransportError)?.kind == .timedOut(.idle))
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
