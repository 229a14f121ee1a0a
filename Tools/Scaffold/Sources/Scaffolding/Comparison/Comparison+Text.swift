extension Comparison {
  /// The column in which Swift stands.
  private static let column = 40

  /// The changes by operation and type, and their number.
  ///
  /// - Parameter words: Whether changes of documentation are listed.
  public func text(words: Bool = false) -> String {
    var lines: [String] = []
    for block in blocks(of: changes.filter { !$0.isWholeOperation && (words || $0.mark != .words) }) {
      lines.append(block.head)
      lines += block.changes.map(Self.line)
    }
    lines += changes.filter(\.isWholeOperation).map(Self.line)
    lines += omissions.map { "not compared: \($0.operation): \($0.reason)" }
    lines.append(totals(words: words))
    return lines.map { $0.printable + "\n" }.joined()
  }

  private func totals(words: Bool) -> String {
    let counts = (
      breaks: count(.breaks), swift: count(.swift), neither: count(.neither), words: count(.words)
    )
    return
      "\(counts.breaks) \(counts.breaks == 1 ? "change breaks" : "changes break") this client, "
      + "\(counts.swift) \(counts.swift == 1 ? "changes" : "change") its Swift, "
      + "\(counts.neither) \(counts.neither == 1 ? "does" : "do") neither; "
      + "\(counts.words) in words only\(words ? "" : " (--words)")."
  }

  // MARK: Blocks

  /// The changes of one subject, or those that several operations have in common.
  private struct Block {
    var subjects: [Change.Subject]
    var changes: [Change] = []

    var head: String {
      if subjects.count > 1 { return names(subjects.map(\.name), of: subjects.count) }
      switch subjects[0] {
      case .api(let name): return name
      case .operation(let name, let label): return "\(name)  \(label)"
      case .type(let name):
        guard let change = changes.max(by: { $0.operationCount < $1.operationCount }),
          change.operationCount > 0
        else { return name }
        return "\(name)  used by \(names(change.operations.map(\.name), of: change.operationCount))"
      }
    }
  }

  /// What a change is in any of several operations.
  private struct Common: Hashable {
    var kind: Change.Kind
    var mark: Change.Mark
    var place: String?
    var sentence: String
    var before: String?
    var after: String?

    init(_ change: Change) {
      let own = change.subject.name + "."
      func rest(_ text: String?) -> String? {
        text.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 }
      }
      (kind, mark, place, sentence) = (change.kind, change.mark, change.place, change.sentence)
      (before, after) = (rest(change.before), rest(change.after))
    }
  }

  private func blocks(of changes: [Change]) -> [Block] {
    var subjects: [Common: [Change.Subject]] = [:]
    for change in changes {
      if case .operation = change.subject { subjects[Common(change), default: []].append(change.subject) }
    }
    var blocks: [Block] = []
    var indices: [[Change.Subject]: Int] = [:]
    for var change in changes {
      var group = [change.subject]
      let common = Common(change)
      if case .operation = change.subject, let all = subjects[common], all.count > most {
        guard all[0] == change.subject else { continue }
        group = all
        (change.before, change.after) = (common.before, common.after)
      }
      let index = indices[group] ?? blocks.count
      if index == blocks.count {
        indices[group] = index
        blocks.append(Block(subjects: group))
      }
      blocks[index].changes.append(change)
    }
    return blocks
  }

  private static func line(_ change: Change) -> String {
    let mark =
      switch change.mark {
      case .breaks: "!"
      case .swift: "~"
      case .neither: " "
      case .words: "."
      }
    if change.isWholeOperation, case .operation(let name, let label) = change.subject {
      switch change.kind {
      case .added: return "\(mark) + \(name)  \(label)"
      case .removed: return "\(mark) - \(name)  \(label)"
      default: return "\(mark) ? \(name)  \(label): \(change.sentence)"
      }
    }
    let sentence = "  \(mark) \(change.place.map { "\($0): " } ?? "")\(change.sentence)"
    guard let swift = swift(change) else { return sentence }
    let space = String(repeating: " ", count: max(2, column - sentence.count))
    return sentence + space + swift
  }

  /// `Order.total: Int -> Int?`
  private static func swift(_ change: Change) -> String? {
    guard let before = change.before, let after = change.after else { return change.before ?? change.after }
    if before == after { return before }
    if let colon = before.range(of: ": "), after.hasPrefix(before[..<colon.upperBound]) {
      return "\(before) -> \(after[colon.upperBound...])"
    }
    return "\(before) -> \(after)"
  }
}

/// So many names are listed; a change that is the same in more operations is written once.
private let most = 3

/// The first names, and the number of the others.
private func names(_ names: [String], of count: Int) -> String {
  let first = names.prefix(most).joined(separator: ", ")
  return count > most ? "\(first) and \(count - most) more" : first
}
