#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeTesting
import Testing

/// The conformance suite can fail: each of these transports has one fault, and the claim about it does not hold.
@Suite(.timeLimit(.minutes(5))) struct TransportConformanceTests {
  @Test(arguments: Broken.requests + Broken.responses + Broken.behaviours)
  func theClaimAboutAFaultDoesNotHold(_ transport: Broken) async throws {
    let claim = try #require(ConformanceClaim<any Transport>.all.first { $0.name == transport.claim })
    let violation = await #expect(throws: ConformanceViolation.self) {
      try await claim.run(transport, within: transport.hangs ? .seconds(3) : .seconds(120))
    }
    // What can be seen at once is.
    #expect(transport.hangs || violation?.detail.contains("did not happen within") == false)
    #expect(violation?.claim == transport.claim && violation?.reference == claim.reference)
    print("\(transport.fault) → \(violation?.description ?? "nothing")")
  }

  @Test func aViolationSaysWhatWasExpectedAndWhatHappened() async throws {
    let redirected = try #require(
      Broken.responses.first { $0.fault == "hands out a redirect that it followed" })
    let claim = try #require(
      ConformanceClaim<any Transport>.all.first { $0.name == "a redirect is returned, not followed" })
    let violation = await #expect(throws: ConformanceViolation.self) {
      try await claim.run(redirected)
    }
    #expect(
      violation?.description
        == "a redirect is returned, not followed (RFC 9110, section 15.4): requests: expected 1, found 2")
  }

  @Test func aClaimThatDoesNotEndSaysWhatItWaitsFor() async throws {
    let never = try #require(Broken.behaviours.first { $0.fault == "never returns" })
    let violation = await #expect(throws: ConformanceViolation.self) {
      try await ConformanceClaim<any Transport>.all[0].run(never, within: .milliseconds(200))
    }
    #expect(violation?.detail == "expected send(_:) to return, which did not happen within 0.2 seconds")
  }

  @Test func aReportSaysWhatHoldsAndWhatDoesNotAndWhatIsLeftOut() async throws {
    // In memory nothing reaches a server: all that has to arrive there does not.
    let transport = InMemoryTransport { _ in .text("no server") }
    let left = ConformanceClaim<any Transport>.all[0].name
    let report = try await ConformanceReport(
      on: transport, except: [left: "there is no server\u{1B}"], within: .milliseconds(100))
    #expect(!report.holds && report.violations.count > 40)
    #expect(report.held.count + report.violations.count + 1 == ConformanceClaim<any Transport>.all.count)
    #expect(report.description.contains("– \(left), left out: there is no server\\u{1b}\n"))
    #expect(
      report.description.hasSuffix(
        "\(report.held.count) claims hold, \(report.violations.count) do not, 1 are left out"))
  }

  @Test func claimsHaveNamesOfTheirOwnAndSayWhereTheyComeFrom() {
    let claims = ConformanceClaim<any Transport>.all
    #expect(Set(claims.map(\.name)).count == claims.count)
    #expect(claims.allSatisfy { !$0.reference.isEmpty && $0.description == $0.name })
    #expect(claims.count >= 85)
  }

  @Test func anExceptionFromNoClaimIsRefused() {
    let violation = #expect(throws: ConformanceViolation.self) {
      _ = try ConformanceClaim<any Transport>.all(except: ["no such claim": "none"])
    }
    #expect(violation?.description.contains("no such claim") == true)
  }

  @Test func aCancelledTaskDoesNotWaitForAClaim() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ConformanceClaim<any Transport>.all[0].run(AsyncHTTPClientTransport.asyncHTTPClient)
    }
    await #expect(throws: ConformanceViolation.self) { try await task.value }
  }
}
#endif
