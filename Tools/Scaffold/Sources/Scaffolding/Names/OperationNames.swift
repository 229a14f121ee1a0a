/// What the endpoints are called: a verb and what it is done to.
struct OperationNames {
  private(set) var names: [String] = []
  private let api: API
  private let paths: Set<String>

  init(_ api: API) {
    self.api = api
    paths = Set(api.operations.map { Self.shape($0.path) })
    let given = api.operations.map { Names.type($0.name) }
    let better = zip(api.operations, given).map { self.better($0) ?? $1 }
    let count = Dictionary(better.map { ($0, 1) }, uniquingKeysWith: +)
    // A name that several would have says too little.
    names = zip(better, given).map { count[$0] == 1 ? $0 : $1 }
  }

  private func better(_ operation: Operation) -> String? {
    let suffix =
      operation.path.map { $0.isLetter || $0.isNumber ? $0 : "_" } + "_\(operation.method.lowercased())"
    if operation.name.hasSuffix(String(suffix)) {
      // As FastAPI makes them: a function, its path and its method.
      let function = operation.name.dropLast(suffix.count)
      if !function.isEmpty { return Names.type(String(function)) }
    }
    let parts = operation.name.split(separator: "/")
    if parts.count == 2 { return Self.name(group: String(parts[0]), action: String(parts[1])) }
    let isMadeOfPath = [Self.segments(operation.path, isWhole: true), Self.segments(operation.path)].contains
    {
      Self.letters(operation.name) == Self.letters(operation.method + $0.map(\.text).joined())
    }
    return operation.isUnnamed || isMadeOfPath
      ? name(method: operation.method, path: operation.path, operation) : nil
  }

  // MARK: A group and an action

  /// `ListIssues` of `issues/list`; the group is left out if the action names what it is done to.
  private static func name(group: String, action: String) -> String? {
    let words = Names.words(of: action)
    if words.count > 1 { return Names.type(action) }
    guard let verb = words.first, verbs.contains(verb.lowercased()) else { return nil }
    let noun = verb.lowercased() == "list" ? group : singular(group)
    return Names.type("\(verb) \(noun)")
  }

  // MARK: A method and a path

  private struct Segment {
    var text: String
    var isParameter: Bool
  }

  private func name(method: String, path: String, _ operation: Operation) -> String? {
    let segments = Self.segments(path)
    guard let last = segments.last, let noun = segments.last(where: { !$0.isParameter }) else { return nil }
    let end = segments.lastIndex { !$0.isParameter } ?? 0
    let owners = segments[..<end].indices.filter { !segments[$0].isParameter }.map { index in
      segments[index + 1].isParameter ? Self.singular(segments[index].text) : segments[index].text
    }
    func named(_ verb: String, _ noun: String) -> String {
      Names.type(([verb] + owners + [noun]).joined(separator: " "))
    }
    if last.isParameter {
      let other = method == "PUT" ? "PATCH" : "PUT"
      let isReplaced = method == "PUT" && api.operations.contains { $0.method == other && $0.path == path }
      let verbs = ["GET": "get", "POST": "update", "PATCH": "update", "DELETE": "delete"]
      guard let verb = method == "PUT" ? (isReplaced ? "replace" : "update") : verbs[method] else {
        return nil
      }
      return named(verb, Self.singular(noun.text))
    }
    let words = Names.words(of: noun.text)
    switch method {
    case "GET":
      return named(returnsList(operation) && Names.singular(noun.text) != nil ? "list" : "get", noun.text)
    case "POST":
      if let verb = words.first, Self.verbs.contains(verb.lowercased()), let owner = owners.last {
        // `POST /charges/{id}/capture`
        return Names.type(
          ([verb] + owners.dropLast() + [owner] + words.dropFirst()).joined(separator: " "))
      }
      return paths.contains(Self.shape(path) + "/{}") ? named("create", Self.singular(noun.text)) : nil
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

  /// The path with all parameters alike.
  private static func shape(_ path: String) -> String {
    "/" + segments(path, isWhole: true).map { $0.isParameter ? "{}" : $0.text }.joined(separator: "/")
  }

  private static func segments(_ path: String, isWhole: Bool = false) -> [Segment] {
    path.split(separator: "/").filter { isWhole || !PathPrefix.isVersion($0) }.map { segment in
      segment.hasPrefix("{") && segment.hasSuffix("}")
        ? Segment(text: String(segment.dropFirst().dropLast()), isParameter: true)
        : Segment(text: String(segment), isParameter: false)
    }
  }

  private static let verbs: Set<String> = [
    "accept", "activate", "add", "advance", "apply", "approve", "archive", "attach", "cancel", "capture",
    "check",
    "close", "complete", "confirm", "copy", "create", "deactivate", "decline", "delete", "detach", "disable",
    "enable", "expire", "export", "finalize", "fork", "get", "import", "list", "lock", "mark", "merge",
    "move",
    "pause", "pay", "ping", "preview", "publish", "refresh", "reject", "remove", "render", "reopen",
    "replace",
    "reset", "restart", "restore", "resume", "retry", "return", "reverse", "revoke", "rotate", "search",
    "send",
    "set", "star", "start", "stop", "submit", "subscribe", "sync", "test", "transfer", "unarchive", "unlock",
    "unstar", "unsubscribe", "update", "validate", "verify", "void",
  ]
}
