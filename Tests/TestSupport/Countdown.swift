import ReparteeBase

/// Something that happens a number of times, and that tests wait for the last of.
package final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let last = Signal()

  package init(_ count: Int) {
    left = Mutex(count)
  }

  package func fire() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { last.fire() }
  }

  package func wait() async {
    await last.wait()
  }
}
