/// The lines of the response map that is written for an endpoint: the role of each status, and the case that stands for
/// it.
struct MapLines {
  struct Line {
    var isFailure: Bool
    /// The case of the endpoint's outputs or failures; nil where there is one output.
    var name: String?
  }

  private(set) var lines: [DeclaredResponse.Status: Line] = [:]
  /// Whether the failures that most operations share are among its failures.
  private(set) var includesShared = false

  init(_ plan: EndpointPlan) {
    for code in plan.cases {
      let text = code.flat
      if text.hasPrefix(".including(") { includesShared = true }
      guard let (status, outcome) = Self.parts(of: text) else { continue }
      let isFailure = [".error(", ".decodeError(", ".problem"].contains { outcome.hasPrefix($0) }
      lines[status] = Line(isFailure: isFailure, name: Self.name(in: outcome))
    }
  }

  private static func parts(of text: String) -> (DeclaredResponse.Status, Substring)? {
    for (start, status) in starts where text.hasPrefix(start) {
      return (status, text.dropFirst(start.count))
    }
    // `.code(404, …)` or `.codes(300...399, …)`
    for start in [".code(", ".codes("] where text.hasPrefix(start) {
      guard let comma = text.range(of: ", ") else { return nil }
      let rest = text[comma.upperBound...]
      guard let code = Int(text.dropFirst(start.count).prefix(3)) else { return nil }
      return (start == ".code(" ? .code(code) : .range(code / 100), rest)
    }
    return nil
  }

  private static let starts: [(String, DeclaredResponse.Status)] = [
    (".success(", .range(2)), (".clientError(", .range(4)), (".serverError(", .range(5)), (".any(", .any),
  ]

  /// `notFound` in `.error(.notFound)`, `.value(.gone)` and `{ .rejected($0) }`
  private static func name(in outcome: Substring) -> String? {
    for start in ["{ .", ".error(.", ".value(."] {
      guard let range = outcome.range(of: start) else { continue }
      let name = outcome[range.upperBound...].prefix { $0 != "(" && $0 != ")" && $0 != " " }
      if !name.isEmpty { return name.filter { $0 != "`" } }
    }
    return nil
  }
}
