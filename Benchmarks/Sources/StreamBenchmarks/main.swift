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
  let rounds = arguments.firstIndex(of: "--rounds").flatMap { Int(arguments[$0 + 1]) }
  let cases = Case.allCases.filter { arguments.contains($0.rawValue) }
  let server = try Child("serve")
  let port = try server.readLine()
  defer { server.end() }
  for name in cases.isEmpty ? Case.allCases : cases {
    try report(name, port: port, rounds: rounds ?? name.rounds)
  }
default:
  print("usage: StreamBenchmarks streams [CASE] [--tsv] [--rounds N]")
  exit(2)
}

/// Prints `group case metric baseline ours ratio`. Where AsyncHTTPClient by itself is measured too, it is the
/// baseline; where it isn't, the baseline is the process after a tenth of the work, or after the first thousand of
/// two thousand abandoned streams.
func report(_ name: Case, port: String, rounds: Int) throws {
  var runs: [[Run]] = name.sides.map { _ in [] }
  for _ in 0..<(name.sides.count > 1 ? rounds : 1) {
    for (index, side) in name.sides.enumerated() {
      let child = try Child("run", name.rawValue, side.rawValue, port)
      defer { child.end() }
      guard let run = Run(line: try child.readLine()) else { throw Child.Failure() }
      runs[index].append(run)
    }
  }
  func line(_ metric: String, _ baseline: Double, _ ours: Double) {
    let numbers = [baseline, ours, ours / baseline].map { String(format: "%.3f", $0) }
    print((["streams", name.rawValue, metric] + numbers).joined(separator: "\t"))
    fflush(nil)
  }
  func compare(_ metric: String, _ baseline: KeyPath<Run, Double>, _ ours: KeyPath<Run, Double>) {
    line(
      metric, median(runs[0].map { $0[keyPath: baseline] }),
      median(runs[runs.count - 1].map { $0[keyPath: ours] }))
  }
  if case .abandoned = name { return abandoned() }
  if case .abandonedURLSession = name { return abandoned() }
  func abandoned() {
    compare("open descriptors", \.elements, \.seconds)
    compare("heap MB", \.early, \.peak)
  }
  if name.sides.count > 1 {
    compare("throughput MB/s", \.throughput, \.throughput)
    compare("CPU s", \.cpu, \.cpu)
    compare("peak RSS MB", \.peak, \.peak)
    if name.isOfElements {
      let ours = runs[1]
      line("peak RSS MB, after a tenth and at the end", median(ours.map(\.early)), median(ours.map(\.peak)))
    }
  } else {
    compare("peak RSS MB, after a tenth and at the end", \.early, \.peak)
    compare("throughput MB/s", \.throughput, \.throughput)
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
