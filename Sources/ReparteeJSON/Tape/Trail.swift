/// The way from the root to a value, as it was last found.
///
/// The tape has no links upwards: a way is found by walking down. The next search goes on from where this one ended
/// as far as the two agree, so that errors in many elements of one array, in order, cost one walk in all.
struct Trail {
  struct Step {
    var container: Int
    /// The value in `container` that lies on the way.
    var child: Int
    var ordinal: Int
  }

  var steps: [Step] = []
}

extension Document {
  /// The way to the value at `index`.
  func path(to index: Int) -> JSONPath {
    walk(to: index)
    return JSONPath(
      trail.steps.map { step in
        if tape[step.container].kind == .object { return .key(string(at: tape[step.child - 1])) }
        return .index(step.ordinal)
      })
  }

  func codingPath(to index: Int) -> [any CodingKey] { path(to: index).components }

  private func walk(to index: Int) {
    var depth = 0
    while depth < trail.steps.count {
      let step = trail.steps[depth]
      guard step.child <= index, index < after(step.container) else { break }
      if step.child == index || index >= after(step.child) {
        depth += 1
        break
      }
      depth += 1
    }
    trail.steps.removeSubrange(depth...)
    while true {
      // The last step may lie before the value: go on from there. Otherwise go down.
      if let last = trail.steps.last {
        if last.child == index { return }
        if index >= after(last.child) {
          trail.steps[trail.steps.count - 1] = nextStep(from: last, to: index)
          continue
        }
      }
      let container = trail.steps.last?.child ?? Document.root
      guard container < index, tape[container].isContainer else { return }
      let first = tape[container].kind == .object ? container + 2 : container + 1
      trail.steps.append(
        nextStep(from: Trail.Step(container: container, child: first, ordinal: 0), to: index))
    }
  }

  private func nextStep(from step: Trail.Step, to index: Int) -> Trail.Step {
    var step = step
    let stride = tape[step.container].kind == .object ? 1 : 0
    while index >= after(step.child) {
      step.child = after(step.child) + stride
      step.ordinal += 1
    }
    return step
  }

  /// The names of an object's keys, each once, in order, as a `Decodable` knows them.
  func names(of object: Int) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var key = object + 1
    let end = tape[object].next
    while key < end {
      let name = name(of: key)
      if seen.insert(name).inserted { names.append(name) }
      key = after(key + 1)
    }
    return names
  }
}
