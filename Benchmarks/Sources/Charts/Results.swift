/// What `Scripts/benchmark all --tsv` printed: lines of `group case metric baseline ours ratio`, and comments.
struct Results {
  struct Row {
    var group: String
    var name: String
    var metric: String
    var values: [Double]

    var baseline: Double { values.first ?? 0 }
    var ours: Double { values.count > 1 ? values[1] : baseline }
    var ratio: Double { baseline == 0 ? 0 : ours / baseline }
  }

  private(set) var rows: [Row] = []
  /// Machine, date, commit.
  private(set) var comments: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        comments.append(String(line.drop { $0 == "#" || $0 == " " }))
        continue
      }
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard words.count > 3 else { continue }
      rows.append(
        Row(
          group: words[0], name: words[1], metric: words[2],
          values: words.dropFirst(3).compactMap(Double.init)))
    }
  }

  func row(_ group: String, _ name: String, _ metric: String) -> Row? {
    rows.first { $0.group == group && $0.name == name && $0.metric == metric }
  }
}
