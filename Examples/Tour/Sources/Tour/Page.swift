import Repartee

/// The tour as a page: aligned columns, in colour on a terminal, and no wider than it.
struct Page: Sendable {
  let baseURL: String
  let style: Style
  private let requestWidth: Int
  private let statusWidth: Int
  private let typeWidth = 13
  private let valueWidth: Int?
  private let isNarrow: Bool

  /// - Parameter width: The columns of the terminal; nil for a file, where lines may be as long as they are.
  init(baseURL: String, style: Style, width: Int?) {
    self.baseURL = baseURL
    self.style = style
    let width = width.map { max($0, 60) }
    isNarrow = (width ?? .max) < 90
    statusWidth = (width ?? .max) >= 110 ? 23 : 3
    requestWidth =
      switch width ?? 132 {
      case 150...: 50
      case 132...: 42
      case 110...: 36
      case 90...: 30
      default: 26
      }
    let others = 2 + requestWidth + 2 + statusWidth + 2 + typeWidth + 2
    valueWidth = width.map { max($0 - others, 12) }
  }

  /// A call: whether it went as declared, request, status, type, value.
  func line(_ visit: Visit) -> String {
    let status = visit.status.map { statusWidth > 3 ? $0.name : "\($0.code)" } ?? "–"
    let columns = [
      request(visit),
      style.colored(fitted(status, to: statusWidth), by: visit.status),
      style.cyan(fitted(visit.type, to: typeWidth)),
      valueWidth.map { clipped(visit.value, to: $0) } ?? printable(visit.value),
    ]
    let mark = visit.isAsDeclared ? style.green("✓") : style.red("✗")
    return "\(mark) \(columns.joined(separator: "  "))"
  }

  /// What a call that went otherwise should have been.
  func complaint(_ visit: Visit) -> String {
    "    " + style.red("declared was \(visit.expected)") + (visit.url.map { ", from \(printable($0))" } ?? "")
  }

  /// Method and path; method and whole URL where it isn't below the base URL; the template if nothing was sent.
  private func request(_ visit: Visit) -> String {
    let method = fitted(visit.request.method.rawValue, to: 6)
    var target = visit.url ?? ""
    if let template = visit.request.description.split(separator: " ", maxSplits: 1).last, target.isEmpty {
      target = String(template)
    } else if target.hasPrefix(baseURL + "/") {
      target.removeFirst(baseURL.count)
    }
    return "\(style.bold(method)) \(fitted(target, to: requestWidth - 7))"
  }

  /// How many calls came to what.
  func totals(_ visits: [Visit], in duration: Duration) -> String {
    let counts = Visit.Outcome.allCases.compactMap { outcome in
      let count = visits.count { $0.outcome == outcome }
      return count == 0 ? nil : outcome.counted(count)
    }
    let wrong = visits.count { !$0.isAsDeclared }
    let verdict = wrong == 0 ? style.green("all as declared") : style.red("\(wrong) not as declared")
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    return "\(style.bold("\(visits.count) calls")) in \(milliseconds) ms: \(verdict)\n"
      + "  \(counts.joined(separator: isNarrow ? "\n  " : ", "))"
  }

  /// The first of what the API said beyond what is declared.
  func remarks(_ drift: [Drift]) -> String {
    let width = valueWidth.map { $0 + requestWidth }
    let shown = drift.prefix(6).map { line in width.map { clipped("\(line)", to: $0) } ?? printable("\(line)")
    }
    let more = drift.count > shown.count ? ["and \(drift.count - shown.count) more"] : []
    let lines = (shown + more).map { "  \(style.dim($0))" }
    return ([style.bold("Beyond the declarations")] + lines).joined(separator: "\n")
  }
}
