import TestSupport
import Testing

@testable import ReparteeOperations

struct LookPausesTests {
  @Test func theyDoubleUpToThirtySeconds() {
    var pauses = LookPauses(first: .seconds(1))
    let taken = (0..<7).map { _ in pauses.next(asked: nil, left: nil) }
    #expect(taken == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    var long = LookPauses(first: .seconds(45))
    #expect((0..<3).map { _ in long.next(asked: nil, left: nil) } == [45, 45, 45].map { .seconds($0) })
  }

  @Test func theServersOwnAreTakenWithinBounds() {
    var pauses = LookPauses(first: .seconds(1))
    #expect(pauses.next(asked: .seconds(3), left: nil) == .seconds(3))
    #expect(pauses.next(asked: .milliseconds(1), left: nil) == .milliseconds(100))
    #expect(pauses.next(asked: .seconds(Int64.max), left: nil) == .seconds(86_400))
    #expect(pauses.next(asked: .zero, left: nil) == .seconds(1))
    #expect(pauses.next(asked: .seconds(-3), left: nil) == .seconds(2))
    #expect(pauses.next(asked: .seconds(5), left: .seconds(5)) == nil)
  }

  @Test func anyPausesEndBeforeTheLimitAndAreFew() async {
    await forAll(runs: 2_000) { generator in
      let first = Duration.milliseconds(generator.one(of: [Int64.min, -1, 0, 1, 100, 1_000, 70_000, .max]))
      var pauses = LookPauses(first: first)
      var left = Duration.milliseconds(generator.int(0...1_000_000))
      var count = 0
      while true {
        let asked = generator.int(0...4) == 0 ? Duration.milliseconds(generator.int(-10...100_000)) : nil
        guard let pause = pauses.next(asked: asked, left: left) else { break }
        #expect(pause >= LookPauses.shortest && pause < left)
        left -= pause
        count += 1
      }
      #expect(count <= 10_000)
      if first > .milliseconds(100), first < .seconds(2) { #expect(count < 1_100) }
    }
  }
}
