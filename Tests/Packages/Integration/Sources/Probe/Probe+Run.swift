import Repartee
import ReparteeJSON

extension Probe {
  /// Makes the calls, and gives a line for each as it ends, and a summary of several.
  func run(_ print: @escaping @Sendable (JSONValue) -> Void) async {
    let client = await options.makeClient(transport)
    if options.callCount == 1, options.parallel == 1, options.count == nil {
      var line = await call(client)
      line.peakMemory = peakMemory()
      if let next = options.next { line.recovers = await recovers(client, at: next) }
      return print(line.json)
    }
    var summary = Summary()
    let start = ContinuousClock.now
    await withTaskGroup(of: Line.self) { group in
      var started = 0
      while started < min(options.parallel, options.callCount) {
        group.addTask { await call(client) }
        started += 1
      }
      while var line = await group.next() {
        if started < options.callCount {
          group.addTask { await call(client) }
          started += 1
        }
        line.peakMemory = peakMemory()
        summary.add(line)
        print(line.json)
      }
    }
    print(summary.json(after: .now - start))
  }
}
