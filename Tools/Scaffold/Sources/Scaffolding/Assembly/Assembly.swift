import ReparteeJSON

/// Puts the files together.
struct Assembly {
  let api: API
  let options: ScaffoldOptions
  let name: String
  let keys: KeyStyle
  let types: TypePlanner
  let fields: ResponseFields
  let signIns: SignIns
  var shared: SharedFailures?
  var plans: [EndpointPlan] = []

  init(_ api: API, options: ScaffoldOptions) {
    self.api = api
    self.options = options
    let title = options.name.map { Names.type($0) } ?? Self.name(of: api.title)
    name = TypePlanner.reserved.contains(title) ? title + "API" : title
    keys = Self.keyStyle(api, previous: options.previous)
    let endpointNames = Self.endpointNames(api, named: name, previous: options.previous)
    types = TypePlanner(
      api, named: name, keys: keys, endpointNames: endpointNames, previous: options.previous?.types ?? [:])
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

  func files() -> [WrittenFile] {
    if api.isModelsOnly { return modelsFile() }
    var writers: [String: SwiftWriter] = [:]
    // Some file systems ignore the case of names.
    var taken: Set<String> = [name.lowercased(), "models"]
    var fileNames: [String: String] = [:]
    let prefix = Self.sharedWords(Set(plans.map(\.group)).sorted())
    var known: [String: String] = [:]
    func fileName(_ group: String) -> String {
      if let name = known[group] { return name }
      let name = newFileName(group)
      known[group] = name
      return name
    }
    func newFileName(_ group: String) -> String {
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
      // In place: a copy for each declaration would take time by the square of the file's length.
      if writers[file]?.text.isEmpty == false { writers[file]?.line() }
      body(&writers[file, default: SwiftWriter()])
    }
    write(to: name) { clientWriter.write(to: &$0) }
    for plan in plans { write(to: fileName(plan.group)) { endpointWriter.write(plan, to: &$0) } }
    let users = SchemaUses(api, file: { fileName($0.group) }).files
    for (schema, declaration) in types.declarations.sorted(by: { $0.value.name < $1.value.name }) {
      let file = if case .one(let name) = users[schema] { name } else { "Models" }
      write(to: file) { typeWriter.write(declaration, to: &$0) }
    }
    return writers.sorted { $0.key < $1.key }.map { file($0, $1.text) }
  }

  private var clientWriter: ClientWriter {
    ClientWriter(
      api: api, name: name, style: options.style, keys: keys, shared: shared, types: types, fields: fields,
      signIns: signIns)
  }

  /// Models alone, in one file.
  private func modelsFile() -> [WrittenFile] {
    let typeWriter = TypeWriter(style: options.style, keys: keys)
    var writer = SwiftWriter()
    if keys == .snakeCase { writer.comment("Read these with `JSONCoder(keys: .snakeCase)`.") }
    for declaration in types.declarations.values.sorted(by: { $0.name < $1.name }) {
      if !writer.text.isEmpty { writer.line() }
      typeWriter.write(declaration, to: &writer)
    }
    if writer.text.isEmpty { return [] }
    clientWriter.support(to: &writer)
    return [file("Models", writer.text)]
  }

  /// Models alone, in a file of their name.
  func modelFiles() -> [WrittenFile] {
    let typeWriter = TypeWriter(style: options.style, keys: keys)
    return types.declarations.values.sorted { $0.name < $1.name }.map { declaration in
      var writer = SwiftWriter()
      if keys == .snakeCase { writer.comment("Read this with `JSONCoder(keys: .snakeCase)`.") }
      typeWriter.write(declaration, to: &writer)
      return file(declaration.name, writer.text)
    }
  }

  private func file(_ name: String, _ text: String) -> WrittenFile {
    WrittenFile(name: name + ".swift", text: Imports(access: options.style.access).text(for: text) + text)
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

  /// An operation keeps the name that it had.
  private static func endpointNames(_ api: API, named name: String, previous: RecordedNames?) -> [String] {
    var scope = NameScope(taken: TypePlanner.reserved.union([name]).union(TypePlanner.reserved(in: api)))
    let known = api.operations.map { previous?.operations[$0.recordKey] }
    // Those that stay are taken before new ones.
    let kept = known.map { name in name.flatMap { scope.contains($0) ? nil : scope.take($0) } }
    for name in (previous?.types ?? [:]).values.sorted() { _ = scope.take(name) }
    return zip(kept, OperationNames(api).names).map { kept, name in
      kept ?? scope.take(name, name + "Endpoint")
    }
  }

  var recordedNames: RecordedNames {
    var names = RecordedNames()
    names.api = name
    for (operation, plan) in zip(api.operations, plans.filter { !$0.isSecond }) {
      names.operations[operation.recordKey] = plan.name
    }
    for (schema, declaration) in types.declarations {
      names.types[RecordedNames.key(schema)] = declaration.name
    }
    names.readsSnakeCase = keys == .snakeCase
    return names
  }

  private static func keyStyle(_ api: API, previous: RecordedNames?) -> KeyStyle {
    if previous?.readsSnakeCase == false { return .asDeclared }
    let uses = SchemaUses(api).uses
    var found = KeyCount(schemas: api.schemas)
    for (name, use) in uses { if let schema = api.schemas[name] { found.count(schema, use) } }
    for operation in api.operations {
      if let body = operation.body, body.format == .json { found.count(body.schema, .encoded) }
      for (field, use) in FieldList.uses(in: operation, resolve: api.schemas.resolved) {
        found.count(field.schema, use)
      }
      for response in operation.responses {
        for schema in response.schemas { found.count(schema, .decoded) }
      }
    }
    return found.snakeCase > 0 && found.isExpressible ? .snakeCase : .asDeclared
  }

  private static func sharedFailures(
    _ api: API, named name: String, types: TypePlanner, keys: KeyStyle
  ) -> SharedFailures? {
    var counts: [(entry: SharedFailures.Entry, count: Int, response: DeclaredResponse)] = []
    var indexes: [SharedFailures.Entry: Int] = [:]
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
        if let index = indexes[entry] {
          counts[index].count += 1
        } else {
          indexes[entry] = counts.count
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
    case .events, .lines, .sequence: false
    }
  }
}
