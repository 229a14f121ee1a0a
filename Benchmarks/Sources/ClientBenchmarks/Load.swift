import Foundation
import Support

typealias Call = @Sendable () async throws -> Void

/// How calls follow each other.
enum Load: String, CaseIterable {
  case one = "1"
  case sixtyFour = "64"
  case burst

  /// Makes at least this many calls; how many they were.
  func run(_ count: Int, _ call: @escaping Call) async throws -> Int {
    switch self {
    case .one:
      for _ in 0..<count { try await call() }
      return count
    case .sixtyFour:
      let each = (count + 63) / 64
      try await withThrowingTaskGroup { group in
        for _ in 0..<64 {
          group.addTask { for _ in 0..<each { try await call() } }
        }
        try await group.waitForAll()
      }
      return each * 64
    case .burst:
      let bursts = (count + 99) / 100
      for _ in 0..<bursts {
        try await withThrowingTaskGroup { group in
          for _ in 0..<100 { group.addTask { try await call() } }
          try await group.waitForAll()
        }
      }
      return bursts * 100
    }
  }

  /// Processor time and time per call, in seconds.
  func measure(_ count: Int, _ call: @escaping Call) async throws -> (cpu: Double, time: Double) {
    let (cpu, start) = (Usage.processorSeconds(), ContinuousClock.now)
    let done = Double(try await run(count, call))
    return ((Usage.processorSeconds() - cpu) / done, start.duration(to: .now) / .seconds(1) / done)
  }
}

/// How long each of these calls takes by itself, one after the other, in seconds.
func latencies(_ count: Int, _ call: Call) async throws -> [Double] {
  var times: [Double] = []
  for _ in 0..<count {
    let start = ContinuousClock.now
    try await call()
    times.append(start.duration(to: .now) / .seconds(1))
  }
  return times
}
