/// What the schemas with a name are used for, by the operations that are written.
struct SchemaUses {
  /// The files whose operations reach a schema. That there are several is all that is known then: a list of them for
  /// each schema would take time by the number of both.
  enum Files: Equatable {
    case one(String)
    case several

    /// Adds a file, and returns whether that changes something.
    mutating func insert(_ file: String) -> Bool {
      guard case .one(let name) = self, name != file else { return false }
      self = .several
      return true
    }
  }

  private(set) var uses: [Schema.Name: TypeUse] = [:]
  private(set) var files: [Schema.Name: Files] = [:]
  private let schemas: [Schema.Name: Schema]
  private let fileName: (Operation) -> String

  /// - Parameter file: The name of an operation's file, if `files` are wanted.
  init(_ api: API, file: @escaping (Operation) -> String = { _ in "" }) {
    schemas = api.schemas
    fileName = file
    for (name, use) in api.roots { visit(Schema(.reference(name)), use, "") }
    for operation in api.operations { add(operation) }
  }

  private mutating func add(_ operation: Operation) {
    let file = fileName(operation)
    for parameter in operation.parameters where parameter.place != .query {
      visit(parameter.schema, .parameter, file)
    }
    for (field, use) in FieldList.uses(in: operation, resolve: schemas.resolved) {
      visit(field.schema, use, file)
    }
    if let body = operation.body {
      switch body.format {
      case .json: visit(body.schema, .encoded, file)
      case .multipart: visitParts(body.schema, file)
      case .form, .text, .bytes: break
      }
    }
    for response in operation.responses {
      for schema in response.schemas { visit(schema, .decoded, file) }
    }
  }

  /// The parts of a form are files, JSON, or text as parameters are.
  private mutating func visitParts(_ schema: Schema, _ file: String) {
    guard case .object(let object) = resolved(schema).shape else { return }
    for property in object.properties {
      switch FormPart(property.schema, in: schemas) {
      case .file: break
      case .json: visit(property.schema, .encoded, file)
      case .text: visit(property.schema, .parameter, file)
      }
    }
  }

  private func resolved(_ schema: Schema) -> Schema { schemas.resolved(schema) }

  private mutating func visit(_ schema: Schema, _ use: TypeUse, _ file: String) {
    var schema = schema
    if use == .parameter {
      // Anything else is text, or of a type of Swift.
      schema = schema.listElement(resolved) ?? schema
      guard case .enumeration = resolved(schema).shape else { return }
    }
    var work = [(schema, use)]
    while let (schema, use) = work.popLast() {
      switch schema.shape {
      case .reference(let name):
        let isNewUse = uses[name]?.isSuperset(of: use) != true
        let isNewFile = files[name] == nil || files[name]?.insert(file) == true
        if files[name] == nil { files[name] = .one(file) }
        guard isNewUse || isNewFile else { continue }
        uses[name, default: []].formUnion(use)
        if let next = schemas[name] { work.append((next, use)) }
      case .array(let element), .map(let element): work.append((element, use))
      case .object(let object): for schema in object.schemas { work.append((schema, use)) }
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
