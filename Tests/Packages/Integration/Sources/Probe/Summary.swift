import ReparteeJSON

/// What came of several calls.
struct Summary {
  private var counts: [String: [String: Int]] = [:]
  private var durations: [Duration] = []

  mutating func add(_ line: Line) {
    counts[line.stage, default: [:]][line.kind, default: 0] += 1
    durations.append(line.duration)
  }

  func json(after duration: Duration) -> JSONValue {
    var stages = JSONObject()
    for (stage, kinds) in counts.sorted(by: { $0.key < $1.key }) {
      var object = JSONObject()
      for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) { object[kind] = JSONValue(count) }
      stages[stage] = .object(object)
    }
    let rate = Double(durations.count) / max(duration / .seconds(1), .leastNormalMagnitude)
    return [
      "calls": JSONValue(durations.count), "by": .object(stages), "p50": .milliseconds(percentile(50)),
      "p99": .milliseconds(percentile(99)), "req/s": JSONValue((rate * 10).rounded() / 10),
      "peakRSS": JSONValue(peakMemory()),
    ]
  }

  /// The duration that so many calls in a hundred do not exceed.
  private func percentile(_ percent: Int) -> Duration {
    let sorted = durations.sorted()
    return sorted.isEmpty ? .zero : sorted[max((sorted.count * percent + 99) / 100, 1) - 1]
  }
}
