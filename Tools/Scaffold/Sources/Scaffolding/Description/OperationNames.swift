/// What the endpoints are called: a verb and what it is done to.
struct OperationNames {
  private(set) var names: [String] = []
  private let api: API
  /// The operations of each path, by their methods.
  private let operations: [String: [String: Operation]]

  init(_ api: API) {
    self.api = api
    operations = Dictionary(grouping: api.operations, by: \.path).mapValues {
      Dictionary($0.map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let candidates = api.operations.map { better($0) + [Names.type($0.name)] }
    names = candidates.map { $0[0] }
    // A name that several have says too little.
    for level in 1..<(candidates.map(\.count).max() ?? 1) {
      let count = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      names = zip(names, candidates).map { name, candidates in
        count[name] == 1 ? name : candidates[min(level, candidates.count - 1)]
      }
    }
  }

  /// The names that say it better than the document's, the best one first.
  private func better(_ operation: Operation) -> [String] {
    let suffix =
      operation.path.map { $0.isLetter || $0.isNumber ? $0 : "_" } + "_\(operation.method.lowercased())"
    if operation.name.hasSuffix(String(suffix)) {
      // As FastAPI makes them: a function, its path and its method.
      let function = operation.name.dropLast(suffix.count)
      if !function.isEmpty { return [Names.type(String(function))] }
    }
    let parts = operation.name.split(separator: "/")
    if parts.count == 2 { return Self.names(group: String(parts[0]), action: String(parts[1])) }
    let isMadeOfPath = [Self.segments(operation.path, isWhole: true), Self.segments(operation.path)].contains
    {
      Self.letters(operation.name) == Self.letters(operation.method + $0.map(\.text).joined())
    }
    return operation.isUnnamed || isMadeOfPath
      ? [name(of: operation)].compactMap { $0 } : []
  }

  // MARK: A group and an action

  /// `ListIssues` of `issues/list`, `ListComments` of `issues/list-comments`, and `ListIssueComments` if others list
  /// comments, too.
  private static func names(group: String, action: String) -> [String] {
    let words = Names.words(of: action)
    // `create-or-update`
    var verbs = 0
    while verbs < words.count, Self.verbs.contains(words[verbs].lowercased()) {
      verbs += verbs + 1 < words.count && ["and", "or"].contains(words[verbs + 1].lowercased()) ? 2 : 1
      if !["and", "or"].contains(words[verbs - 1].lowercased()) { break }
    }
    guard verbs > 0, verbs <= words.count else { return [] }
    let rest = words[verbs...]
    let isNounNext = rest.first.map { prepositions.contains($0.lowercased()) } ?? true
    let noun = isNounNext && words[0].lowercased() == "list" ? group : singular(group)
    let whole = Names.type((words[..<verbs] + [noun] + rest).joined(separator: " "))
    if isNounNext { return [whole] }
    let own = Set(rest.map { singular($0.lowercased()) })
    let isTold =
      Names.words(of: group).count == 1 || own.contains(Names.words(of: noun).last?.lowercased() ?? "")
    return isTold ? [Names.type(action), whole] : [whole]
  }

  // MARK: A method and a path

  private struct Segment {
    var text: String
    var isParameter: Bool
  }

  private func name(of operation: Operation) -> String? {
    let (method, path) = (operation.method, operation.path)
    let own = path.split(separator: "/").dropFirst(operation.prefixCount).joined(separator: "/")
    let segments = Self.segments(own)
    guard let last = segments.last, let noun = segments.last(where: { !$0.isParameter }) else { return nil }
    let end = segments.lastIndex { !$0.isParameter } ?? 0
    let owners = segments[..<end].indices.filter { !segments[$0].isParameter }.map { index in
      segments[index + 1].isParameter ? Self.singular(segments[index].text) : segments[index].text
    }
    func named(_ verb: String, _ noun: String) -> String {
      var owners = owners
      // `sources/{id}/source_transactions`
      if let owner = owners.last, Names.words(of: noun).starts(with: Names.words(of: owner)) {
        owners.removeLast()
      }
      return Names.type(([verb] + owners + [noun]).joined(separator: " "))
    }
    if last.isParameter {
      let isReplaced = method == "PUT" && operations[path]?["PATCH"] != nil
      let verbs = ["GET": "get", "POST": "update", "PATCH": "update", "DELETE": "delete", "PUT": "update"]
      return verbs[method].map { named(isReplaced ? "replace" : $0, Self.singular(noun.text)) }
    }
    let words = Names.words(of: noun.text)
    let isPlural = Names.singular(noun.text) != nil
    if let verb = words.first?.lowercased(), !owners.isEmpty,
      method == "POST" ? Self.verbs.contains(verb) : method == "GET" && Self.queries.contains(verb)
    {
      // `POST /charges/{id}/capture`
      return Names.type(([verb] + owners + words.dropFirst()).joined(separator: " "))
    }
    switch method {
    case "GET": return named(isPlural && returnsList(operation) ? "list" : "get", noun.text)
    case "POST":
      guard isPlural else { return nil }
      let read = operations[path]?["GET"]
      return read.map(returnsList) == false
        ? named("update", noun.text) : named("create", Self.singular(noun.text))
    case "PATCH": return named("update", noun.text)
    case "DELETE": return named("delete", noun.text)
    default: return nil
    }
  }

  private func returnsList(_ operation: Operation) -> Bool {
    operation.responses.contains { response in
      guard response.status.isSuccess, case .json(let schema) = response.content else { return false }
      switch api.schemas.resolved(schema).shape {
      case .array: return true
      case .object(let object):
        return object.properties.contains { property in
          if case .array = api.schemas.resolved(property.schema).shape { true } else { false }
        }
      default: return false
      }
    }
  }

  private static func singular(_ text: String) -> String { Names.singular(text) ?? text }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func segments(_ path: String, isWhole: Bool = false) -> [Segment] {
    path.split(separator: "/").filter { isWhole || !PathPrefix.isVersion($0) }.map { segment in
      segment.hasPrefix("{") && segment.hasSuffix("}")
        ? Segment(text: String(segment.dropFirst().dropLast()), isParameter: true)
        : Segment(text: String(segment), isParameter: false)
    }
  }

  /// The verbs of what only reads.
  private static let queries: Set<String> = [
    "check", "download", "export", "find", "search", "validate", "verify",
  ]

  private static let prepositions: Set<String> = [
    "as", "at", "by", "for", "from", "in", "of", "on", "to", "under", "with",
  ]

  private static let verbs: Set<String> = [
    "accept", "activate", "add", "advance", "apply", "approve", "archive", "assign", "attach", "ban", "block",
    "cancel", "capture", "check", "clear", "close", "collect", "complete", "confirm", "convert", "copy",
    "create",
    "deactivate", "decline", "decrement", "delete", "deliver", "detach", "disable", "disconnect", "dispatch",
    "download",
    "edit",
    "enable", "execute", "expire", "export", "fail", "finalize", "find", "follow", "fork", "fund", "generate",
    "get",
    "import", "increment", "invite", "join", "leave", "list", "lock", "mark", "merge", "move", "mute",
    "pause",
    "pay", "ping", "present", "preview", "process", "publish", "reactivate", "redact", "redeliver", "refund",
    "release", "refresh", "regenerate", "reject",
    "remove", "rename", "render", "reopen", "replace", "report", "request", "rerun", "reset", "respond",
    "restart",
    "restore", "resume", "retry", "return", "reverse", "review", "revoke", "rotate", "run", "search", "send",
    "set",
    "ship", "star", "start", "stop", "submit", "subscribe", "succeed", "suspend", "sync", "test", "transfer",
    "trigger", "unarchive", "unassign", "unban", "unblock", "unfollow", "unlock", "unmute", "unstar",
    "unsubscribe",
    "unsuspend", "update", "upload", "upsert", "validate", "verify", "void",
  ]
}
