import Foundation
import Repartee
import ReparteeCaching
import Testing

extension FleetTests {
  /// What reaches the origin of ten machines that make a thousand calls each.
  struct FleetNumbersTests {
    enum Caches: String, CaseIterable {
      case none, own, shared, both

      var machine: Client {
        switch self {
        case .none: Fleet.origin.client
        case .own: Fleet.origin.machine
        case .shared: Fleet.varnish.client
        case .both: Fleet.varnish.machine
        }
      }
    }

    struct Run {
      var network = 0
      var origin = 0
      var duration = Duration.zero
    }

    /// For each machine which of the 50 resources it asks for: the second half as often as the first, the third a
    /// third.
    static let choices: [[Int]] = {
      var generator = SeededGenerator(seed: 9111)
      let weights = (1...50).map { 1 / Double($0) }
      let total = weights.reduce(0, +)
      return (0..<10).map { _ in
        (0..<1_000).map { _ in
          var rest = Double.random(in: 0..<total, using: &generator)
          return weights.firstIndex { weight in
            rest -= weight
            return rest < 0
          } ?? 0
        }
      }
    }()

    @Test func theOriginIsAskedForEachResourceOnce() async throws {
      let own = Self.choices.map { Set($0).count }.reduce(0, +)
      let all = Set(Self.choices.joined()).count
      var runs: [(Caches, Run)] = []
      for caches in Caches.allCases { runs.append((caches, try await run(caches))) }

      print("caches  requests over the network  requests at the origin  seconds")
      for (caches, run) in runs {
        let seconds = (run.duration / .milliseconds(100)).rounded() / 10
        print(
          pad(caches.rawValue, -6), pad("\(run.network)", 26), pad("\(run.origin)", 23), pad("\(seconds)", 8))
      }
      for (caches, run) in runs {
        // A request that was lost on the way is sent again, a few at the most.
        switch caches {
        case .none: #expect((10_000..<10_050).contains(run.origin))
        case .own: #expect((own..<own + 50).contains(run.origin))
        case .shared: #expect(run.network == 10_000 && (all..<all + 10).contains(run.origin))
        case .both: #expect(run.network == own && (all..<all + 10).contains(run.origin))
        }
      }
    }

    private func run(_ caches: Caches) async throws -> Run {
      let base = Fleet.number()
      let start = ContinuousClock.now
      let network = try await withThrowingTaskGroup(of: Int.self) { group in
        for choices in Self.choices {
          let machine = caches.machine
          group.addTask {
            var network = 0
            for choice in choices {
              let reply = try await machine.response(
                to: GetItem(id: base + choice, cacheControl: "public, max-age=600"))
              if reply.source != .cache { network += 1 }
            }
            return network
          }
        }
        return try await group.reduce(0, +)
      }
      let duration = ContinuousClock.now - start
      let counts = try await Fleet.counts()
      let origin = (0..<50).map { counts["/items/\(base + $0)"] ?? 0 }.reduce(0, +)
      return Run(network: network, origin: origin, duration: duration)
    }

    private func pad(_ text: String, _ width: Int) -> String {
      let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
      return width < 0 ? text + spaces : spaces + text
    }
  }
}
