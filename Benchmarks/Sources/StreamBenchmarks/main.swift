import Foundation

// StreamBenchmarks streams [CASE] [--tsv] [--rounds N]   measures, each run in a process of its own
// StreamBenchmarks run CASE SIDE PORT                    one run
// StreamBenchmarks serve                                 the server that all of them talk to
var arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "serve":
  try Server().run()
case "run" where arguments.count == 4:
  guard let name = Case(rawValue: arguments[1]), let side = Side(rawValue: arguments[2]) else { exit(2) }
  print(try await name.run(side, port: arguments[3]).line)
case "streams":
  let rounds = arguments.firstIndex(of: "--rounds").flatMap { Int(arguments[$0 + 1]) } ?? 5
  let cases = Case.allCases.filter { arguments.contains($0.rawValue) }
  let server = try Child("serve")
  let port = try server.readLine()
  defer { server.end() }
  for name in cases.isEmpty ? Case.allCases : cases { try report(name, port: port, rounds: rounds) }
default:
  print("usage: StreamBenchmarks streams [CASE] [--tsv] [--rounds N]")
  exit(2)
}

/// Prints `group case metric baseline ours ratio`. Where AsyncHTTPClient is measured too, it is the baseline; where
/// it isn't, the baseline is the peak of the memory after a tenth of the work.
func report(_ name: Case, port: String, rounds: Int) throws {
  var runs: [Side: [Run]] = [:]
  for _ in 0..<(name.sides.count > 1 ? rounds : 1) {
    for side in name.sides {
      let child = try Child("run", name.rawValue, side.rawValue, port)
      guard let run = Run(line: try child.readLine()) else { throw Child.Failure() }
      child.end()
      runs[side, default: []].append(run)
    }
  }
  func line(_ metric: String, _ baseline: Double, _ ours: Double) {
    let numbers = [baseline, ours, ours / baseline].map { String(format: "%.3f", $0) }
    print((["streams", name.rawValue, metric] + numbers).joined(separator: "\t"))
    fflush(stdout)
  }
  let ours = runs[.repartee] ?? []
  if let baseline = runs[.asyncHTTPClient] {
    line("throughput MB/s", median(baseline.map(\.throughput)), median(ours.map(\.throughput)))
    line("CPU s", median(baseline.map(\.cpu)), median(ours.map(\.cpu)))
    line("peak RSS MB", median(baseline.map(\.peak)), median(ours.map(\.peak)))
  } else {
    line("peak RSS MB, after a tenth and at the end", median(ours.map(\.early)), median(ours.map(\.peak)))
    line("elements", Double(name.elements ?? 1), median(ours.map(\.elements)))
    line("throughput MB/s", median(ours.map(\.throughput)), median(ours.map(\.throughput)))
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
