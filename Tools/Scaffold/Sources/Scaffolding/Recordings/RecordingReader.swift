import ReparteeJSON

/// Makes a description of an API from what was recorded of it.
struct RecordingReader {
  /// The calls of one operation.
  struct Group {
    var operation: Operation
    var calls: [RecordedCall]
    var values: [[(name: String, value: String)]]
  }

  private(set) var api: API
  private(set) var groups: [Group] = []
  /// What was sent as a credential, the shortest first; it is written nowhere.
  private(set) var credentials: [String] = []

  /// Calls that load pages were left out.
  let hasPageCalls: Bool

  init(_ file: SourceFile, host: String? = nil, includesPages: Bool = false, selection: Selection) throws {
    let reader = try HARReader(file, includesPages: includesPages)
    hasPageCalls = reader.pageCalls > 0
    let origins = reader.calls.reduce(into: [String: Int]()) { $0[$1.origin, default: 0] += 1 }
    let wanted = origins.filter { origin, _ in host.map { origin.hasSuffix("://" + $0) } ?? true }
    guard let origin = wanted.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      throw file.error(
        host.map { "no request of the recording goes to \($0)" } ?? "the recording has no requests",
        at: Pointer(["log", "entries"]))
    }
    var calls = reader.calls.filter { $0.origin == origin && $0.method != "OPTIONS" }
    let base = Self.basePath(calls.map(\.segments))
    for index in calls.indices { calls[index].segments.removeFirst(base.count) }
    let server = origin + base.map { "/" + $0 }.joined()
    api = API(title: Self.title(origin), servers: [Server(server)])
    api.documentation = "Written from a recording of \(calls.count) calls: it has only what was recorded."
    api.omissions = reader.omissions
    let others = reader.calls.count { $0.origin != origin }
    if others > 0 {
      api.omissions.append(
        Omission(
          operation: "\(others) calls", reason: "they go to other hosts; --host names another one",
          isOperation: false))
    }
    for call in calls { noteSchemes(call) }
    credentials = Set(calls.flatMap(Self.credentials)).sorted { $0.utf8.count < $1.utf8.count }
    var names: [String: Secrets.Secrecy] = [:]
    for index in calls.indices { calls[index].mask(credentials, names: &names) }
    makeGroups(calls, selection: selection)
    api.omissions += selection.unmatched(
      by: groups.map { (method: $0.operation.method, path: $0.operation.path, name: $0.operation.name) })
    guard !groups.isEmpty else { throw InputError("no operation is selected", file: file.name) }
    describe()
  }

  /// `/v1` in front of all paths belongs to the base URL.
  private static func basePath(_ paths: [[String]]) -> [String] {
    guard let first = paths.first?.first, first.hasPrefix("v") || first == "api", first.count <= 4,
      paths.allSatisfy({ $0.first == first })
    else { return [] }
    return [first]
  }

  private static func title(_ origin: String) -> String {
    let host = origin.split(separator: "/").last ?? ""
    let labels = host.split(separator: ":")[0].split(separator: ".").filter { $0 != "www" && $0 != "api" }
    if labels.isEmpty || labels.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return "Recorded" }
    return String(labels.count > 1 ? labels[labels.count - 2] : labels[0])
  }

  // MARK: Credentials

  private static func credentials(of call: RecordedCall) -> [String] {
    let fields = call.headers.filter { Secrets.isSecret($0.name) }.flatMap { Secrets.values(in: $0.value) }
    let items = call.query.filter { Secrets.isCredentialItem($0.name) }.map(\.value)
    return (fields + items).filter { $0.count >= 8 }
  }

  private mutating func noteSchemes(_ call: RecordedCall) {
    for (name, value) in call.headers where Secrets.isSecret(name) { note(name, value) }
    for (name, _) in call.query where Secrets.isCredentialItem(name) {
      note(SecurityScheme(name: name, kind: .query(name)))
    }
  }

  private mutating func note(_ field: String, _ value: String) {
    switch field.lowercased() {
    case "authorization":
      switch value.split(separator: " ").first?.lowercased() {
      case "bearer": note(SecurityScheme(name: "bearer token", kind: .bearer))
      case "basic": note(SecurityScheme(name: "user", kind: .basic))
      default: note(SecurityScheme(name: "key", kind: .header(field)))
      }
    case "cookie": break
    default: note(SecurityScheme(name: field, kind: .header(field)))
    }
  }

  private mutating func note(_ scheme: SecurityScheme) {
    guard !api.security.contains(where: { $0.name.lowercased() == scheme.name.lowercased() }) else { return }
    api.security.append(scheme)
  }

  // MARK: Operations

  private mutating func makeGroups(_ calls: [RecordedCall], selection: Selection) {
    let shapes = PathShapes(calls: calls.map { RecordedPath($0) })
    var indexes: [String: Int] = [:]
    let templates = calls.map { shapes.template(of: $0.segments) }
    let paths = zip(calls, templates).map { call, template in
      "/" + template.segments.joined(separator: "/") + call.trailingSlash
    }
    let prefixCount = PathPrefix.count(all: paths, selected: paths)
    for ((call, template), path) in zip(zip(calls, templates), paths) {
      let label = "\(call.method) \(path)"
      if let index = indexes[label] {
        groups[index].calls.append(call)
        groups[index].values.append(template.values)
        continue
      }
      let name = Self.name(
        call.method, Array(template.segments.dropFirst(prefixCount)),
        isList: call.response?.json?.array != nil)
      guard selection.includes(method: call.method, path: path, name: name) else { continue }
      indexes[label] = groups.count
      var operation = Operation(method: call.method, path: path, name: name)
      operation.prefixCount = prefixCount
      groups.append(Group(operation: operation, calls: [call], values: [template.values]))
    }
  }

  private static func name(_ method: String, _ segments: [String], isList: Bool) -> String {
    let endsInValue = segments.last?.hasPrefix("{") ?? false
    let verbs = [
      "GET": isList || (!endsInValue && isPlural(segments.last)) ? "list" : "get", "POST": "create",
      "PUT": "put", "PATCH": "update", "DELETE": "delete", "HEAD": "check",
    ]
    var nouns: [String] = []
    for (index, full) in segments.enumerated() where !full.hasPrefix("{") {
      let segment = PathShapes.name(of: full)
      let isItem = index + 1 < segments.count && segments[index + 1].hasPrefix("{")
      let isNew = index + 1 == segments.count && method == "POST"
      nouns.append(isItem || isNew ? Names.singular(segment) ?? segment : segment)
    }
    let noun = nouns.isEmpty ? "root" : nouns.suffix(2).joined(separator: " ")
    return "\(verbs[method] ?? method.lowercased()) \(noun)"
  }

  private static func isPlural(_ segment: String?) -> Bool {
    segment.flatMap { Names.singular(PathShapes.name(of: $0)) } != nil
  }

  private mutating func describe() {
    var models = RecordedModels()
    for group in groups {
      let place = Self.place(of: group.operation.path)
      for (status, calls) in Self.byStatus(group.calls) {
        let bodies = calls.compactMap(\.response?.json)
        let error = RecordedModels.Place(noun: "error", path: "error")
        models.add(bodies, at: status < 400 ? place : error, key: Self.key(group.operation, status))
      }
      var sent = place
      sent.isBody = true
      let bodies = group.calls.filter { $0.status < 400 }.compactMap(\.body?.json)
      models.add(bodies, at: sent, key: Self.key(group.operation))
    }
    for index in groups.indices {
      groups[index].operation = operation(groups[index], models: models)
    }
    api.operations = groups.map(\.operation)
    api.schemas = models.schemas()
  }

  /// Of the response with a status, or of what is sent.
  private static func key(_ operation: Operation, _ status: Int? = nil) -> String {
    operation.label + (status.map { " \($0)" } ?? "")
  }

  private static func place(of path: String) -> RecordedModels.Place {
    let segments = path.split(separator: "/").map(String.init)
    func noun(_ segment: String) -> String {
      let name = PathShapes.name(of: segment)
      return Names.singular(name) ?? name
    }
    guard let end = segments.lastIndex(where: { !$0.hasPrefix("{") }) else {
      return RecordedModels.Place(noun: "root", path: "/")
    }
    return RecordedModels.Place(
      noun: noun(segments[end]), owner: segments[..<end].last { !$0.hasPrefix("{") }.map(noun),
      path: segments[...end].joined(separator: "/"))
  }

  private static func byStatus(_ calls: [RecordedCall]) -> [(Int, [RecordedCall])] {
    Dictionary(grouping: calls, by: \.status).sorted { $0.key < $1.key }
  }

  private func operation(_ group: Group, models: RecordedModels) -> Operation {
    var operation = group.operation
    for (index, value) in (group.values.first ?? []).enumerated() {
      let seen = group.values.map { $0[index].value }
      operation.parameters.append(
        Parameter(name: value.name, place: .path, isRequired: true, schema: Schema(Self.shape(of: seen))))
    }
    var names: [String] = []
    for (name, _) in group.calls.flatMap(\.query)
    where !names.contains(name) && !Secrets.isCredentialItem(name) {
      names.append(name)
    }
    for name in names {
      let lists = group.calls.map { call in call.query.filter { $0.name == name }.map(\.value) }
      var shape = Self.shape(of: lists.flatMap { $0 })
      if lists.contains(where: { $0.count > 1 }) { shape = .array(Schema(shape)) }
      operation.parameters.append(
        Parameter(
          name: name, place: .query, isRequired: lists.allSatisfy { !$0.isEmpty }, schema: Schema(shape)))
    }
    operation.body = body(group, models: models, &operation.remarks)
    operation.responses = Self.byStatus(group.calls).filter { $0.0 != 304 }.map { status, calls in
      response(status, calls, models: models, of: &operation)
    }
    return operation
  }

  private func body(_ group: Group, models: RecordedModels, _ remarks: inout [String]) -> Body? {
    let bodies = group.calls.compactMap(\.body)
    guard let first = bodies.first else { return nil }
    let type = String(first.contentType.split(separator: ";").first ?? "")
    var format = MediaType(first.contentType).bodyFormat
    if bodies.contains(where: \.isNoJSON) {
      let isAll = bodies.allSatisfy(\.isNoJSON)
      if isAll { format = .text }
      remarks.append(
        "\(isAll ? "What was sent" : "One body that was sent") is said to be `\(type)`, and is not JSON"
          + (isAll ? "." : ": it is left out."))
    }
    var body = Body(
      format: format, contentType: type, schema: .any, isRequired: bodies.count == group.calls.count)
    switch format {
    case .json:
      let accepted = group.calls.filter { $0.status < 400 }.compactMap(\.body?.json)
      let values = accepted.isEmpty ? bodies.compactMap(\.json) : accepted
      body.schema = models.schema(of: Sample(values), key: Self.key(group.operation))
    case .form, .multipart:
      var object = JSONObject()
      var properties: [Schema.Property] = []
      for (name, value) in bodies.flatMap(\.form) where object[name] == nil {
        object[name] = .string(value)
        let isFile = format == .multipart && name == "file"
        properties.append(
          Schema.Property(
            key: name, schema: Schema(.string(isFile ? .binary : .plain)),
            isRequired: bodies.allSatisfy { $0.form.contains { $0.name == name } }))
      }
      body.schema = Schema(.object(Schema.Object(properties: properties)))
    case .text, .bytes: break
    }
    return body
  }

  private func response(
    _ status: Int, _ calls: [RecordedCall], models: RecordedModels, of operation: inout Operation
  ) -> DeclaredResponse {
    var response = DeclaredResponse(status: .code(status), content: .none)
    response.hasLink = calls.contains { $0.responseHeaders.contains { $0.name.lowercased() == "link" } }
    let bodies = calls.compactMap(\.response)
    guard let first = bodies.first else { return response }
    let type = MediaType(first.contentType)
    response.contentType = first.contentType
    let values = bodies.compactMap(\.json)
    if type.isProblem {
      response.content = .problem
    } else if !values.isEmpty {
      response.content = .json(models.schema(of: Sample(values), key: Self.key(operation, status)))
    } else if type.isEvents {
      response.content = .events(.any)
    } else if type.isSequence {
      response.content = .sequence(Sample(bodies.flatMap(\.values)).schema())
    } else if type.isLines || bodies.allSatisfy({ !$0.values.isEmpty }) {
      response.content = .lines(Sample(bodies.flatMap(\.values)).schema())
    } else {
      response.content = type.isText || type.isJSON ? .text : .bytes
    }
    let wrong = bodies.filter { $0.isNoJSON && $0.values.isEmpty }
    if !wrong.isEmpty {
      operation.remarks.append(
        "\(status) was recorded as `\(type.name)` with a body that is not JSON"
          + (values.isEmpty ? ": it is read as text." : ", which is left out."))
    }
    return response
  }

  /// What all of these texts are: integers as Swift writes them, `true` and `false`, or strings.
  static func shape(of texts: [String]) -> Schema.Shape {
    guard !texts.isEmpty else { return .string(.plain) }
    if texts.allSatisfy({ Int($0) != nil && String(Int($0) ?? 0) == $0 }) { return .integer }
    if texts.allSatisfy({ $0 == "true" || $0 == "false" }) { return .boolean }
    return .string(.plain)
  }
}
