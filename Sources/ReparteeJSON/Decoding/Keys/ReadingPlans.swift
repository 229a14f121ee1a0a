/// The keys that a ``JSONDecodable`` looks up in objects of a layout, in order. The second object of a layout creates
/// the plan, and later ones extend it. An object leaves the plan when a key other than the next is looked up.
struct ReadingPlans {
  struct Step {
    /// The address of the static key; only compared.
    var key: UInt = 0
    var length: Int32 = 0
    var skipped: Int32 = 0

    static let absent: Int32 = -1
  }

  struct Plan {
    /// Room for `limit` steps.
    var steps = Slots<Step>()
    var count = 0
    /// Changes with each layout that takes this slot.
    var version = 0
  }

  static let limit = 96

  private let plans: Slots<Plan>

  init() { plans = Slots() }

  init(layouts: Int) { plans = Slots(repeating: Plan(), count: layouts) }

  var isEmpty: Bool { plans.count == 0 }

  @inline(__always) subscript(layout: Int) -> Plan? { layout < plans.count ? plans[layout] : nil }

  @inline(__always) func append(_ step: Step, to layout: Int) {
    plans[layout].steps[plans[layout].count] = step
    plans[layout].count += 1
  }

  @inline(__always) func version(of layout: Int) -> Int {
    if plans[layout].steps.count == 0 { begin(layout) }
    return plans[layout].version
  }

  @inline(never) private func begin(_ layout: Int) {
    plans[layout].steps = Slots(repeating: Step(), count: ReadingPlans.limit)
  }

  func forget(_ layout: Int) {
    if isEmpty { return }
    plans[layout].count = 0
    plans[layout].version += 1
  }

  /// The value must not be used afterwards.
  func free() {
    for layout in 0..<plans.count { plans[layout].steps.free() }
    plans.free()
  }
}
