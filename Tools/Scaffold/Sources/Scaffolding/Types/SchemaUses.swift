/// What the schemas with a name are used for, by the operations that are written.
struct SchemaUses {
  private(set) var uses: [Schema.Name: TypeUse] = [:]
  /// The groups of operations that reach each of them.
  private(set) var groups: [Schema.Name: Set<String>] = [:]
  private let schemas: [Schema.Name: Schema]

  init(_ api: API) {
    schemas = api.schemas
    for (name, use) in api.roots { visit(Schema(.reference(name)), use, "") }
    for operation in api.operations { add(operation) }
  }

  private mutating func add(_ operation: Operation) {
    for parameter in operation.parameters where parameter.place != .query {
      visit(parameter.schema, .parameter, operation.group)
    }
    for (field, use) in FieldList.uses(in: operation, resolve: schemas.resolved) {
      visit(field.schema, use, operation.group)
    }
    if let body = operation.body {
      switch body.format {
      case .json: visit(body.schema, .encoded, operation.group)
      case .multipart: visitParts(body.schema, operation.group)
      case .form, .text, .bytes: break
      }
    }
    for response in operation.responses {
      for content in [response.content, response.stream ?? .none] {
        switch content {
        case .json(let schema), .events(let schema), .lines(let schema):
          visit(schema, .decoded, operation.group)
        case .none, .problem, .text, .bytes: break
        }
      }
    }
  }

  /// The parts of a form are files, JSON, or text as parameters are.
  private mutating func visitParts(_ schema: Schema, _ group: String) {
    guard case .object(let object) = resolved(schema).shape else { return }
    for property in object.properties {
      switch FormPart(property.schema, in: schemas) {
      case .file: break
      case .json: visit(property.schema, .encoded, group)
      case .text: visit(property.schema, .parameter, group)
      }
    }
  }

  private func resolved(_ schema: Schema) -> Schema { schemas.resolved(schema) }

  private mutating func visit(_ schema: Schema, _ use: TypeUse, _ group: String) {
    var schema = schema
    if use == .parameter {
      // Anything else is text, or of a type of Swift.
      schema = ParameterValue.element(of: schema, resolved) ?? schema
      guard case .enumeration = resolved(schema).shape else { return }
    }
    var work = [(schema, use)]
    while let (schema, use) = work.popLast() {
      switch schema.shape {
      case .reference(let name):
        let isNew = uses[name]?.isSuperset(of: use) != true || groups[name]?.contains(group) != true
        guard isNew else { continue }
        uses[name, default: []].formUnion(use)
        groups[name, default: []].insert(group)
        if let next = schemas[name] { work.append((next, use)) }
      case .array(let element), .map(let element): work.append((element, use))
      case .object(let object): for property in object.properties { work.append((property.schema, use)) }
      case .union(let union): for variant in union.variants { work.append((variant, use)) }
      default: break
      }
    }
  }
}

extension Operation {
  /// The name of its file: its tag, or the first segment of its path that says something about it.
  var group: String {
    if let tag, !tag.isEmpty { return tag }
    let segments = path.split(separator: "/").dropFirst(prefixCount).filter { !$0.hasPrefix("{") }
    return (segments.first { !PathPrefix.isVersion($0) } ?? segments.first).map(String.init) ?? "Root"
  }
}
