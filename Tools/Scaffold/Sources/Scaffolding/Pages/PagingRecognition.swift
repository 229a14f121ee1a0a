/// Finds where the next page of a list is: by what the document declares, or by the names that APIs use. A wrong guess
/// is worse than none: each needs a name in the response and, unless it is a URL, one of a parameter.
struct PagingRecognition {
  private let operation: Operation
  private let types: TypePlanner
  private let page: PageType
  private let list: PagePath
  /// The keys of the values in the response, of those within the objects that pages have.
  private let leaves: [PageLeaf]

  static func paging(
    _ operation: Operation, types: TypePlanner, scope: TypePlanner.Scope, output: String
  ) -> PagingPlan? {
    if case .single = operation.paging?.way { return nil }
    guard operation.method == "GET", !output.hasSuffix("?") else { return nil }
    let successes = operation.responses.filter(\.status.isSuccess)
    guard successes.count == 1, case .json(let schema) = successes[0].content else { return nil }
    if case .array = types.resolved(schema).shape, output.hasPrefix("[") {
      guard successes[0].hasLink else { return nil }
      return PagingPlan(
        item: String(output.dropFirst().dropLast()), items: nil, next: "try .link(of: page)",
        remark: linkRemark)
    }
    guard case .object(let object) = types.resolved(schema).shape,
      let recognition = Self(
        operation, object, PageType(schema, output: output, types: types, scope: scope), types)
    else { return nil }
    return recognition.declared()
      ?? (operation.paging == nil ? recognition.guessed(hasLink: successes[0].hasLink) : nil)
  }

  private static let linkRemark = "The next page is in the `Link` field, which the document declares."

  private init?(_ operation: Operation, _ object: Schema.Object, _ page: PageType, _ types: TypePlanner) {
    self.operation = operation
    self.page = page
    self.types = types
    leaves = PageLeaf.all(in: object, types)
    let lists = PageLists(object, types)
    let keys = operation.paging?.list.map { lists.keys(at: $0) } ?? lists.keys(besidePath: operation.path)
    guard let keys, let list = page.path(keys), list.type.hasPrefix("[") else { return nil }
    self.list = list
  }

  private func paging(_ next: String, _ remark: String) -> PagingPlan {
    let items = "page.\(list.members)" + (list.isOptional ? " ?? []" : "")
    return PagingPlan(
      item: String(list.type.dropFirst().dropLast()), items: items, next: next, remark: remark)
  }

  // MARK: Declared

  private func declared() -> PagingPlan? {
    guard let declared = operation.paging else { return nil }
    let source = "by the document's `\(declared.source)`."
    switch declared.way {
    case .single: return nil
    case .token(let path, let parameter):
      guard let name = query([parameter]), let token = value(at: path), let text = self.token(token) else {
        return nil
      }
      return paging(
        ".query(\(Literal.string(name)), \(text))", "The next page begins at `\(token.text)`, \(source)")
    case .link(let path):
      guard let link = value(at: path), let next = url(link) else { return nil }
      return paging(next, "The next page is where `\(link.text)` leads, \(source)")
    case .offset(let parameter):
      guard let name = query([parameter]) else { return nil }
      return paging(offset(name, total: total), "The next page begins after this one's elements, \(source)")
    case .number(let parameter, let first, let path):
      guard let name = query([parameter]) else { return nil }
      let start = first ?? self.first(of: name) ?? 1
      if let path, let pages = value(at: path), let count = integer(pages) {
        return paging(
          number(name, start, "total: \(count)"), "`\(pages.text)` has the number of pages, \(source)")
      }
      let more = "hasNext: !\(list.isOptional ? "(\(list.value) ?? [])" : list.value).isEmpty"
      return paging(number(name, start, more), "The list ends with an empty page: it is numbered, \(source)")
    }
  }

