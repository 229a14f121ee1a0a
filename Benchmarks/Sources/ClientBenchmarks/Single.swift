import Foundation
import Support

/// Calls in a process of their own, of which memory or instructions are measured.
struct Single {
  private let call: Call
  private let count: Int
  private let isHeld: Bool
  private let load: Load

  init(_ arguments: [String]) throws {
    guard let name = Case(rawValue: arguments[1]), let side = Side(rawValue: arguments[2]),
      let count = Int(arguments[5])
    else { throw Unexpected() }
    isHeld = arguments[4] == "held"
    load = Load(rawValue: arguments[4]) ?? .one
    call = name.call(side, base: arguments[3] + (isHeld ? "/held" : ""))
    self.count = count
  }

  /// Calls one after the other, or all at once; prints the peak of the memory.
  func run() async throws {
    if isHeld {
      for _ in 0..<3 {
        try await withThrowingTaskGroup { [call] group in
          for _ in 0..<count { group.addTask { try await call() } }
          try await group.waitForAll()
        }
      }
    } else {
      _ = try await load.run(count, call)
    }
    print(Usage.peakMegabytes())
  }
}
