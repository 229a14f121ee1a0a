/// Groups of horizontal bars, as SVG.
struct BarChart {
  struct Bar {
    var series: Int
    var value: Double
    /// What stands at its end.
    var text: String
  }

  struct Group {
    var name: String
    var bars: [Bar]
    /// What is not to be exceeded, or is to be reached.
    var limit: Double?
  }

  var title: String
  /// What is measured, in which unit, and which way is better.
  var subtitle: String
  var series: [String]
  var groups: [Group]
  /// What the marks across the bars are; nil where there are none.
  var limitName: String?

  private static let colors = ["#9aa5b1", "#3d7fc4", "#1f9d76"]
  private static let limitColor = "#c2412d"
  private static let (width, left, right) = (720.0, 150.0, 110.0)
  private static let (top, barHeight, gap) = (86.0, 16.0, 12.0)

  var svg: String {
    let height = Self.top + groups.reduce(0) { $0 + Double($1.bars.count) * Self.barHeight + Self.gap } + 12
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(number(Self.width))" height="\#(number(height))" "#
        + #"viewBox="0 0 \#(number(Self.width)) \#(number(height))" font-family="Helvetica, Arial, sans-serif" "#
        + #"role="img" aria-label="\#(escaped(title)): \#(escaped(subtitle))">"#,
      rectangle(0, 0, Self.width, height, "#ffffff", round: 6),
      text(title, 16, 28, size: 17, weight: "bold"), text(subtitle, 16, 48, size: 12.5, color: "#52606d"),
    ]
    lines += legend
    var y = Self.top
    for group in groups {
      let groupHeight = Double(group.bars.count) * Self.barHeight
      lines.append(text(group.name, Self.left - 10, y + groupHeight / 2 + 4, size: 12.5, anchor: "end"))
      if let limit = group.limit {
        let x = Self.left + length(limit)
        lines.append(
          #"<path d="M\#(number(x)) \#(number(y - 4))V\#(number(y + groupHeight + 2))" "#
            + #"stroke="\#(Self.limitColor)" stroke-width="2"/>"#)
      }
      for (index, bar) in group.bars.enumerated() {
        let barY = y + Double(index) * Self.barHeight
        let end = Self.left + length(bar.value)
        lines.append(
          rectangle(
            Self.left, barY, end - Self.left, Self.barHeight - 3, Self.colors[bar.series % Self.colors.count])
        )
        // Beside the mark of the limit, where that is in the way.
        let limit = group.limit.map { Self.left + length($0) } ?? 0
        let x = limit > end - 2 && limit < end + 60 ? limit : end
        lines.append(text(bar.text, x + 6, barY + Self.barHeight - 5, size: 11.5))
      }
      y += groupHeight + Self.gap
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private var legend: [String] {
    var lines: [String] = []
    var x = 16.0
    let used = Set(groups.flatMap(\.bars).map(\.series))
    let names = series.enumerated().filter { used.contains($0.offset) }
      .map { ($1, Self.colors[$0 % Self.colors.count]) }
    for (name, color) in names + (limitName.map { [($0, Self.limitColor)] } ?? []) {
      let isLimit = color == Self.limitColor
      lines.append(rectangle(isLimit ? x + 5 : x, 60, isLimit ? 2 : 12, 12, color))
      lines.append(text(name, x + 17, 70, size: 12))
      x += 34 + 6.4 * Double(name.count)
    }
    return lines
  }

  private var most: Double {
    groups.flatMap { $0.bars.map(\.value) + ($0.limit.map { [$0] } ?? []) }.max() ?? 1
  }

  private func length(_ value: Double) -> Double { value / most * (Self.width - Self.left - Self.right) }

  private func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String, round: Double = 2
  ) -> String {
    #"<rect x="\#(number(x))" y="\#(number(y))" width="\#(number(max(width, 1)))" height="\#(number(height))" "#
      + #"rx="\#(number(round))" fill="\#(color)"/>"#
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, size: Double, weight: String = "normal",
    color: String = "#1f2933", anchor: String = "start"
  ) -> String {
    #"<text x="\#(number(x))" y="\#(number(y))" font-size="\#(number(size))" font-weight="\#(weight)" "#
      + #"fill="\#(color)" text-anchor="\#(anchor)">\#(escaped(text))</text>"#
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
  }
}