  /// The value at a key path, whose keys may have dots themselves.
  private func value(at path: String) -> PagePath? {
    page.path([path]) ?? page.path(path.split(separator: ".").map(String.init))
  }

  // MARK: Guessed

  private func guessed(hasLink: Bool) -> PagingPlan? {
    tokenPaging() ?? lastElementPaging() ?? linkPaging()
      ?? (hasLink ? paging("try .link(of: page)", Self.linkRemark) : nil) ?? numberPaging() ?? offsetPaging()
  }

  private func tokenPaging() -> PagingPlan? {
    for (tail, parameters) in PageNames.tokens {
      guard let name = query(parameters), let found = value(tail), let text = token(found),
        PageNames.isCertain(tail, types.resolved(found.schema).shape) || saysNext(found.schema)
      else { continue }
      let next = ".query(\(Literal.string(name)), \(text))"
      return paging(while: next, "The next page begins at `\(found.text)`: guessed by its name.")
    }
    return nil
  }

  /// A token may be there on the last page, too: a flag beside it says whether there is more.
  private func paging(while next: String, _ remark: String) -> PagingPlan {
    guard let more else { return paging(next, remark) }
    return paging(
      more.isOptional ? "\(more.value) == false ? nil : \(next)" : "\(more.value) ? \(next) : nil", remark)
  }

  private func lastElementPaging() -> PagingPlan? {
    guard let more else { return nil }
    let isMore = more.value + (more.isOptional ? " == true" : "")
    if let last = value(["last_id"]), let text = token(last), let name = query(["after", "starting_after"]) {
      return paging(
        "\(isMore) ? .query(\(Literal.string(name)), \(text)) : nil",
        "The next page begins after `\(last.text)` while there is more: guessed by the names.")
    }
    guard let name = query(["starting_after", "after"]), !list.isOptional, let id = lastID else { return nil }
    return paging(
      "\(isMore) ? .query(\(Literal.string(name)), \(id)) : nil",
      "The next page begins after the last element while there is more: guessed by the names.")
  }

  private func linkPaging() -> PagingPlan? {
    for tail in PageNames.links {
      guard let found = value(tail), let next = url(found),
        PageNames.isLink(tail, keys: found.keys) || types.resolved(found.schema).shape == .string(.url)
          || saysURL(found.schema)
      else { continue }
      return paging(next, "The next page is where `\(found.text)` leads: guessed by its name.")
    }
    return nil
  }

  private func numberPaging() -> PagingPlan? {
    guard let name = query(PageNames.numberParameters), let start = first(of: name) else { return nil }
    for tail in PageNames.pageCounts {
      guard let pages = value(tail), let count = integer(pages) else { continue }
      return paging(
        number(name, start, "total: \(count)"),
        "`\(pages.text)` is the number of pages, of which the first is \(start): guessed by the names.")
    }
    guard let more else { return nil }
    return paging(
      number(name, start, "hasNext: \(more.value)" + (more.isOptional ? " == true" : "")),
      "`\(more.text)` says whether there is more, and the first page is \(start): guessed by the names.")
  }

  private func offsetPaging() -> PagingPlan? {
    guard let name = query(PageNames.offsetParameters), first(of: name, orElse: 0) == 0 else { return nil }
    if let total {
      return paging(
        offset(name, total: total), "`\(total.text)` is the number of all elements: guessed by the names.")
    }
    guard let more else { return nil }
    let next = offset(name, total: nil)
    return paging(
      more.isOptional ? "\(more.value) == true ? \(next) : nil" : "\(more.value) ? \(next) : nil",
      "`\(more.text)` says whether there is more: guessed by the names.")
  }

  // MARK: Values

  /// The value whose keys end so, and that Swift can get at.
  private func value(_ tail: [String]) -> PagePath? {
    let tail = tail.map(Self.plain)
    return leaves.lazy.filter { $0.ends(with: tail) }.compactMap { page.path($0.keys) }.first
  }

