import Testing

@testable import Repartee

struct DurationLimitsTests {
  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func anyNumberIsATimeLimit(number: Int) {
    for duration in [Duration.seconds(number), .milliseconds(number), .minutes(number)] {
      #expect(duration.asLimit ?? .zero >= .zero)
      if number <= 0 { #expect(duration.asLimit == .zero) }
    }
  }

  @Test func moreThanAHundredYearsIsNoLimit() {
    #expect(Duration.unlimited.asLimit == nil && Duration.seconds(Int64.max).asLimit == nil)
    #expect(Duration.minutes(100 * 365 * 24 * 60).asLimit == .seconds(3_153_600_000))
    #expect(Duration.minutes(100 * 365 * 24 * 60 + 1).asLimit == nil)
    #expect(Duration.minutes(UInt64.max) == .unlimited)
    #expect(Duration.minutes(Int64.min).asLimit == .zero)
  }

  @Test func minutesAreSixtySeconds() {
    #expect(Duration.minutes(2) == .seconds(120) && Duration.minutes(-1) == .seconds(-60))
    #expect(Duration.minutes(0) == .zero)
  }

  @Test func noLimitIsTheLongestAndCanBeCalculatedWith() {
    #expect(min(Duration.unlimited, .seconds(5)) == .seconds(5))
    #expect((Duration.unlimited + .unlimited).asLimit == nil)
    #expect((Duration.unlimited * 2).asLimit == nil)
    #expect((Duration.unlimited - .seconds(1)).asLimit == nil)
  }
}
