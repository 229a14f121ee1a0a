import ReparteeJSON

/// Puts the files together.
struct Assembly {
  let api: API
  let options: Scaffold.Options
  let name: String
  let keys: KeyStyle
  let types: TypePlanner
  let fields: ResponseFields
  let signIns: SignIns
  var shared: SharedFailures?
  var plans: [EndpointPlan] = []

  init(_ api: API, options: Scaffold.Options) {
    self.api = api
    self.options = options
    let title = options.name.map { Names.type($0) } ?? Self.name(of: api.title)
    name = TypePlanner.reserved.contains(title) ? title + "API" : title
    keys = Self.keyStyle(api)
    var names = NameScope(taken: TypePlanner.reserved.union([name]).union(TypePlanner.reserved(in: api)))
    let endpointNames = OperationNames(api).names.map { names.take($0, $0 + "Endpoint") }
    types = TypePlanner(api, named: name, keys: keys, endpointNames: endpointNames)
    fields = ResponseFields(api, keys: keys)
    signIns = SignIns(api)
    shared = Self.sharedFailures(api, named: name, types: types, keys: keys)
    let planner = EndpointPlanner(
      api: api, types: types, keys: keys, shared: shared, signIns: signIns, fields: fields)
    for (operation, endpointName) in zip(api.operations, endpointNames) {
      plans.append(planner.plan(operation, named: endpointName))
      if operation.responses.contains(where: { $0.stream != nil }) {
        let streamName = types.takeTopLevel(endpointName + "Stream", endpointName + "Events")
        if let plan = planner.streamPlan(operation, named: streamName) { plans.append(plan) }
      }
    }
  }

  private static let longestFileName = 60

  /// How many words all groups begin with, which say nothing: `Api20100401Message`.
  private static func sharedWords(_ groups: [String]) -> Int {
    guard groups.count > 2, let first = groups.first.map(Names.words) else { return 0 }
    var count = 0
    while count + 1 < first.count,
      groups.allSatisfy({ group in
        let words = Names.words(of: group)
        return words.count > count + 1 && words[count] == first[count]
          && words[count + 1].first?.isLetter == true
      })
    { count += 1 }
    return count
  }

