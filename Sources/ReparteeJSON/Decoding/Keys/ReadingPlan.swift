/// The keys that a ``JSONDecodable`` asks objects of a layout for, in order.
///
/// The second object of a layout creates the plan; others extend it. A key other than the next one makes an object
/// leave it.
///
/// Unsafe: `steps` has room for `limit` steps, and is freed by the decoding.
struct ReadingPlan {
  struct Step {
    /// The address of the key in the program, which does not change.
    var key: UnsafePointer<UInt8>?
    var length: Int32
    var skipped: Int32

    static let absent: Int32 = -1
  }

  static let limit = 96

  var steps: UnsafeMutablePointer<Step>?
  var count = 0
  /// Changes with each layout that takes this slot.
  var generation = 0
}

/// From the lowest bit: the mark of a plan (2 bits), the layout (6), the ordinal of the next step (7), the generation
/// (17).
private struct PlanPosition {
  var bits: UInt64

  static let step: UInt64 = 1 << 8
  static let lastGeneration = (1 << 17) - 1

  @inline(__always) init?(_ body: UInt64) {
    guard body & KeyState.planned == KeyState.planned else { return nil }
    bits = body & 0xFFFF_FFFF
  }

  init(layout: Int, generation: Int) {
    bits = KeyState.planned | UInt64(layout) << 2 | UInt64(generation) << 15
  }

  @inline(__always) var layout: Int { Int(truncatingIfNeeded: bits >> 2) & (Tape.layoutSlotCount - 1) }
  @inline(__always) var ordinal: Int { Int(truncatingIfNeeded: bits >> 8) & 127 }
  @inline(__always) var generation: Int { Int(truncatingIfNeeded: bits >> 15) }
}

extension Decoding {
  @inline(__always) func find(planned key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    let body = tape[object].body
    if let position = PlanPosition(body), let plans {
      let plan = plans + position.layout
      if position.ordinal < plan.pointee.count, position.generation == plan.pointee.generation,
        let step = plan.pointee.steps?[position.ordinal], step.key == key.baseAddress,
        Int(step.length) == key.count
      {
        tape.setKeyState(of: object, to: (body &+ PlanPosition.step) & 0xFFFF_FFFF)
        if step.skipped == ReadingPlan.Step.absent { return 0 }
        var index = tape.cursor(of: object)
        var skipped = step.skipped
        while skipped > 0 {
          index = tape.after(index &+ 1)
          skipped &-= 1
        }
        return take(index, of: object)
      }
    }
    return findAndPlan(key, in: object)
  }

  @inline(never) private func findAndPlan(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    guard plainKeys else { return find(key, in: object) }
    let body = tape[object].body
    guard let position = PlanPosition(body) else {
      if body & 0xFFFF_FFFF != 0 { return find(key, in: object) }
      return joinPlan(object) ? find(planned: key, in: object) : find(key, in: object)
    }
    guard let plan = plans.map({ $0 + position.layout }), position.generation == plan.pointee.generation,
      position.ordinal == plan.pointee.count, plan.pointee.count < ReadingPlan.limit,
      let skipped = keysBefore(key, in: object)
    else { return find(key, in: object) }
    plan.pointee.steps?[position.ordinal] = ReadingPlan.Step(
      key: key.baseAddress, length: Int32(truncatingIfNeeded: key.count), skipped: skipped)
    plan.pointee.count += 1
    return find(planned: key, in: object)
  }

  /// Returns nil if the key is before the cursor, `absent` if it is not there.
  private func keysBefore(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int32? {
    let end = tape[object].next
    let first = object &+ 1
    let cursor = tape.cursor(of: object)
    var index = cursor
    var count: Int32 = 0
    while index < end {
      if tape.matches(tape[index], key) { return count }
      count &+= 1
      index = tape.after(index &+ 1)
    }
    index = first
    while index < cursor {
      if tape.matches(tape[index], key) { return nil }
      index = tape.after(index &+ 1)
    }
    return ReadingPlan.Step.absent
  }

  private func joinPlan(_ object: Int) -> Bool {
    guard let layout = knownLayout(of: object) else { return false }
    let plans = plans ?? makePlans()
    if plans[layout].steps == nil { plans[layout].steps = .allocate(capacity: ReadingPlan.limit) }
    if plans[layout].generation > PlanPosition.lastGeneration { return false }
    tape.setKeyState(
      of: object, to: PlanPosition(layout: layout, generation: plans[layout].generation).bits)
    return true
  }

  private func makePlans() -> UnsafeMutablePointer<ReadingPlan> {
    let plans = UnsafeMutablePointer<ReadingPlan>.allocate(capacity: Tape.layoutSlotCount)
    plans.initialize(repeating: ReadingPlan(), count: Tape.layoutSlotCount)
    self.plans = plans
    return plans
  }

  func forgetPlan(_ layout: Int) {
    guard let plans else { return }
    plans[layout].count = 0
    plans[layout].generation += 1
  }

  @inline(never) func leavePlan(_ object: Int) {
    tape.setKeyState(of: object, to: KeyState.unique)
  }

  func deallocatePlans() {
    guard let plans else { return }
    for layout in 0..<Tape.layoutSlotCount { plans[layout].steps?.deallocate() }
    plans.deallocate()
  }
}
