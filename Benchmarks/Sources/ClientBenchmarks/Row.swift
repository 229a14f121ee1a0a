import Foundation
import Support

/// A line of the result: one metric of a case, by hand and with Repartee.
struct Row {
  var name: Case
  var metric: String
  var byHand: [Double]
  var ours: [Double]
  /// Whether it is for people only, not for `--tsv`: it says more of the machine than of the code.
  var isForPeople = false

  var ratio: Double { ours.median / byHand.median }

  /// The least and the greatest ratio of a round.
  var spread: (Double, Double) {
    let ratios = zip(ours, byHand).map { $0 / $1 }
    return (ratios.min() ?? ratio, ratios.max() ?? ratio)
  }

  func show(asTSV isTSV: Bool) {
    if isTSV {
      if isForPeople { return }
      print(
        "client", name.rawValue, metric, number(byHand.median), number(ours.median), number(ratio),
        number(spread.0), number(spread.1), separator: "\t")
    } else {
      print(
        name.rawValue.padded(to: 16), metric.padded(to: 14), number(byHand.median).padded(to: -9),
        number(ours.median).padded(to: -9), String(format: "%.2f", ratio).padded(to: -7),
        String(format: "  %.2f–%.2f", spread.0, spread.1))
    }
    fflush(nil)
  }

  static func head() {
    print(
      "case".padded(to: 16), "metric".padded(to: 14), "by hand".padded(to: -9), "ours".padded(to: -9),
      "ratio".padded(to: -7), "  of the rounds")
  }

  private func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}

extension String {
  /// With spaces behind it, or before it if the width is negative.
  fileprivate func padded(to width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? space + self : self + space
  }
}
