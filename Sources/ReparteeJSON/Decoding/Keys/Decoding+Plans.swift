/// From the lowest bit: a plan's mark (2 bits), the layout (6), the next step's ordinal (7), the version (17).
private struct PlanPosition {
  var bits: UInt64

  static let step: UInt64 = 1 << 8
  static let lastVersion = (1 << 17) - 1

  @inline(__always) init?(_ body: UInt64) {
    guard body & KeyState.planned == KeyState.planned else { return nil }
    bits = body & 0xFFFF_FFFF
  }

  init(layout: Int, version: Int) {
    bits = KeyState.planned | UInt64(layout) << 2 | UInt64(version) << 15
  }

  @inline(__always) var layout: Int { Int(truncatingIfNeeded: bits >> 2) & (Tape.layoutSlotCount - 1) }
  @inline(__always) var ordinal: Int { Int(truncatingIfNeeded: bits >> 8) & 127 }
  @inline(__always) var version: Int { Int(truncatingIfNeeded: bits >> 15) }
}

extension Decoding {
  @inline(__always) func find(planned key: StaticString, in object: Int) -> Int {
    let node = tape[object]
    if let position = PlanPosition(node.body), let plan = plans[position.layout],
      position.ordinal < plan.count, position.version == plan.version
    {
      let step = plan.steps[position.ordinal]
      if step.key == key.address, Int(step.length) == key.utf8CodeUnitCount {
        // The ordinal is below the limit of steps, which fits its bits.
        tape.setKeyState(of: object, to: position.bits + PlanPosition.step)
        if step.skipped == ReadingPlans.Step.absent { return 0 }
        var index = object + 1 + node.aux
        var skipped = step.skipped
        while skipped > 0 {
          index = tape.after(index + 1)
          skipped -= 1
        }
        return take(index, of: object)
      }
    }
    return findAndPlan(key, in: object)
  }

  @inline(never) private func findAndPlan(_ key: StaticString, in object: Int) -> Int {
    key.withBytes { name in
      guard plainKeys else { return find(name, in: object) }
      let body = tape[object].body
      guard let position = PlanPosition(body) else {
        if body & 0xFFFF_FFFF != 0 { return find(name, in: object) }
        return joinPlan(object) ? find(planned: key, in: object) : find(name, in: object)
      }
      guard let plan = plans[position.layout], position.version == plan.version,
        position.ordinal == plan.count, plan.count < ReadingPlans.limit,
        let skipped = keysBefore(name, in: object)
      else { return find(name, in: object) }
      plans.append(
        ReadingPlans.Step(
          key: key.address, length: Int32(truncatingIfNeeded: name.count), skipped: skipped),
        to: position.layout)
      return find(planned: key, in: object)
    }
  }

  /// Nil if the key is before the cursor; `absent` if it is missing.
  private func keysBefore(_ key: Span<UInt8>, in object: Int) -> Int32? {
    let end = tape[object].next
    let first = object + 1
    let cursor = tape.cursor(of: object)
    var index = cursor
    var count: Int32 = 0
    while index < end {
      if tape.matches(tape[index], key) { return count }
      count += 1
      index = tape.after(index + 1)
    }
    index = first
    while index < cursor {
      if tape.matches(tape[index], key) { return nil }
      index = tape.after(index + 1)
    }
    return ReadingPlans.Step.absent
  }

  private func joinPlan(_ object: Int) -> Bool {
    guard let layout = knownLayout(of: object) else { return false }
    if plans.isEmpty { plans = ReadingPlans(layouts: Tape.layoutSlotCount) }
    let version = plans.version(of: layout)
    if version > PlanPosition.lastVersion { return false }
    tape.setKeyState(of: object, to: PlanPosition(layout: layout, version: version).bits)
    return true
  }

  @inline(never) func leavePlan(_ object: Int) {
    tape.setKeyState(of: object, to: KeyState.unique)
  }
}