  func files() -> [Scaffold.File] {
    if api.isModelsOnly { return modelsFile() }
    var writers: [String: SwiftWriter] = [:]
    // Some file systems ignore the case of names.
    var taken: Set<String> = [name.lowercased(), "models"]
    var fileNames: [String: String] = [:]
    let prefix = Self.sharedWords(Set(plans.map(\.group)).sorted())
    func fileName(_ group: String) -> String {
      // Tags that differ in a hyphen or a capital are one file.
      let words = Names.words(of: group).dropFirst(prefix)
      let base = String(Names.type(words.joined(separator: " ")).prefix(Self.longestFileName))
      if let name = fileNames[base.lowercased()] { return name }
      var name = base
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        name = base + "Endpoints" + (number > 1 ? String(number) : "")
        number += 1
      }
      fileNames[base.lowercased()] = name
      return name
    }
    let typeWriter = TypeWriter(style: options.style, keys: keys)
    let endpointWriter = EndpointWriter(style: options.style, types: typeWriter)
    func write(to file: String, _ body: (inout SwiftWriter) -> Void) {
      var writer = writers[file] ?? SwiftWriter()
      if !writer.text.isEmpty { writer.line() }
      body(&writer)
      writers[file] = writer
    }
    write(to: name) { clientWriter.write(to: &$0) }
    for plan in plans { write(to: fileName(plan.group)) { endpointWriter.write(plan, to: &$0) } }
    let groups = SchemaUses(api).groups
    for (schema, declaration) in types.declarations.sorted(by: { $0.value.name < $1.value.name }) {
      let users = groups[schema] ?? []
      let files = Set(users.map(fileName))
      let file = files.count == 1 ? files.first ?? "Models" : "Models"
      write(to: file) { typeWriter.write(declaration, to: &$0) }
    }
    return writers.sorted { $0.key < $1.key }.map { name, writer in
      Scaffold.File(name: name + ".swift", text: Self.imports(writer.text) + writer.text)
    }
  }

  private var clientWriter: ClientWriter {
    ClientWriter(
      api: api, name: name, style: options.style, keys: keys, shared: shared, types: types, fields: fields,
      signIns: signIns)
  }

  /// Models alone, in one file.
  private func modelsFile() -> [Scaffold.File] {
    let typeWriter = TypeWriter(style: options.style, keys: keys)
    var writer = SwiftWriter()
    if keys == .snakeCase { writer.comment("Read these with `JSONCoder(keys: .snakeCase)`.") }
    for declaration in types.declarations.values.sorted(by: { $0.name < $1.name }) {
      if !writer.text.isEmpty { writer.line() }
      typeWriter.write(declaration, to: &writer)
    }
    if writer.text.isEmpty { return [] }
    clientWriter.support(to: &writer)
    return [Scaffold.File(name: "Models.swift", text: Self.imports(writer.text) + writer.text)]
  }

  /// Models alone, in a file of their name.
  func modelFiles() -> [Scaffold.File] {
    let typeWriter = TypeWriter(style: options.style, keys: keys)
    return types.declarations.values.sorted { $0.name < $1.name }.map { declaration in
      var writer = SwiftWriter()
      if keys == .snakeCase { writer.comment("Read this with `JSONCoder(keys: .snakeCase)`.") }
      typeWriter.write(declaration, to: &writer)
      return Scaffold.File(name: declaration.name + ".swift", text: Self.imports(writer.text) + writer.text)
    }
  }

  private static func imports(_ text: String) -> String {
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    let foundation = !words.isDisjoint(with: [
      "Date", "Data", "URL", "UUID", "trimmingCharacters", "addingPercentEncoding",
    ])
    return (foundation ? "import Foundation\n" : "") + "import Repartee\n\n"
  }

  /// The title without what every title says.
  private static func name(of title: String) -> String {
    var title = title
    if let open = title.firstIndex(of: "("), open != title.startIndex { title = String(title[..<open]) }
    let words = Names.words(of: title).filter {
      !["api", "http", "rest", "openapi", "v1", "v2", "v3", "swagger"].contains($0.lowercased())
    }
    return words.isEmpty ? "API" : Names.type(words.joined(separator: " "))
  }

  private static func keyStyle(_ api: API) -> KeyStyle {
    let uses = SchemaUses(api).uses
    var found = KeyCount(schemas: api.schemas)
    for (name, use) in uses { if let schema = api.schemas[name] { found.count(schema, use) } }
    for operation in api.operations {
      if let body = operation.body, body.format == .json { found.count(body.schema, .encoded) }
      for (field, use) in FieldList.uses(in: operation, resolve: api.schemas.resolved) {
        found.count(field.schema, use)
      }
      for response in operation.responses {
        if case .json(let schema) = response.content { found.count(schema, .decoded) }
      }
    }
    return found.snakeCase > 0 && found.isExpressible ? .snakeCase : .asDeclared
  }

  private static func sharedFailures(
    _ api: API, named name: String, types: TypePlanner, keys: KeyStyle
  ) -> SharedFailures? {
    var counts: [(entry: SharedFailures.Entry, count: Int, response: DeclaredResponse)] = []
    var declaring = 0
    for operation in api.operations {
      let failures = operation.responses.filter { response in
        switch response.status {
        case .code(let code): code >= 400
        case .range(let first): first >= 4
        case .any: operation.responses.contains { $0.status.isSuccess }
        }
      }
      if !failures.isEmpty { declaring += 1 }
      for response in failures where isShareable(response.content) {
        let entry = SharedFailures.Entry(status: response.status, content: response.content)
        if let index = counts.firstIndex(where: { $0.entry == entry }) {
          counts[index].count += 1
        } else {
          counts.append((entry, 1, response))
        }
      }
    }
    let shared = counts.filter { $0.count > 2 && $0.count * 2 > declaring }.sorted {
      $0.entry.status < $1.entry.status
    }
    guard !shared.isEmpty else { return nil }
    let type = types.takeTopLevel(name + "Failure", name + "CallFailure")
    var failures = SharedFailures(type: type, map: "\(name).failures")
    let planner = EndpointPlanner(api: api, types: types, keys: keys, shared: nil, signIns: nil, fields: nil)
    let scope = TypePlanner.Scope(names: NameScope())
    var names = NameScope(taken: ["self", "init"])
    for (entry, _, response) in shared {
      let base = planner.statusName(entry.status)
      let failure = planner.failureCase(response, named: names.take(base, base + "Value"), in: scope)
      failures.entries.append(entry)
      failures.cases.append(failure.payload)
      failures.lines.append(failure.line)
    }
    return failures
  }

  /// Whether a body is of a type with a name.
  private static func isShareable(_ content: DeclaredResponse.Content) -> Bool {
    switch content {
    case .none, .problem, .text, .bytes: true
    case .json(let schema): if case .reference = schema.shape { true } else { false }
    case .events, .lines: false
    }
  }
}
