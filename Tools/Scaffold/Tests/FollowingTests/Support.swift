@testable import Following

/// Merges versions of one file.
func merged(_ base: String, _ new: String, _ yours: String) -> (text: String, report: Report) {
  let update = Update(
    base: [.init(path: "A.swift", text: base)], new: [.init(path: "A.swift", text: new)],
    yours: [.init(path: "A.swift", text: yours)], labels: ("old", "new"))
  let text = update.removed.isEmpty ? update.changed.first?.text ?? yours : ""
  return (text, update.report)
}
