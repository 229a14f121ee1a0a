import TestSupport
import Testing

@testable import Repartee

struct RetryBudgetTests {
  private let origin = Origin(scheme: "https", host: "a", port: 443)

  @Test func aServerThatIsDownGetsFewMoreRequestsThanCalls() {
    for (retryability, share) in [(Retryability.transient, 1.1), (.throttled, 1.2)] {
      var budget = RetryBudget()
      var requests = 0
      for _ in 0..<1_000 {
        requests += 1
        for _ in 0..<2 where budget.withdraw(for: retryability, at: origin) { requests += 1 }
      }
      #expect(Double(requests) <= share * 1_000, "\(retryability)")
    }
  }

  @Test func successRefills() {
    var budget = RetryBudget()
    while budget.withdraw(for: .transient, at: origin) {}
    #expect(budget[origin] == 0)
    budget.deposit(at: origin)
    #expect(!budget.withdraw(for: .transient, at: origin) && budget.withdraw(for: .throttled, at: origin))
    for _ in 0..<1_000 { budget.deposit(at: origin) }
    #expect(budget[origin] == RetryBudget.capacity)
  }

  @Test func originsHaveBudgetsOfTheirOwn() {
    var budget = RetryBudget()
    let other = Origin(scheme: "http", host: "a", port: 80)
    while budget.withdraw(for: .transient, at: origin) {}
    #expect(budget[other] == RetryBudget.capacity && budget.withdraw(for: .transient, at: other))
  }

  @Test func unitsStayWithinTheirBounds() async {
    await forAll { random in
      var budget = RetryBudget()
      let origins = (0..<random.int(1...600)).map { Origin(scheme: "https", host: "h\($0)", port: 443) }
      for _ in 0..<random.int(1...2_000) {
        let origin = random.one(of: origins)
        let before = budget[origin]
        switch random.int(0...2) {
        case 0: budget.deposit(at: origin)
        case 1: #expect(budget.withdraw(for: .transient, at: origin) == (before >= 2))
        default: #expect(budget.withdraw(for: .throttled, at: origin) == (before >= 1))
        }
        #expect((0...RetryBudget.capacity).contains(budget[origin]))
      }
    }
  }
}
