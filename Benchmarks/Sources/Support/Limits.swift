import Foundation

/// What may not be exceeded: a file of lines `CASE NUMBER`; `#` begins a comment.
package struct Limits {
  package let file: String
  private let limits: [(name: String, limit: Double)]
  private var failures: [String] = []

  package struct Malformed: Error, CustomStringConvertible {
    package let description: String
  }

  package init(file: String) throws {
    self.file = file
    limits = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      if words.isEmpty { return nil }
      guard words.count == 2, let limit = Double(words[1]) else {
        throw Malformed(description: "\(file): \"\(line)\" is not a name and a number")
      }
      return (String(words[0]), limit)
    }
  }

  /// The cases, in order.
  package var names: [String] { limits.map(\.name) }

  /// Compares, and prints a line of it.
  package mutating func check(_ name: String, _ value: Double, unit: String) {
    guard let limit = limits.first(where: { $0.name == name })?.limit else { return }
    print("\(name)\t\(unit)\t\(String(format: "%.0f", value))\tlimit \(String(format: "%.0f", limit))")
    if value > limit { failures.append("\(name) takes \(String(format: "%.0f", value)) \(unit)") }
  }

  /// Ends the process with status 1 if anything was above its limit.
  package func enforce() {
    fflush(nil)
    if failures.isEmpty { return }
    let text =
      "above the limit: \(failures.joined(separator: ", "))\n"
      + "`Scripts/benchmark client --where CASE` says where they come from; the limits are in Benchmarks/\(file).\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(1)
  }
}
