/// The retries that are left for each origin. Its owner locks it.
struct RetryBudget: Sendable {
  static let capacity = 200
  /// Beyond this number, the fullest origin is forgotten, and counts as full.
  static let maximumOfOrigins = 256

  /// Has only origins with less than the capacity.
  private var left: [Origin: Int] = [:]

  subscript(origin: Origin) -> Int { left[origin] ?? Self.capacity }

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

  mutating func deposit(at origin: Origin) {
    guard !left.isEmpty, let units = left[origin] else { return }
    left[origin] = units + 1 < Self.capacity ? units + 1 : nil
  }
}
