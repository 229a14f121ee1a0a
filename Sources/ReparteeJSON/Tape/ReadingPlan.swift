/// How a ``JSONDecodable`` reads the objects of a layout: which keys it asks for, in this order, and how many keys it
/// passes over before each.
///
/// The second object of a layout that is read so writes the plan. The others follow it, and add what it does not have
/// yet. An object that is asked for another key than the plan says leaves it: its keys are looked for from there on.
///
/// Unsafe: `steps` has room for `limit` of them, and is freed by the document.
struct ReadingPlan {
  struct Step {
    /// Where the key is in the program, which does not move it.
    var key: UnsafePointer<UInt8>?
    var length: Int32
    /// How many keys of the object come between the one before and this; `absent` where it has none of this name.
    var skipped: Int32

    static let absent: Int32 = -1
  }

  /// The most keys that a plan has.
  static let limit = 96

  var steps: UnsafeMutablePointer<Step>?
  var count = 0
  /// Which of the layouts that had this place, one after the other, it is for.
  var generation = 0
}

/// Where an object is in a plan: what its node says instead of ``Document/unique``.
///
/// From the lowest bit: that it is so (2 bits), the layout (6), the ordinal of the next step (7), the generation (17).
private struct PlanPlace {
  var bits: UInt64

  static let step: UInt64 = 1 << 8
  static let lastGeneration = (1 << 17) - 1

  @inline(__always) init?(_ body: UInt64) {
    guard body & Document.planned == Document.planned else { return nil }
    bits = body & 0xFFFF_FFFF
  }

  init(layout: Int, generation: Int) {
    bits = Document.planned | UInt64(layout) << 2 | UInt64(generation) << 15
  }

  @inline(__always) var layout: Int { Int(truncatingIfNeeded: bits >> 2) & (Document.layouts - 1) }
  @inline(__always) var ordinal: Int { Int(truncatingIfNeeded: bits >> 8) & 127 }
  @inline(__always) var generation: Int { Int(truncatingIfNeeded: bits >> 15) }
}

extension Document {
  /// The index of the value under a key that is known when the program is compiled, marked as read; 0 where there is
  /// none.
  @inline(__always) func find(planned key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    let body = tape[object].body
    if let place = PlanPlace(body), let plans {
      let plan = plans + place.layout
      if place.ordinal < plan.pointee.count, place.generation == plan.pointee.generation,
        let step = plan.pointee.steps?[place.ordinal], step.key == key.baseAddress,
        Int(step.length) == key.count
      {
        tape[object].body = body &+ PlanPlace.step
        if step.skipped == ReadingPlan.Step.absent { return 0 }
        var index = Int(tape[object].head >> Node.auxShift) &+ object &+ 1
        var skipped = step.skipped
        while skipped > 0 {
          index = after(index &+ 1)
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
    guard let place = PlanPlace(body) else {
      if body & 0xFFFF_FFFF != 0 { return find(key, in: object) }
      return joinPlan(object) ? find(planned: key, in: object) : find(key, in: object)
    }
    guard let plan = plans.map({ $0 + place.layout }), place.generation == plan.pointee.generation,
      place.ordinal == plan.pointee.count, plan.pointee.count < ReadingPlan.limit,
      let skipped = keysBefore(key, in: object)
    else { return find(key, in: object) }
    plan.pointee.steps?[place.ordinal] = ReadingPlan.Step(
      key: key.baseAddress, length: Int32(truncatingIfNeeded: key.count), skipped: skipped)
    plan.pointee.count += 1
    return find(planned: key, in: object)
  }

  /// How many keys are between the cursor and a key; nil where it is before the cursor.
  private func keysBefore(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int32? {
    let end = tape[object].next
    let first = object &+ 1
    let cursor = Int(tape[object].head >> Node.auxShift) &+ first
    var index = cursor
    var count: Int32 = 0
    while index < end {
      if matches(tape[index], key) { return count }
      count &+= 1
      index = after(index &+ 1)
    }
    index = first
    while index < cursor {
      if matches(tape[index], key) { return nil }
      index = after(index &+ 1)
    }
    return ReadingPlan.Step.absent
  }

  /// Whether the object follows a plan from now on.
  private func joinPlan(_ object: Int) -> Bool {
    guard let layout = knownLayout(of: object) else { return false }
    let plans = plans ?? makePlans()
    if plans[layout].steps == nil { plans[layout].steps = .allocate(capacity: ReadingPlan.limit) }
    if plans[layout].generation > PlanPlace.lastGeneration { return false }
    tape[object].body |= PlanPlace(layout: layout, generation: plans[layout].generation).bits
    return true
  }

  private func makePlans() -> UnsafeMutablePointer<ReadingPlan> {
    let plans = UnsafeMutablePointer<ReadingPlan>.allocate(capacity: Document.layouts)
    plans.initialize(repeating: ReadingPlan(), count: Document.layouts)
    self.plans = plans
    return plans
  }

  /// There is another template for a layout.
  func forgetPlan(_ layout: Int) {
    guard let plans else { return }
    plans[layout].count = 0
    plans[layout].generation += 1
  }

  /// The keys of an object are looked for from now on.
  @inline(never) func leavePlan(_ object: Int) {
    tape[object].body = tape[object].body & ~0xFFFF_FFFF | Document.unique
  }

  func deallocatePlans() {
    guard let plans else { return }
    for layout in 0..<Document.layouts { plans[layout].steps?.deallocate() }
    plans.deallocate()
  }
}
