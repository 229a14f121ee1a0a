import Synchronization

/// Something that happens a number of times, and that tests wait for the last of.
public final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let last = Signal()

  public init(_ count: Int) {
    left = Mutex(count)
  }

  public func fire() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { last.fire() }
  }

  public func wait() async {
    await last.wait()
  }
}
