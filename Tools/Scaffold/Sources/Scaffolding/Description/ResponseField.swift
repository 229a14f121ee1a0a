/// A header field that a response declares.
struct ResponseField: Equatable {
  enum Value: Equatable { case text, integer, number, boolean, date, uuid, url, texts, integers }

  var name: String
  var value: Value
  var documentation: String?

  /// The property of the library that reads a field of this name, as its RFC says.
  var standardProperty: String? { Self.standard[name.lowercased()] }

  private static let standard = [
    "content-disposition": "fileName", "content-range": "contentRange", "etag": "entityTag",
    "last-modified": "lastModified", "link": "links", "location": "location", "ratelimit": "rateLimits",
    "ratelimit-policy": "rateLimits", "retry-after": "retryAfter", "www-authenticate": "challenges",
  ]

  /// What every response has, or what transports and caches use.
  var isOfMessage: Bool {
    [
      "age", "cache-control", "connection", "content-encoding", "content-length", "content-type", "date",
      "expires",
      "keep-alive", "server", "set-cookie", "transfer-encoding", "vary",
    ].contains(name.lowercased()) || name.lowercased().hasPrefix("access-control-")
  }
}

/// The header fields that the operations of an API declare, and the properties that read them.
struct ResponseFields {
  struct Property {
    var name: String
    var field: ResponseField
  }

  /// Those that the library does not read by itself.
  private(set) var properties: [Property] = []
  /// How many operations declare a field, by its name in lower case.
  private var counts: [String: Int] = [:]
  private let operationCount: Int

  init(_ api: API, keys: KeyStyle) {
    operationCount = api.operations.count
    var found: [String: ResponseField] = [:]
    for operation in api.operations {
      let fields = operation.responses.flatMap(\.fields).filter { !$0.isOfMessage }
      for name in Set(fields.map { $0.name.lowercased() }) { counts[name, default: 0] += 1 }
      for field in fields {
        let name = field.name.lowercased()
        guard let first = found[name] else { found[name] = field; continue }
        // What is declared in several ways is a text.
        if first.value != field.value { found[name]?.value = .text }
        if first.documentation == nil { found[name]?.documentation = field.documentation }
      }
    }
    var names = NameScope(taken: Self.taken)
    for (_, field) in found.sorted(by: { $0.key < $1.key }) where field.standardProperty == nil {
      let base = Names.member(field.name, acronyms: keys.usesAcronyms)
      properties.append(Property(name: names.take(base, base + "Field"), field: field))
    }
  }

  /// The properties of the fields that an operation declares, and most others do not.
  func ownProperties(of responses: [DeclaredResponse]) -> [String] {
    let names = responses.flatMap(\.fields).filter { field in
      !field.isOfMessage
        && (operationCount < 4 || counts[field.name.lowercased(), default: 0] * 2 <= operationCount)
    }.compactMap { field in
      field.standardProperty
        ?? properties.first { $0.field.name.lowercased() == field.name.lowercased() }?.name
    }
    return names.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }

  /// The properties that a response has, and what would be ambiguous.
  private static let taken: Set = [
    "attempts", "body", "challenges", "collect", "contentRange", "contentType", "cursor", "decode",
    "description",
    "duration", "enclosing", "entityTag", "fileName", "head", "headDuration", "header", "headers", "init",
    "isStored",
    "json", "lastModified", "length", "link", "links", "location", "networkStatus", "next", "number",
    "output",
    "rateLimit", "rateLimits", "redirects", "request", "response", "retryAfter", "retryLimit", "self",
    "status", "text",
    "url", "value", "write",
  ]
}
