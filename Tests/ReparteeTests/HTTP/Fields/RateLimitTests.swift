import Foundation
import Repartee
import TestSupport
import Testing

/// Rate limits under all names of their fields.
struct RateLimitTests {
  private func limit(_ headers: (String, String)...) async throws -> RateLimit? {
    var fields = HTTPFields()
    for (name, value) in headers {
      fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    let map: ResponseMap<RateLimit?, Never> = [.any(.value { $0.rateLimit })]
    return try await read(.status(200, headers: fields), map)
  }

  @Test(arguments: ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-", "x-ratelimit-"])
  func separateFieldsAreReadUnderAnyOfTheirNames(prefix: String) async throws {
    let one = try await limit(
      (prefix + "Limit", "60"), (prefix + "Remaining", "59"), (prefix + "Reset", "30"))
    #expect(one?.limit == 60 && one?.remaining == 59 && one?.reset == .delay(.seconds(30)))
    let dated = try await limit((prefix + "Remaining", "0"), (prefix + "Reset", "1700000000"))
    #expect(dated?.reset == .date(Date(timeIntervalSince1970: 1_700_000_000)))
  }

  @Test(arguments: ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"])
  func aDateInMillisecondsIsRead(prefix: String) async throws {
    for (text, seconds) in [
      ("1700000000123", 1_700_000_000.123), ("1700000000123.5", 1_700_000_000.1235),
      ("1000000000000", 1_000_000_000), ("9999999999999", 9_999_999_999.999),
      ("999999999999", 253_402_300_799), ("9999999999999999", 253_402_300_799),
    ] {
      let limit = try await limit((prefix + "Remaining", "0"), (prefix + "Reset", text))
      #expect(limit?.reset == .date(Date(timeIntervalSince1970: seconds)), "\(text)")
    }
  }

  @Test func fractionsOfASecondAreRead() async throws {
    let dated = try await limit(("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1470173023.123"))
    #expect(dated?.reset == .date(Date(timeIntervalSince1970: 1_470_173_023.123)))
    let soon = try await limit(("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "0.5"))
    #expect(soon?.reset == .delay(.milliseconds(500)))
  }

  @Test func aQuotaWithItsPoliciesBehindItIsRead() async throws {
    let one = try await limit(
      ("RateLimit-Limit", "10, 10;w=1, 50;w=60"), ("RateLimit-Remaining", "9"), ("RateLimit-Reset", "1"))
    #expect(one?.limit == 10 && one?.remaining == 9)
  }

  @Test(arguments: ["", "junk", "nine", "9 left", "-", "1.2.3", "\"9\"", "99999999999999999999"])
  func whatIsNoNumberIsNoRateLimit(text: String) async throws {
    #expect(try await limit(("X-RateLimit-Remaining", text)) == nil)
  }

  @Test(arguments: ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"])
  func moreDecimalsThanAStandardHasAreRead(prefix: String) async throws {
    let dated = try await limit((prefix + "Remaining", "4.0000"), (prefix + "Reset", "1470173023.1234567"))
    #expect(dated?.remaining == 4)
    guard case .date(let date) = dated?.reset else {
      Issue.record("no date")
      return
    }
    #expect(abs(date.timeIntervalSince1970 - 1_470_173_023.1234567) < 0.001)
    let soon = try await limit((prefix + "Remaining", " 0 "), (prefix + "Reset", "0.1250001; x"))
    #expect(soon?.reset.map { $0.delay(from: Date()) > .milliseconds(125) } == true)
    #expect(soon?.reset.map { $0.delay(from: Date()) < .milliseconds(126) } == true)
  }

  @Test func aNegativeRemainingIsNothingLeftAndANegativeResetUnknown() async throws {
    let spent = try await limit(
      ("X-RateLimit-Remaining", "-3"), ("X-RateLimit-Limit", "-1"), ("X-RateLimit-Reset", "-0.5"))
    #expect(spent?.remaining == 0 && spent?.limit == nil && spent?.reset == nil)
  }

  @Test func aResetFarAwayIsStillADelayThatCanBeSlept() async throws {
    for reset in ["9223372036854775807", String(repeating: "9", count: 400), "1000000000", "253402300800000"]
    {
      let one = try await limit(("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", reset))
      let delay = try #require(one?.reset).delay(from: Date(timeIntervalSince1970: 0))
      #expect(delay > .zero && delay <= RetryAfter.maximumDelay)
      // Foundation traps where it describes a date that is far enough away.
      #expect(String(describing: one).isEmpty == false)
    }
  }

  /// An Int has 32 bits on watchOS.
  @Test(arguments: ["2147483647", "4294967295", "5000000000000000000", "9223372036854775808"])
  func aNumberIsReadIfItFitsAnInt(text: String) async throws {
    let one = try await limit(("X-RateLimit-Remaining", text), ("X-RateLimit-Limit", text))
    #expect(one?.remaining == Int(text) && one?.limit == Int(text))
    let few = try await limit(("X-RateLimit-Remaining", "1"), ("X-RateLimit-Limit", text))
    #expect(few?.remaining == 1 && few?.limit == Int(text))
  }

  @Test func anyFieldsAreReadWithoutATrap() async {
    let values = [
      "2.5", "-9223372036854775808", "1e9", "12.0000001, 3;w=1",
    ]
    await forAll(runs: 500) { generator in
      for name in ["RateLimit-Remaining", "X-RateLimit-Remaining", "X-Rate-Limit-Remaining"] {
        let value = generator.mangled(generator.one(of: values)).filter { !$0.isNewline && $0 != "\0" }
        let reset = generator.mangled("1470173023.123")
        guard let one = try? await limit((name, value), ("X-RateLimit-Reset", reset)) else { continue }
        #expect(one.remaining >= 0)
        if let delay = one.reset?.delay(from: Date(timeIntervalSince1970: 0)) {
          #expect((.zero...RetryAfter.maximumDelay).contains(delay))
        }
      }
    }
  }

  @Test func junkInOneDialectLeavesTheOthers() async throws {
    let one = try await limit(("RateLimit-Remaining", "?!"), ("X-RateLimit-Remaining", "4"))
    #expect(one?.remaining == 4)
    #expect(try await limit() == nil)
    let noReset = try await limit(("X-RateLimit-Remaining", "4"), ("X-RateLimit-Reset", "-5"))
    #expect(noReset?.remaining == 4 && noReset?.reset == nil)
  }
}
