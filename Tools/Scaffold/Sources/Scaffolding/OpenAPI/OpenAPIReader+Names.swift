import ReparteeJSON

extension OpenAPIReader {
  /// What the schemas are called that stand within others, or in an operation: references may lead anywhere.
  func placedNames() -> [Schema.Name: PlacedName] {
    var names: [Schema.Name: PlacedName] = [:]
    for name in schemas.keys where name.pointer.tokens.count > 1 {
      guard let file = try? loaded(name.file) else { continue }
      let placed = placedName(name, in: file)
      if placed != PlacedName(text: name.text) { names[name] = placed }
    }
    return names
  }

  private func placedName(_ name: Schema.Name, in file: SourceFile) -> PlacedName {
    var walk = PlaceWalk(tokens: name.pointer.tokens[...], value: file.root)
    if file.name != document.name, let first = walk.tokens.first, !PlaceWalk.containers.contains(first) {
      walk.words = [Schema.Name(file: file.name, pointer: Pointer()).text]
    }
    walk.start()
    while !walk.tokens.isEmpty { walk.step() }
    let isNamed = name.pointer.tokens.count <= 3 && PlaceWalk.containers.contains(name.pointer.tokens[0])
    // An anchor is a name.
    if !isNamed, let anchor = walk.value?["$anchor"]?.string { return PlacedName(text: anchor) }
    let text = walk.words.joined(separator: " ")
    return text.isEmpty && walk.operation == nil
      ? PlacedName(text: name.text)
      : PlacedName(operation: walk.operation, operationName: walk.operationName, text: text)
  }
}

/// Follows a pointer, and gathers the words that say where it leads.
private struct PlaceWalk {
  var tokens: ArraySlice<String>
  var value: JSONValue?
  var words: [String] = []
  /// `GET /users`
  var operation: String?
  var operationName = ""

  /// What holds schemas, at the top of a document.
  static let containers: Set = ["paths", "components", "definitions", "responses", "parameters", "$defs"]

  /// The next part of the pointer, and on to what is there.
  private mutating func next() -> String? {
    guard let token = tokens.popFirst() else { return nil }
    value = value.flatMap { Pointer([token]).value(in: $0) }
    return token
  }

  mutating func start() {
    switch tokens.first {
    case "paths":
      _ = next()
      guard let path = next() else { return }
      let method = tokens.first ?? ""
      if OpenAPIReader.methods.contains(method.lowercased()) {
        _ = next()
        let plain = OpenAPIReader.split(path).0
        operation = "\(method.uppercased()) \(plain)"
        operationName =
          value?["operationId"]?.string ?? "\(method) \(OpenAPIReader.words(of: plain, from: 0))"
      } else {
        words = [path]
      }
    case "components":
      _ = next()
      name(next() ?? "")
    default: break
    }
  }

  /// Goes on to what has a name in a group: `responses/NotFound`.
  private mutating func name(_ group: String) {
    guard let name = next() else { return }
    let kinds = ["responses": " response", "requestBodies": " body"]
    words = [name + (kinds[group] ?? "")]
  }

  mutating func step() {
    guard let token = next() else { return }
    switch token {
    case "$defs", "definitions":
      words = []
      operation = nil
      name("")
    case "responses" where operation == nil && words.isEmpty: name(token)
    case "responses":
      guard let status = next() else { return }
      words.append(status.hasPrefix("2") ? "response" : "\(status) response")
    case "requestBody": words.append("body")
    case "parameters":
      guard let index = next() else { return }
      words.append(value?["name"]?.string ?? "parameter \(index)")
    case "content": _ = next()
    case "schema", "properties", "headers":
      if token != "schema", let key = next() { words.append(key) }
    case "items":
      if let last = words.popLast() { words.append(Names.singular(last) ?? "\(last) item") }
    case "additionalProperties": words.append("value")
    case "patternProperties":
      _ = next()
      words.append("value")
    case "oneOf", "anyOf": part("variant")
    case "allOf": part("part")
    case "prefixItems": part("item")
    default: words.append(token)
    }
  }

  /// Goes on to one of several, by its title or its number.
  private mutating func part(_ word: String) {
    guard let index = next().flatMap({ Int($0) }) else { return }
    let title = value?["title"]?.string.flatMap { TypePlanner.isName($0) ? $0 : nil }
    words.append(title ?? "\(word) \(index + 1)")
  }
}
