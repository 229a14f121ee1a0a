import Foundation
import Support

/// Measures one case: rounds of both sides in turn.
struct Measures {
  let name: Case
  let base: String
  let rounds: Int
  private let calls: [Side: Call]

  /// How long a sample should take, in seconds of processor time.
  private static let sample = 0.25

  init(_ name: Case, base: String, rounds: Int) {
    (self.name, self.base, self.rounds) = (name, base, rounds)
    calls = [.byHand: name.call(.byHand, base: base), .ours: name.call(.ours, base: base)]
  }

  func run(_ show: @Sendable (Row) -> Void) async throws {
    show(try await mallocs())
    for load in Load.allCases { for row in try await under(load) { show(row) } }
    for row in try await latencies() { show(row) }
    if !name.isLarge { show(try memory()) }
    if let row = try instructions() { show(row) }
  }

  /// Of each of the sides in turn.
  private func each<T>(_ rounds: Int, _ measure: (Side) async throws -> T) async throws -> [Side: [T]] {
    var values: [Side: [T]] = [:]
    for _ in 0..<rounds {
      for side in Side.allCases { values[side, default: []].append(try await measure(side)) }
    }
    return values
  }

  private func row(_ metric: String, _ values: [Side: [Double]], isForPeople: Bool = false) -> Row {
    Row(
      name: name, metric: metric, byHand: values[.byHand] ?? [], ours: values[.ours] ?? [],
      isForPeople: isForPeople)
  }

  private func call(_ side: Side) -> Call { calls[side] ?? {} }

  func mallocs() async throws -> Row {
    row("mallocs", try await each(3) { try await Support.mallocs(of: name.isLarge ? 2 : 10, call($0)) })
  }

  private func under(_ load: Load) async throws -> [Row] {
    let once = try await load.measure(name.isLarge ? 10 : 100, call(.byHand)).cpu
    _ = try await load.measure(name.isLarge ? 10 : 100, call(.ours))
    let count = max(20, Int(Self.sample / once))
    let values = try await each(rounds) { try await load.measure(count, call($0)) }
    var rows = [row("cpu-us-\(load.rawValue)", values.mapValues { $0.map { $0.cpu * 1e6 } })]
    if load == .sixtyFour {
      rows.append(row("req/s, 64", values.mapValues { $0.map { 1 / $0.time } }, isForPeople: true))
    }
    return rows
  }

  private func latencies() async throws -> [Row] {
    let times = try await each(rounds) {
      try await ClientBenchmarks.latencies(name.isLarge ? 20 : 200, call($0))
    }
    return [0.5, 0.99].map { part in
      row(
        "p\(Int(part * 100)) µs, 1", times.mapValues { $0.map { $0.quantile(part) * 1e6 } },
        isForPeople: true)
    } + [
      row("req/s, 1", times.mapValues { $0.map { Double($0.count) / $0.reduce(0, +) } }, isForPeople: true)
    ]
  }

  /// The peak with 1,000 calls under way, to none of which the server responds for a tenth of a second.
  private func memory() throws -> Row {
    var values: [Side: [Double]] = [:]
    for _ in 0..<3 {
      for side in Side.allCases {
        let child = try Child(nil, single(side, "held", 1000))
        guard let peak = Double(try child.readLine()), child.end() == 0 else { throw Unexpected() }
        values[side, default: []].append(peak)
      }
    }
    return row("rss-mb-1000", values)
  }

  /// As callgrind counts them, without those of the kernel: the difference between few and many calls.
  private func instructions() throws -> Row? {
    let (few, many) = name.isLarge ? (2, 7) : (50, 150)
    var values: [Side: [Double]] = [:]
    for side in Side.allCases {
      let counts = try [few, many].compactMap { try instructions(side, calls: $0) }
      guard counts.count == 2 else {
        let note = "\(name.rawValue): instructions are not counted, for want of valgrind or llvm-objcopy\n"
        FileHandle.standardError.write(Data(note.utf8))
        return nil
      }
      values[side] = [(counts[1] - counts[0]) / Double(many - few)]
    }
    return row("instructions", values)
  }

  private func instructions(_ side: Side, calls: Int) throws -> Double? {
    guard let valgrind = try Valgrind() else { return nil }
    let child = try Child(command: valgrind.command + single(side, "plain", calls))
    _ = try child.readLine()
    guard child.end() == 0 else { throw Unexpected() }
    return try valgrind.instructions()
  }

  private func single(_ side: Side, _ how: String, _ count: Int) -> [String] {
    ["run", name.rawValue, side.rawValue, base, how, "\(count)"]
  }
}
