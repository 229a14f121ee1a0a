import ReparteeTesting
import Testing

@testable import ReparteeOperations

struct WaitingTimeTests {
  @Test func itCountsFromItsBeginning() {
    let clock = SkippingClock()
    clock.advance(by: .seconds(5))
    let time = WaitingTime(.seconds(10), on: clock)
    #expect(time.left == .seconds(10) && time.elapsed == .zero)
    clock.advance(by: .seconds(4))
    #expect(time.left == .seconds(6) && time.elapsed == .seconds(4))
    clock.advance(by: .seconds(100))
    #expect(time.left == .zero)
  }

  @Test(arguments: [Duration.seconds(Int64.min), .seconds(Int64.max), .zero])
  func extremeLimitsDoNotTrap(limit: Duration) {
    let clock = SkippingClock()
    let time = WaitingTime(limit, on: clock)
    clock.advance(by: .seconds(1))
    #expect(time.left == max(limit - .seconds(1), .zero) || limit < .zero && time.left == .zero)
    #expect(WaitingTime(nil, on: clock).left == nil)
  }
}
