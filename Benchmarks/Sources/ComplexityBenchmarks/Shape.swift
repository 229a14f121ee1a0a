import Foundation
import Support

/// Work whose cost should be proportional to its size, though somebody hostile chose what it is.
struct Shape: Sendable {
  typealias Work = @Sendable () async throws -> Void

  let name: String
  /// The smaller of the two sizes.
  let size: Int
  private let prepare: @Sendable (Int) throws -> Work

  /// - Parameter prepare: Makes the work of a size; what it does itself is not measured.
  init(_ name: String, _ size: Int, _ prepare: @escaping @Sendable (Int) throws -> Work) {
    (self.name, self.size, self.prepare) = (name, size, prepare)
  }

  /// The processor time at n and at 4n in seconds: the least of several rounds, as nothing makes work shorter than it
  /// is.
  func measure(rounds: Int) async throws -> (small: Double, large: Double) {
    let works = [try prepare(size), try prepare(size * 4)]
    var repetitions: [Int] = []
    for work in works {
      let once = try await seconds(1, work)
      repetitions.append(max(1, Int(0.02 / max(once, 1e-7))))
    }
    var least = [Double.infinity, Double.infinity]
    for round in 0..<rounds {
      for (index, work) in works.enumerated() {
        // What is far from linear needs no second look.
        if round > 0, least[index] > 1 { continue }
        least[index] = min(least[index], try await seconds(repetitions[index], work))
      }
    }
    return (least[0], least[1])
  }

  private func seconds(_ repetitions: Int, _ work: Work) async throws -> Double {
    let start = Usage.processorSeconds()
    for _ in 0..<repetitions { try await work() }
    return (Usage.processorSeconds() - start) / Double(repetitions)
  }
}

/// Keeps what was worked out from being left out by the optimizer.
@inline(never)
func use<T>(_ value: T) {}

struct Unexpected: Error {}

/// Runs what has to fail, and gives its error.
func failure(of work: () async throws -> Void) async throws -> any Error {
  do { try await work() } catch { return error }
  throw Unexpected()
}
