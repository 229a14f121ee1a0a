import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StageClaimsTests {
  @Test(arguments: ConformanceClaim<any Stage>.all)
  func theCacheConforms(_ claim: ConformanceClaim<any Stage>) async throws {
    try await claim.run { _ in ResponseCache() }
    try await claim.run { _ in ResponseCache(sharesFetches: true) }
  }

  @Test(arguments: ConformanceClaim<any Stage>.all)
  func theExamplesConform(_ claim: ConformanceClaim<any Stage>) async throws {
    try await claim.run { clock in RequestRate(perSecond: 5, clock: clock) }
    try await claim.run { _ in Breaker(limit: 5, pause: 30) }
  }

  @Test(arguments: Broken.all) func aBrokenStageIsFound(_ broken: Broken) async throws {
    let claim = try #require(ConformanceClaim<any Stage>.all.first { $0.name == broken.claim })
    let violation = await #expect(throws: ConformanceViolation.self) {
      try await claim.run(within: .milliseconds(broken.hangs ? 300 : 60_000)) { _ in broken.stage() }
    }
    #expect(violation?.claim == broken.claim)
  }

  @Test func eachClaimFindsABrokenStage() {
    #expect(Set(Broken.all.map(\.claim)) == Set(ConformanceClaim<any Stage>.all.map(\.name)))
  }

  @Test func aReportHasWhatHoldsAndWhatNot() async throws {
    let first = ConformanceClaim<any Stage>.all[0]
    let report = try await ConformanceReport<any Stage>(except: [first.name: "it is another's"]) {
      _ in
      Breaker(limit: 5, pause: 30)
    }
    #expect(report.holds && report.held.count == ConformanceClaim<any Stage>.all.count - 1)
    await #expect(throws: ConformanceViolation.self) {
      _ = try await ConformanceReport<any Stage>(except: ["no claim": ""]) { _ in Breaker(limit: 5, pause: 30)
      }
    }
  }
}

/// A stage that keeps all claims but one.
struct Broken: Sendable, CustomTestStringConvertible {
  typealias Send = @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse

  struct Step: Stage {
    let step: Send

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await step(request, next)
    }
  }

  let claim: String
  var hangs = false
  let stage: @Sendable () -> any Stage
  var testDescription: String { claim }

  init(_ claim: String, hangs: Bool = false, _ stage: @escaping @Sendable () -> any Stage) {
    (self.claim, self.hangs, self.stage) = (claim, hangs, stage)
  }

  private static func step(_ claim: String, hangs: Bool = false, _ step: @escaping Send) -> Broken {
    Broken(claim, hangs: hangs) { Step(step: step) }
  }

  static let all: [Broken] = passing + bodies + endings

  private static let passing: [Broken] = [
    step("a request is passed on with its method, URL, fields and body") {
      (request, next) async throws(AttemptError) in
      var request = request
      request.headers[.ifMatch] = nil
      return try await next(request)
    },
    step("a response is returned with its status, fields and body") {
      (request, next) async throws(AttemptError) in
      var response = try await next(request)
      if response.head.status.code == 201 { response.head.status = .ok }
      return response
    },
    Broken("each of many calls at once has its own response") {
      let last = Last<AttemptResponse>()
      return Step { (request, next) async throws(AttemptError) in
        if let known = await last.value, known.body.bytes != nil { return known }
        let response = try await next(request)
        await last.keep(response)
        return response
      }
    },
    step("a call fails with the error of next") { (request, next) async throws(AttemptError) in
      do throws(AttemptError) { return try await next(request) } catch {
        throw AttemptError(TransportError(.other, underlying: error))
      }
    },
    step("transient errors and statuses are retried as without the stage") {
      (request, next) async throws(AttemptError) in
      if request.number > 1 { throw AttemptError(TransportError(.middleware)) }
      return try await next(request)
    },
    step("a call sends one request") { (request, next) async throws(AttemptError) in
      var first = request
      first.body = nil
      _ = try await next(first)
      return try await next(request)
    },
    step("nothing is sent after the call has ended") { (request, next) async throws(AttemptError) in
      let response = try await next(request)
      Task.detached { _ = try? await next(request) }
      return response
    },
  ]

  private static let bodies: [Broken] = [
    step("the body of a stream is not read before its reader asks") {
      (request, next) async throws(AttemptError) in
      try await collected(try await next(request))
    },
    step("a stream is read only as far as its reader asks") { (request, next) async throws(AttemptError) in
      var response = try await next(request)
      let body = response.body
      response.body = ByteStream(
        length: nil,
        once: {
          var chunks = body.makeAsyncIterator()
          var ahead: [Data] = []
          return { () async throws(TransportError) in
            while ahead.count < 10, let chunk = try await chunks.next(isolation: nil) { ahead.append(chunk) }
            return ahead.isEmpty ? nil : ahead.removeFirst()
          }
        })
      return response
    },
    step("a body that breaks off fails the call") { (request, next) async throws(AttemptError) in
      do throws(AttemptError) { return try await collected(try await next(request)) } catch {
        return AttemptResponse(.text("some"))
      }
    },
    Broken("the body of a request is released with its call", hangs: true) {
      let last = Last<AttemptRequest>()
      return Step { (request, next) async throws(AttemptError) in
        await last.keep(request)
        return try await next(request)
      }
    },
  ]

  private static let endings: [Broken] = [
    step("cancelling a call ends it at once", hangs: true) { (request, next) async throws(AttemptError) in
      let sending = Task.detached { await result(request, next) }
      return try await sending.value.get()
    },
    Broken("cancelling one of several equal calls does not end the others") {
      let flight = Flight()
      return Step { (request, next) async throws(AttemptError) in
        try await flight.result { await result(request, next) }.get()
      }
    },
    Broken("calls end at their deadline", hangs: true) {
      let first = Flight()
      return Step { (request, next) async throws(AttemptError) in
        let sending = Task.detached { () -> Result<AttemptResponse, AttemptError> in
          await first.wait()
          return await result(request, next)
        }
        return try await sending.value.get()
      }
    },
  ]

  @Sendable private static func collected(
    _ response: AttemptResponse
  ) async throws(AttemptError) -> AttemptResponse {
    var response = response
    do throws(TransportError) {
      response.body = ByteStream(try await response.body.collect(upTo: 1 << 20))
    } catch {
      throw AttemptError(error)
    }
    return response
  }

  @Sendable private static func result(
    _ request: AttemptRequest, _ next: NextStage
  ) async -> Result<AttemptResponse, AttemptError> {
    do throws(AttemptError) { return .success(try await next(request)) } catch { return .failure(error) }
  }
}

private actor Last<Value: Sendable> {
  private(set) var value: Value?
  func keep(_ value: Value) { self.value = value }
}

/// Whose first work ends all who wait for it.
private actor Flight {
  private var known: Result<AttemptResponse, AttemptError>?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isRunning = false

  func result(
    _ work: @Sendable () async -> Result<AttemptResponse, AttemptError>
  ) async -> Result<AttemptResponse, AttemptError> {
    if isRunning {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isRunning = true
      known = await work()
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    return known ?? .failure(AttemptError(TransportError(.other)))
  }

  private var isTaken = false

  /// Only the first passes.
  func wait() async {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
  }
}
