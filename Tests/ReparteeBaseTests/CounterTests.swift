import ReparteeBase
import Testing

struct CounterTests {
  @Test func itCountsFromZeroAndAfterTheLargestNumberFromZeroAgain() {
    let counter = Counter()
    let first = counter.next()
    let value = counter.value
    #expect(first == 1 && value == 1)
    let full = Counter(.max)
    let sum = full.next()
    #expect(sum == 0)
  }

  @Test func nothingIsLostBetweenTasks() async {
    final class Shared: Sendable {
      let counter = Counter()
      let seen = Mutex<Set<UInt64>>([])
    }
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            let number = shared.counter.next()
            _ = shared.seen.withLock { $0.insert(number) }
          }
        }
      }
    }
    let numbers = shared.seen.withLock { $0 }
    #expect(numbers == Set(1...8_000))
  }
}
