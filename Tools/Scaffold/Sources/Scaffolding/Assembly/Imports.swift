/// The imports of a file. What a public declaration uses is imported publicly, which a module with
/// `InternalImportsByDefault` needs (SE-0409); what no such declaration uses would get a warning then.
struct Imports {
  let access: Style.Access

  func text(for file: String) -> String {
    let words = Self.words(of: file)
    let isFoundation = !words.isDisjoint(with: Self.foundation)
    // Members of types of another file (`MemberImportVisibility`, SE-0444).
    let usesMembers = !words.isDisjoint(with: [
      "absoluteString", "addingPercentEncoding", "trimmingCharacters",
    ])
    var lines: [String] = []
    if isFoundation || usesMembers { lines.append(line("Foundation", isPublic: isFoundation)) }
    lines.append(line("Repartee", isPublic: !words.isDisjoint(with: Self.repartee)))
    return lines.joined(separator: "\n") + "\n\n"
  }

  private func line(_ module: String, isPublic: Bool) -> String {
    (isPublic && access != .internal ? "\(access.rawValue) " : "") + "import \(module)"
  }

  private static let foundation: Set<String> = ["Date", "Data", "URL", "UUID"]

  /// The types of the library that written declarations name.
  private static let repartee: Set<String> = [
    "Authentication", "Client", "Cursor", "Endpoint", "JSONValue", "MultipartForm", "OpenEnum",
    "PagedEndpoint",
    "PageResponse", "ProblemDetails", "QueryValue", "Quoted", "Request", "ResponseMap", "ResponseStream",
    "ServerSentEvent", "Transport",
  ]

  /// The words of the code, without those of comments and texts.
  private static func words(of file: String) -> Set<Substring> {
    var words: Set<Substring> = []
    for line in file.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { continue }
      // Escaped quotation marks end no text.
      let plain = code.replacing("\\\"", with: "")
      for (index, part) in plain.split(separator: "\"" as Character, omittingEmptySubsequences: false)
        .enumerated()
      where index % 2 == 0 {
        for word in part.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          words.insert(word)
        }
      }
    }
    return words
  }
}

extension Set<Substring> {
  fileprivate func isDisjoint(with names: Set<String>) -> Bool { !names.contains { contains(Substring($0)) } }
}
