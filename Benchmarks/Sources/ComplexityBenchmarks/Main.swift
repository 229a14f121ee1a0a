import Foundation

/// ComplexityBenchmarks complexity [CASE] [--tsv] [--rounds N]
@main
struct Main {
  /// Above it the cost is not linear; it is measured, so it is not 4.
  static let limit = 5.0

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isTSV = arguments.contains("--tsv")
    arguments.removeAll { $0 == "--tsv" }
    var rounds = 5
    if let index = arguments.firstIndex(of: "--rounds"), index + 1 < arguments.count {
      rounds = Int(arguments[index + 1]) ?? rounds
      arguments.removeSubrange(index...index + 1)
    }
    let shapes = jsonShapes + httpShapes + streamShapes
    let wanted = arguments.dropFirst()
    guard arguments.first == "complexity", wanted.allSatisfy({ name in shapes.contains { $0.name == name } })
    else {
      print(
        "usage: complexity [CASE] [--tsv] [--rounds N]\nCASE: \(shapes.map(\.name).joined(separator: ", "))")
      exit(2)
    }
    var above: [String] = []
    if !isTSV { print(line(["case", "n", "ms at n", "ms at 4n", "ratio"])) }
    for shape in shapes where wanted.isEmpty || wanted.contains(shape.name) {
      do {
        let (small, large) = try await shape.measure(rounds: rounds)
        let ratio = large / small
        if ratio > limit { above.append(shape.name) }
        let numbers = [small * 1e3, large * 1e3].map { String(format: "%.3f", $0) }
        let text = String(format: "%.2f", ratio)
        if isTSV {
          print((["complexity", shape.name] + numbers + [text]).joined(separator: "\t"))
        } else {
          print(line([shape.name, "\(shape.size)"] + numbers + [text]), ratio > limit ? "  !" : "")
        }
      } catch {
        print("\(shape.name) failed: \(error)")
        above.append(shape.name)
      }
      fflush(nil)
    }
    if !isTSV, !above.isEmpty { print("\nabove \(limit): \(above.joined(separator: ", "))") }
  }

  private static func line(_ columns: [String]) -> String {
    columns.enumerated().map { index, text in
      let space = String(repeating: " ", count: max(0, (index == 0 ? 30 : 10) - text.count))
      return index == 0 ? text + space : space + text
    }.joined()
  }
}
