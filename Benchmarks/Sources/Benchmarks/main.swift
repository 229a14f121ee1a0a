import Foundation

// swift run -c release Benchmarks json [CASE] [--tsv] [--rounds N] [--profile N]
var arguments = Array(CommandLine.arguments.dropFirst())

@MainActor func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(index...index + 1) }
  return arguments[index + 1]
}

let rounds = option("--rounds").flatMap { Int($0) } ?? 15
let profiled = option("--profile").flatMap { Int($0) }
let isTSV = arguments.contains("--tsv")
arguments.removeAll { $0 == "--tsv" }
guard arguments.first == "json" else {
  print("usage: Benchmarks json [CASE] [--tsv] [--rounds N] [--profile N]")
  exit(2)
}
let folder = ProcessInfo.processInfo.environment["REPARTEE_DATA"] ?? "../../shared/data"
if !isTSV { print("group\tcase\tmetric\tFoundation\tours\tratio\tleast\tgreatest") }
do {
  try JSONBenchmarks(
    folder: folder, rounds: max(1, rounds), only: arguments.dropFirst().first, profiled: profiled
  ).run()
} catch {
  print("failed: \(error)")
  exit(1)
}
