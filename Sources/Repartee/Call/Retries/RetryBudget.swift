/// The units that are left for retries at each origin. A retry takes units, and a call that succeeds returns one. The
/// owner locks the budget.
struct RetryBudget: Sendable {
  /// The units of an origin at first, and at most.
  static let capacity = 200
  /// If there are more, the origin with the most units left is forgotten, so that it has the capacity again.
  static let maximumOfOrigins = 256

  /// An origin that is not in it has the capacity.
  private var left: [Origin: Int] = [:]

  subscript(origin: Origin) -> Int { left[origin] ?? Self.capacity }

  /// Takes the units of one retry. False if too few are left: then there is no retry.
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

  /// Returns one unit, up to the capacity.
  mutating func deposit(at origin: Origin) {
    guard !left.isEmpty, let units = left[origin] else { return }
    left[origin] = units + 1 < Self.capacity ? units + 1 : nil
  }
}
