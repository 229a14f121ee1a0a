/// Finds the list that an operation returns a page of, by the names that lists of APIs have.
struct PagingRecognition {
  private(set) var paging: EndpointPlan.Paging
  /// The key of the list, unless the output is the list.
  private(set) var listKey: String?

  init?(_ operation: Operation, types: TypePlanner, keys: KeyStyle, output: String) {
    guard operation.method == "GET", !output.hasSuffix("?") else { return nil }
    let successes = operation.responses.filter(\.status.isSuccess)
    guard successes.count == 1, case .json(let schema) = successes[0].content else { return nil }
    if case .array = types.resolved(schema).shape, output.hasPrefix("[") {
      guard successes[0].hasLink else { return nil }
      paging = EndpointPlan.Paging(
        item: String(output.dropFirst().dropLast()), items: nil, next: "try .link(of: page)",
        remark: "The next page is in the `Link` field, which the document declares.")
      return
    }
    guard case .object(let object) = types.resolved(schema).shape else { return nil }
    let lists = object.properties.filter { property in
      if case .array = types.resolved(property.schema).shape { true } else { false }
    }
    guard lists.count == 1, let list = lists.first else { return nil }
    func property(_ keys: [String]) -> Schema.Property? {
      object.properties.first { property in keys.contains { Self.same($0, property.key) } }
    }
    func parameter(_ names: [String]) -> String? {
      operation.parameters.first { parameter in
        parameter.place == .query && names.contains { Self.same($0, parameter.name) }
      }?.name
    }
    func value(_ property: Schema.Property) -> String {
      "page.value.\(keys.property(property.key).escapedName)"
    }
    let isOptional = !list.isRequired || types.isNullable(list.schema)
    listKey = list.key
    let items = "page.\(keys.property(list.key).escapedName)" + (isOptional ? " ?? []" : "")

    for (token, parameters) in Self.tokens {
      guard let token = property([token]), let name = parameter(parameters), Self.isText(token, types) else {
        continue
      }
      paging = EndpointPlan.Paging(
        item: "", items: items, next: ".query(\(Literal.string(name)), \(value(token)))",
        remark: "The next page begins at `\(token.key)`: guessed by its name.")
      return
    }
    let more = property(["has_more"]).flatMap { more -> String? in
      guard types.resolved(more.schema).shape == .boolean else { return nil }
      return more.isRequired && !types.isNullable(more.schema) ? value(more) : "\(value(more)) == true"
    }
    if let more, let last = property(["last_id"]), Self.isText(last, types),
      let name = parameter(["after", "starting_after"])
    {
      paging = EndpointPlan.Paging(
        item: "", items: items,
        next: "\(more) ? .query(\(Literal.string(name)), \(value(last))) : nil",
        remark: "The next page begins after `\(last.key)` while there is more: guessed by the names.")
      return
    }
    if let more, let name = parameter(["starting_after", "after"]), !isOptional, Self.haveIDs(list, types) {
      let last = "\(value(list)).last?.\(keys.property("id"))"
      paging = EndpointPlan.Paging(
        item: "", items: items, next: "\(more) ? .query(\(Literal.string(name)), \(last)) : nil",
        remark: "The next page begins after the last element while there is more: guessed by the names.")
      return
    }
    if let url = property(["next_page_uri", "next_page_url", "next_url", "next_uri", "next"]),
      Self.isText(url, orURL: true, types)
    {
      let isURL = types.resolved(url.schema).shape == .string(.url)
      let isOptional = !url.isRequired || types.isNullable(url.schema)
      let text = value(url) + (isURL ? (isOptional ? "?" : "") + ".absoluteString" : "")
      paging = EndpointPlan.Paging(
        item: "", items: items, next: "try .url(\(text), of: page)",
        remark: "The next page is where `\(url.key)` leads: guessed by its name.")
      return
    }
    return nil
  }

  private static let tokens: [(String, [String])] = [
    ("next_page_token", ["page_token"]), ("next_cursor", ["cursor"]),
    ("next_token", ["next_token", "token"]),
    ("end_cursor", ["after", "cursor"]), ("next_marker", ["marker"]),
    ("continuation_token", ["continuation_token"]),
  ]

  /// Whether the elements of a list are objects with identifiers.
  private static func haveIDs(_ list: Schema.Property, _ types: TypePlanner) -> Bool {
    guard case .array(let element) = types.resolved(list.schema).shape, !types.isNullable(element),
      case .object(let object) = types.resolved(element).shape
    else { return false }
    return object.properties.contains { property in
      property.key == "id" && property.isRequired && !types.isNullable(property.schema)
        && isText(property, types)
    }
  }

  private static func isText(
    _ property: Schema.Property, orURL isURL: Bool = false, _ types: TypePlanner
  ) -> Bool {
    switch types.resolved(property.schema).shape {
    case .string(.plain): true
    case .string(.url): isURL
    default: false
    }
  }

  /// `next_page_token` and `nextPageToken` are the same.
  private static func same(_ one: String, _ other: String) -> Bool {
    one.lowercased().filter { $0 != "_" && $0 != "-" } == other.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