  /// A boolean that says whether there is more.
  private var more: PagePath? {
    PageNames.flags.lazy.compactMap { value([$0]) }.first { types.resolved($0.schema).shape == .boolean }
  }

  private var total: PagePath? {
    PageNames.totals.lazy.compactMap { value([$0]) }.first { types.resolved($0.schema).shape == .integer }
  }

  private func query(_ names: [String]) -> String? {
    let names = names.map(Self.plain)
    return names.lazy.compactMap { name in
      operation.parameters.first { $0.place == .query && Self.plain($0.name) == name }?.name
    }.first
  }

  /// The number of the first page, which is 1 unless the document has a default; nil if that is not certain.
  private func first(of parameter: String, orElse usual: Int = 1) -> Int? {
    guard let found = operation.parameters.first(where: { $0.place == .query && $0.name == parameter }) else {
      return usual
    }
    if let first = found.defaultNumber { return first == 0 || first == 1 ? first : nil }
    return found.minimum == 0 && usual == 1 ? nil : usual
  }

  private func token(_ path: PagePath) -> String? {
    switch types.resolved(path.schema).shape {
    case .string(.plain) where path.type == "String", .integer, .unsigned: path.value
    default: nil
    }
  }

  private func url(_ path: PagePath) -> String? {
    switch (types.resolved(path.schema).shape, path.type) {
    case (.string(.plain), "String"): "try .url(\(path.value), of: page)"
    case (.string(.url), "URL"):
      "try .url(\(path.chained).absoluteString, of: page)"
    default: nil
    }
  }

  /// The number of pages; one if it is missing.
  private func integer(_ path: PagePath) -> String? {
    switch types.resolved(path.schema).shape {
    case .integer: path.value + (path.isOptional ? " ?? 1" : "")
    // As `type: number` says.
    case .number:
      switch (path.isOptional, path.isLastOptional) {
      case (_, true): "\(path.value).flatMap(Int.init(exactly:)) ?? 1"
      case (true, false): "(\(path.value)).flatMap(Int.init(exactly:)) ?? 1"
      case (false, false): "Int(exactly: \(path.value)) ?? 1"
      }
    default: nil
    }
  }

  private func number(_ name: String, _ first: Int, _ rest: String) -> String {
    let name = name == "page" ? "" : Literal.string(name) + ", "
    return "try .number(\(name)of: page, \(first == 1 ? "" : "first: \(first), ")\(rest))"
  }

  private func offset(_ name: String, total: PagePath?) -> String {
    let name = name == "offset" ? "" : Literal.string(name) + ", "
    let count = "\(list.chained).count" + (list.isOptional ? " ?? 0" : "")
    return "try .offset(\(name)of: page, adding: \(count)" + (total.map { ", total: \($0.value))" } ?? ")")
  }

  /// The identifier of the last element, if all have one.
  private var lastID: String? {
    guard case .array(let element) = types.resolved(list.schema).shape, !types.isNullable(element),
      case .object(let object) = types.resolved(element).shape,
      let id = object.properties.first(where: { $0.key == "id" }), id.isRequired,
      !types.isNullable(id.schema),
      types.resolved(id.schema).shape == .string(.plain)
    else { return nil }
    return "\(list.value).last?.\(types.keys.property("id"))"
  }

  // MARK: Words

  /// `next_page_token` and `nextPageToken` are the same.
  static func plain(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || (48...57).contains($0.value) })
  }

  private func words(_ schema: Schema) -> Set<Substring> {
    let text = schema.documentation ?? types.resolved(schema).documentation ?? ""
    return Set(text.lowercased().split { !$0.isLetter })
  }

  private func saysNext(_ schema: Schema) -> Bool {
    !words(schema).isDisjoint(with: ["next", "following", "subsequent"])
  }

  private func saysURL(_ schema: Schema) -> Bool {
    !words(schema).isDisjoint(with: ["url", "uri", "link", "href", "hyperlink"])
  }
}
