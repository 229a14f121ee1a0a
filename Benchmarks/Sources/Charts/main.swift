import Foundation

// Charts RESULTS FOLDER: draws what `Scripts/benchmark all --tsv` printed, each chart a file in the folder.
guard CommandLine.arguments.count == 3 else {
  print("usage: Charts RESULTS FOLDER")
  exit(2)
}
let results = Results(try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8))
let folder = URL(fileURLWithPath: CommandLine.arguments[2])

func shown(_ value: Double) -> String {
  value < 10 ? String(format: "%.2f", value) : String(format: "%.0f", value)
}

func times(_ ratio: Double) -> String { String(format: ratio < 10 ? "%.1f ×" : "%.0f ×", ratio) }

/// Decoding or encoding, Foundation's coder beside ours.
func json(
  _ title: String, _ subtitle: String, _ series: [String],
  _ cases: [(name: String, groups: [(String, String)])]
)
  -> BarChart
{
  let groups = cases.map { name, rows in
    let found = rows.compactMap { results.row($0.0, $0.1, "MB/s") }
    let bars = found.enumerated().map { index, row in
      BarChart.Bar(
        series: series.count - found.count + index, value: row.ours,
        text: "\(shown(row.ours)), \(times(row.ratio))")
    }
    let foundation = found.first.map {
      [BarChart.Bar(series: 0, value: $0.baseline, text: shown($0.baseline))]
    }
    return BarChart.Group(name: name, bars: (foundation ?? []) + bars)
  }
  return BarChart(title: title, subtitle: subtitle, series: series, groups: groups)
}

/// A metric of calls, by hand beside ours; the limit is that of the call by hand.
func calls(_ title: String, _ subtitle: String, _ metric: String, _ cases: [(name: String, row: String)])
  -> BarChart
{
  let groups = cases.compactMap { name, row in
    results.row("client", row, metric).map { found in
      BarChart.Group(
        name: name,
        bars: [
          BarChart.Bar(series: 0, value: found.baseline, text: shown(found.baseline)),
          BarChart.Bar(series: 1, value: found.ours, text: "\(shown(found.ours)), \(times(found.ratio))"),
        ])
    }
  }
  return BarChart(title: title, subtitle: subtitle, series: ["by hand", "Repartee"], groups: groups)
}

/// How many times as much as a call by hand.
func ratios(_ title: String, _ subtitle: String, _ metric: String, _ cases: [(name: String, row: String)])
  -> BarChart
{
  let groups = cases.compactMap { name, row in
    results.row("client", row, metric).map { found in
      BarChart.Group(
        name: name,
        bars: [BarChart.Bar(series: 1, value: found.ratio, text: String(format: "%.2f", found.ratio))],
        limit: 1)
    }
  }
  var chart = BarChart(title: title, subtitle: subtitle, series: ["by hand", "Repartee"], groups: groups)
  chart.limitName = "a call by hand"
  return chart
}

let charts = [
  "json-decoding": json(
    "Decoding JSON", "MB/s, one core; more is better. × is how many times Foundation's JSONDecoder.",
    ["Foundation", "Repartee, Codable", "Repartee, JSONDecodable"],
    ["users", "twitter", "citm", "canada"].map { ($0, [("json", $0), ("json direct", $0)]) }),
  "json-encoding": json(
    "Encoding JSON", "MB/s, one core; more is better. × is how many times Foundation's JSONEncoder.",
    ["Foundation", "Repartee, JSONEncodable"],
    ["users", "twitter"].map { ($0, [("json direct", "\($0)-encode")]) }),
  "call-mallocs": calls(
    "Memory allocations of a call",
    "over AsyncHTTPClient, with AsyncHTTPClient and JSONDecoder by hand; fewer is better",
    "mallocs",
    [
      ("GET", "get"), ("GET, JSONDecodable", "get-direct"), ("GET, JSONDecoder", "get-foundation"),
      ("POST", "post"), ("POST, JSONEncodable", "post-direct"), ("404, typed", "404"),
    ]),
  "call-cpu": ratios(
    "Processor time of a call", "64 in flight, as many times as a call by hand; less is better", "cpu-us-64",
    [
      ("GET", "get"), ("GET, JSONDecodable", "get-direct"), ("GET, JSONDecoder", "get-foundation"),
      ("with session, observer", "get-idle"), ("POST", "post"), ("404, typed", "404"),
      ("list of 287 KB", "list"),
    ]),
  "cache-cpu": ratios(
    "Processor time with a cache",
    "one call at a time, as many times as a call by hand without one; less is better",
    "cpu-us-1",
    [
      ("hit in memory", "hit"), ("hit in SQLite", "hit-sqlite"), ("miss, stored", "miss"),
      ("without a cache", "get"),
    ]),
]

for (name, chart) in charts.sorted(by: { $0.key < $1.key }) {
  if chart.groups.allSatisfy(\.bars.isEmpty) {
    print("\(name): the results have nothing of it")
    exit(1)
  }
  try chart.svg.write(to: folder.appending(path: "\(name).svg"), atomically: true, encoding: .utf8)
}
