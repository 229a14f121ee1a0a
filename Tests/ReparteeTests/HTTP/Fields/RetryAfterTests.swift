import Foundation
import TestSupport
import Testing

@testable import Repartee

/// Delays that no server and no date can make too long, or trap.
struct RetryAfterTests {
  private let century = Duration.seconds(3_155_760_000)

  @Test(
    arguments: [
      ("11.9", .milliseconds(11_900)), ("0.0000000001", .nanoseconds(1)), ("1.0000000000", .seconds(1)),
      ("0.999999999999", .seconds(1)), ("  7 ", .seconds(7)), ("007", .seconds(7)), ("-0", nil), ("1.", nil),
      (".5", nil),
      ("1e3", nil), ("+5", nil), ("1,5", nil), ("1_0", nil), ("0x10", nil), ("--1", nil), ("1.2.3", nil),
      ("∞", nil),
    ] as [(String, Duration?)])
  func secondsMayHaveAFraction(text: String, delay: Duration?) {
    #expect(RetryAfter(text) == delay.map(RetryAfter.delay))
  }

  @Test(arguments: [
    "3155760000", "3155760000.5", "3155760001", "9223372036854775000", "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616", String(repeating: "9", count: 100_000),
  ])
  func aHundredYearsAreTheMost(text: String) {
    #expect(RetryAfter(text) == .delay(century))
    #expect(RetryAfter.maximumDelay == century)
  }

  @Test func theLongestDelayCanBeSleptFor() async {
    for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
      let task = Task { try await clock.sleep(for: RetryAfter.maximumDelay) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(arguments: [
    "Fri, 31 Dec 9999 23:59:59 GMT", "Friday, 31-Dec-76 23:59:59 GMT", "Fri Dec 31 23:59:59 9999",
    "Sat, 01 Jan 0000 00:00:00 GMT", "Sat Jan  1 00:00:00 0000",
  ])
  func aDateInAnyFormIsAtMostACenturyAwayFromAnyOther(text: String) throws {
    let retryAfter = try #require(RetryAfter(text))
    for now in Self.extremes {
      #expect((.zero...century).contains(retryAfter.delay(from: now)), "\(now.timeIntervalSince1970)")
    }
  }

  private static let extremes: [Date] =
    [.distantFuture, .distantPast]
    + [0, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude].map(
      Date.init(timeIntervalSince1970:))

  @Test func noPairOfDatesTraps() {
    for date in Self.extremes {
      for now in Self.extremes {
        #expect((.zero...century).contains(RetryAfter.date(date).delay(from: now)))
      }
    }
    let epoch = Date(timeIntervalSince1970: 0)
    #expect(RetryAfter.date(.distantFuture).delay(from: epoch) == century)
    #expect(RetryAfter.date(.distantPast).delay(from: epoch) == .zero)
  }

  @Test func aDelayOfYourOwnIsHeldToTheSameBounds() {
    #expect(RetryAfter.delay(.seconds(Int64.max)).delay(from: Date()) == century)
    #expect(RetryAfter.delay(.seconds(-5)).delay(from: Date()) == .zero)
  }

  @Test func anyTextIsReadWithoutATrap() async {
    await forAll(runs: 2_000) { generator in
      for shape in ["120.5", "9223372036854775807.999999999999", "Sun, 06 Nov 1994 08:49:37 GMT"] {
        guard let retryAfter = RetryAfter(generator.mangled(shape)) else { continue }
        #expect((.zero...century).contains(retryAfter.delay(from: Date())))
      }
    }
  }
}
