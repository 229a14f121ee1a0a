import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeOperations

@Suite(.timeLimit(.minutes(5))) struct OperationRunTests {
  // MARK: Pauses

  @Test func theServersPauseIsTakenOrElseItDoubles() async throws {
    for (work, expected) in [(true, [1, 2, 4, 8, 16, 30, 30]), (false, [1, 2, 2, 2, 2, 2, 2])] {
      let server = WorkServer(looks: 7)
      let client = client(server.transport())
      if work {
        _ = try await client.wait(for: StartExport())
      } else {
        _ = try await client.wait(for: Analyze())
      }
      let clock = try #require(client.clock as? SkippingClock)
      #expect(clock.sleeps == expected.map { .seconds($0) })
    }
  }

  @Test func theClientsRuleFindsThePause() async throws {
    let client = client(WorkServer(looks: 2).transport()) { client in
      client.retryPause = { _ in .delay(.seconds(7)) }
    }
    _ = try await client.wait(for: StartExport())
    #expect((client.clock as? SkippingClock)?.sleeps == [.seconds(7), .seconds(7)])
  }

  @Test func whatTheReaderDoesTakesSomeOfThePause() async throws {
    let client = client(WorkServer(looks: 2).transport())
    let clock = try #require(client.clock as? SkippingClock)
    for try await _ in client.progress(of: StartExport(), pause: .seconds(10)) {
      clock.advance(by: .seconds(4))
    }
    #expect(clock.sleeps == [.seconds(6), .seconds(16)])
  }

  @Test func eachLookIsACallWithItsOwnRetries() async throws {
    let failures = Mutex(0)
    let arrivals = Arrivals()
    let transport = WorkServer(looks: 2).transport()
    let client = client(
      arrivals.transport { request in
        let isFailing = failures.withLock { count in
          count += 1
          return request.head.method == .get && count % 2 == 0
        }
        return isFailing ? .status(503) : try await transport.send(request)
      })
    #expect(try await client.wait(for: StartExport()) == File(url: "/google"))
    #expect(arrivals.all.map(\.head.method) == [.post, .get, .get, .get, .get])
  }

  @Test func aStartWhoseResponseWasLostIsNotSentAgain() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals.transport { _ in throw TransportError(.connectionLost) })
    let error = await waited(for: StartExport(), by: client).error
    #expect(error?.transportError?.kind == .connectionLost && arrivals.all.count == 1)
    // With a key it is.
    let result = await client.result(of: StartExport()) { $0.idempotency = .key() }
    #expect(result.error != nil && arrivals.all.count == 4)
  }

  // MARK: States

  @Test func aFailedStateIsADeclaredFailure() async throws {
    let client = client(WorkServer(fails: true).transport())
    #expect(await waited(for: StartExport(), by: client).error?.declared == .failed("no"))
    #expect(await waited(for: Analyze(), by: client).error?.declared == .failed("azure"))
    #expect(await waited(for: StartJob(), by: client).error?.declared == .failed("../x"))
  }

  @Test func aLookHasNothingOfTheStart() async throws {
    let arrivals = Arrivals()
    let client = client(WorkServer().transport(arrivals))
    var (seen, handles): ([Cursor?], [String]) = ([], [])
    for try await progress in client.progress(
      of: Analyze(),
      adjusting: { if $0.method == .post { $0.body = .text("a"); $0.headers["X-Start"] = "1" } })
    {
      guard case .running(let state) = progress else { continue }
      seen.append(state.place)
      handles.append("\(state.handle)")
    }
    #expect(arrivals.all.count == 5)
    for look in arrivals.all.dropFirst() {
      #expect(look.head.method == .get && look.body == nil)
      #expect(!look.head.headerFields.contains { $0.name.canonicalName == "x-start" })
    }
    #expect(seen.map { $0 == nil } == [true, false, false, false])
    #expect(handles.last == "the result at https://api.example.com/results/7")
  }

  @Test func theStartItselfIsSentAgainWithItsFieldsForTheSameURL() async throws {
    let arrivals = Arrivals()
    #expect(try await client(WorkServer().transport(arrivals)).wait(for: Statistics()) == [1, 2])
    let versions = arrivals.all.map { request in
      request.head.headerFields.first { $0.name.canonicalName == "x-version" }?.value
    }
    #expect(versions == ["1", "1", "1"])
  }

  @Test func theAuthenticationIsThatOfTheStart() async throws {
    struct Start: OperationEndpoint {
      var request: Request { .post("/analyze").authenticated(.named("other")) }
      static let responses = Analyze.responses
      func step(after state: OperationState<AzureState>) throws(RequestError) -> OperationStep<File> {
        try Analyze().step(after: state)
      }
      func result(at place: Cursor) throws(RequestError) -> Resource<File, WorkError> {
        try Analyze().result(at: place)
      }
    }
    let arrivals = Arrivals()
    let client = client(WorkServer().transport(arrivals)) { client in
      client.authentication = .bearer("base")
      client.authentications = ["other": .bearer("other")]
    }
    _ = try await client.wait(for: Start())
    #expect(
      arrivals.all.map { $0.head.headerFields[.authorization] } == Array(repeating: "Bearer other", count: 5))
  }

  @Test func aKeyInTheQueryIsNotInTheHandle() async throws {
    let server = Mutex<[String]>([])
    let kept = Arrivals()
    let client = client(
      kept.transport { request in
        let path = request.head.path ?? ""
        server.withLock { $0.append(path) }
        // The API repeats the key in the place.
        return .status(202, headers: [.location: "/renders/1?key=secret&part=2"])
      }, at: "https://api.example.com?tenant=5"
    ) { $0.authentication = .apiKey("secret", query: "key") }
    var count = 0
    for try await progress in client.progress(of: Render()) {
      guard case .running(let state) = progress else { continue }
      #expect(state.handle.place?.url == "https://api.example.com/renders/1?part=2")
      count += 1
      if count == 2 { break }
    }
    #expect(
      server.withLock { $0 } == ["/render?tenant=5&key=secret", "/renders/1?part=2&tenant=5&key=secret"])
  }

  // MARK: Endings

  @Test func aSequenceEndsAfterAnErrorAndAfterTheResult() async throws {
    var states = client(WorkServer().transport()).progress(of: Statistics()).makeAsyncIterator()
    var count = 0
    while try await states.next() != nil { count += 1 }
    #expect(try await states.next() == nil && count == 3)
    var failing = client(InMemoryTransport { _ in .status(500) }) { $0.retry = .off }
      .progress(of: Statistics()).makeAsyncIterator()
    await #expect(throws: CallError<Never>.self) { try await failing.next() }
    #expect(try await failing.next() == nil)
  }

  @Test func withoutAPlaceTheOperationFails() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals.transport { _ in .status(202) })
    let error = await waited(for: Render(), by: client).error
    #expect(error?.requestError?.kind == .operation && error?.request?.method == .post)
    #expect(error?.attempts.count == 1 && arrivals.all.count == 1)
  }

  @Test func whatIsNotDeclaredIsNamed() async throws {
    struct Bare: OperationEndpoint {
      var isDone = false
      var request: Request { .post("/jobs") }
      static let responses: ResponseMap<Job, WorkError> = [.success(.decode)]
      func step(after state: OperationState<Job>) throws(RequestError) -> OperationStep<File> {
        isDone ? .result(at: Cursor(url: "\(api)/files/1")) : .running(at: try .value(state.value.id))
      }
    }
    let client = client(WorkServer().transport())
    let noState = await waited(for: Bare(), by: client).error?.requestError
    #expect(
      noState?.kind == .operation && noState?.message.contains("Bare has to implement state(at:)") == true)
    let noResult = await waited(for: Bare(isDone: true), by: client).error?.requestError
    #expect(
      noResult?.kind == .operation && noResult?.message.contains("Bare has to implement result(at:)") == true)
  }
}
