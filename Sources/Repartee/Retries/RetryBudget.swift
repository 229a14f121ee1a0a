/// The retries that a client has left for each origin, as units in a bucket. A value type: its owner locks it.
struct RetryBudget: Sendable {
  static let capacity = 200
  /// The most origins that are kept. Beyond that, the fullest one is forgotten, and counts as full.
  static let maximumOfOrigins = 256

  /// The units of origins that have less than the capacity.
  private var left: [Origin: Int] = [:]

  /// The units that an origin has left.
  subscript(origin: Origin) -> Int { left[origin] ?? Self.capacity }

  /// Takes the cost of a retry; returns false if too few units are left.
  mutating func withdraw(for retryability: Retryability, at origin: Origin) -> Bool {
    let cost = retryability == .throttled ? 1 : 2
    let units = self[origin]
    guard units >= cost else { return false }
    if left.count >= Self.maximumOfOrigins, left[origin] == nil,
      let fullest = left.max(by: { $0.value < $1.value })?.key
    {
      left[fullest] = nil
    }
    left[origin] = units - cost
    return true
  }

  /// Returns a unit, after a call that succeeded or failed permanently.
  mutating func deposit(at origin: Origin) {
    guard !left.isEmpty, let units = left[origin] else { return }
    left[origin] = units + 1 < Self.capacity ? units + 1 : nil
  }
}
