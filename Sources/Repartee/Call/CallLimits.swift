/// The limits of a call. A class, because the call and its attempts share them.
package final class CallLimits: Sendable {
  package let deadline: Deadline
  private let head: Duration
  let idle: Duration
  package let bodySize: Int
  /// The most bytes that are read of an unwanted response, whose body may be endless.
  var beginning: Int { max(0, min(bodySize, 64 << 10)) }

  init(deadline: Deadline, head: Duration, idle: Duration, bodySize: Int) {
    self.deadline = deadline
    self.head = head
    self.idle = idle
    self.bodySize = bodySize
  }

  /// The attempt's time begins now.
  func limited(to attempt: Duration) -> CallLimits {
    guard let duration = attempt.asLimit, deadline.left.map({ duration < $0 }) ?? true else { return self }
    return CallLimits(
      deadline: Deadline(attempt, clock: deadline.clock, timeout: .attempt), head: head, idle: idle,
      bodySize: bodySize)
  }

  var hasTimeForHead: Bool { head.asLimit != nil }

  var timeForHead: (duration: Duration, timeout: TransportError.Timeout)? {
    switch (deadline.left, head.asLimit) {
    case (let left?, let head?) where head < left: (head, .head)
    case (let left?, _): (left, deadline.timeout)
    case (nil, let head?): (head, .head)
    case (nil, nil): nil
    }
  }
}
