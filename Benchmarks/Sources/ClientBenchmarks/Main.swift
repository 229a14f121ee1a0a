import Dispatch
import Foundation
import Support

/// ClientBenchmarks client [CASE] [--tsv] [--rounds N]    measures; by hand against ours
/// ClientBenchmarks client --where CASE [--by-hand]       where the mallocs of a call come from
/// ClientBenchmarks client --gate                         fails where a call takes more mallocs than it may
/// ClientBenchmarks run CASE SIDE BASE HOW COUNT          for its own use: calls in a process of their own
@main
struct Main {
  /// Not asynchronous: that gives up the main thread, which valgrind does not survive.
  static func main() {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await run(Array(CommandLine.arguments.dropFirst()))
      } catch {
        FileHandle.standardError.write(Data("failed: \(error)\n".utf8))
        exit(1)
      }
      isDone.signal()
    }
    isDone.wait()
  }

  private static func run(_ given: [String]) async throws {
    var arguments = given
    func flag(_ name: String) -> Bool {
      defer { arguments.removeAll { $0 == name } }
      return arguments.contains(name)
    }
    func option(_ name: String) -> String? {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
      defer { arguments.removeSubrange(index...index + 1) }
      return arguments[index + 1]
    }
    if arguments.first == "run", arguments.count == 6 { return try await Single(arguments).run() }
    let (isTSV, isByHand) = (flag("--tsv"), flag("--by-hand"))
    let rounds = option("--rounds").flatMap { Int($0) } ?? 15
    let (place, isGate) = (option("--where"), flag("--gate"))
    let cases = arguments.dropFirst().compactMap(Case.init)
    guard arguments.first == "client", cases.count == arguments.count - 1 else { usage() }

    let server = try Child("BenchmarkServer", [])
    defer { server.end() }
    let base = "http://127.0.0.1:\(try server.readLine())"
    if let place {
      guard let name = Case(rawValue: place) else { usage() }
      return try await Where.report(name.call(isByHand ? .byHand : .ours, base: base))
    }
    if isGate { return try await gate(base: base) }
    if !isTSV { Row.head() }
    for name in cases.isEmpty ? Case.allCases : cases {
      try await Measures(name, base: base, rounds: max(1, rounds)).run { $0.show(asTSV: isTSV) }
    }
  }

  /// Our mallocs against the limits in `limits/client.txt`.
  private static func gate(base: String) async throws {
    var limits = try Limits(file: "limits/client.txt")
    for name in limits.names {
      guard let call = Case(rawValue: name)?.call(.ours, base: base) else { usage() }
      limits.check(name, try await mallocs(runs: 100, call), unit: "mallocs")
    }
    limits.enforce()
  }

  private static func usage() -> Never {
    let names = Case.allCases.map(\.rawValue).joined(separator: ", ")
    print(
      "usage: client [CASE] [--tsv] [--rounds N]\n       client --where CASE [--by-hand]\n       client --gate\nCASE: \(names)"
    )
    exit(2)
  }
}
