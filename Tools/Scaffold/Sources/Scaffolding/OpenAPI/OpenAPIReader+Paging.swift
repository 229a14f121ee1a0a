import ReparteeJSON

extension OpenAPIReader {
  /// What the extensions of an operation say of its pages.
  func declaredPaging(_ place: Place) -> DeclaredPaging? {
    for (key, extended) in place.children where key.hasPrefix("x-") {
      let paging: DeclaredPaging? =
        switch key {
        case "x-ms-pageable": microsoftPaging(key, extended)
        case "x-dropshot-pagination": dropshotPaging(key, extended)
        case "x-speakeasy-pagination": speakeasyPaging(key, extended)
        case "x-fern-pagination": fernPaging(key, extended)
        case "x-pagination", "x-paging": namedPaging(key, extended)
        default: nil
        }
      if let paging { return paging }
    }
    return nil
  }

  private func microsoftPaging(_ key: String, _ place: Place) -> DeclaredPaging? {
    guard let link = place["nextLinkName"]?.value else { return nil }
    guard let name = link.string, !name.isEmpty else { return DeclaredPaging(source: key, way: .single) }
    return DeclaredPaging(source: key, way: .link(name), list: place["itemName"]?.value.string ?? "value")
  }

  private func dropshotPaging(_ key: String, _ place: Place) -> DeclaredPaging? {
    guard place.value.bool != false, !place.value.isNull else { return nil }
    return DeclaredPaging(source: key, way: .token("next_page", parameter: "page_token"), list: "items")
  }

  /// `{cursorParam: page[cursor], cursorPath: meta.page.after, resultsPath: data}`, and the same with an offset or the
  /// number of a page.
  private func namedPaging(_ key: String, _ place: Place) -> DeclaredPaging? {
    func text(_ names: String...) -> String? {
      place.children.first { names.contains(PagingRecognition.plain($0.key)) }?.place.value.string
    }
    let list = text("resultspath", "itemspath", "datapath", "results", "items").map(Self.path)
    if let parameter = text("cursorparam"), let cursor = text("cursorpath", "nextcursorpath") {
      return DeclaredPaging(source: key, way: .token(Self.path(cursor), parameter: parameter), list: list)
    }
    if let link = text("nextlinkpath", "nexturlpath", "nextlinkname") {
      return DeclaredPaging(source: key, way: .link(Self.path(link)), list: list)
    }
    if let parameter = text("pageoffsetparam", "offsetparam") {
      return DeclaredPaging(source: key, way: .offset(parameter: parameter), list: list)
    }
    guard let parameter = text("pageparam", "pagenumberparam") else { return nil }
    let first = place.children.first { PagingRecognition.plain($0.key) == "pagestart" }?.place.value.int
    return DeclaredPaging(
      source: key,
      way: .number(parameter: parameter, first: first, pages: text("totalpagespath").map(Self.path)),
      list: list)
  }

  private func speakeasyPaging(_ key: String, _ place: Place) -> DeclaredPaging? {
    let inputs = place["inputs"]?.children.map(\.place) ?? []
    func parameter(_ type: String) -> String? {
      inputs.first { $0["type"]?.value.string == type && $0["in"]?.value.string != "requestBody" }?["name"]?
        .value.string
    }
    func output(_ name: String) -> String? { place["outputs"]?[name]?.value.string.map(Self.path) }
    let list = output("results")
    if let cursor = output("nextCursor"), let parameter = parameter("cursor") {
      return DeclaredPaging(source: key, way: .token(cursor, parameter: parameter), list: list)
    }
    if let link = output("nextUrl") { return DeclaredPaging(source: key, way: .link(link), list: list) }
    if let parameter = parameter("offset") {
      return DeclaredPaging(source: key, way: .offset(parameter: parameter), list: list)
    }
    return parameter("page").map {
      DeclaredPaging(
        source: key, way: .number(parameter: $0, first: nil, pages: output("numPages")), list: list)
    }
  }

  private func fernPaging(_ key: String, _ place: Place) -> DeclaredPaging? {
    func path(_ name: String) -> String? { place[name]?.value.string.map(Self.path) }
    let list = path("results")
    if let parameter = path("cursor"), let cursor = path("next_cursor") {
      return DeclaredPaging(source: key, way: .token(cursor, parameter: parameter), list: list)
    }
    guard let parameter = path("offset") else { return nil }
    // Without a step it is the number of a page.
    return DeclaredPaging(
      source: key,
      way: place["step"] == nil
        ? .number(parameter: parameter, first: nil, pages: nil) : .offset(parameter: parameter),
      list: list)
  }

  /// `$response.data`, `$.data` and `data` are one path.
  private static func path(_ text: String) -> String {
    for start in ["$response.body#/", "$response.", "$request.query.", "$request.", "$."]
    where text.hasPrefix(start) {
      return String(text.dropFirst(start.count)).replacing("/", with: ".")
    }
    return text
  }
}
