/// How many retries a client has left, for each origin: a bucket of units. It is a value; what shares it locks it.
struct RetryBudget: Sendable {
  static let capacity = 200
  /// The most origins that are kept: beyond them the fullest one is forgotten, which is the same as to be full.
  static let maximumOfOrigins = 256

  /// Of origins that have less than all, what they have.
  private var left: [Origin: Int] = [:]

  /// The units that an origin has left.
  subscript(origin: Origin) -> Int { left[origin] ?? Self.capacity }

  /// Takes what a retry costs; false if there is too little.
  mutating func withdraw(for transience: Transience, at origin: Origin) -> Bool {
    let cost = transience == .throttled ? 1 : 2
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

  /// Gives a unit back, for a call that succeeded.
  mutating func deposit(at origin: Origin) {
    guard !left.isEmpty, let units = left[origin] else { return }
    left[origin] = units + 1 < Self.capacity ? units + 1 : nil
  }
}
