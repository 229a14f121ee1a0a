import ReparteeJSON

/// One of the two versions that are compared, and what is written for it.
final class Side {
  /// Where a type is declared: beside others, or in the endpoint of an operation.
  enum Owner {
    case type(TypeDeclaration)
    case operation(Int)
  }

  /// An operation with its endpoints.
  struct Call {
    var operation: Operation
    var plan: EndpointPlan
    /// That of a stream that is declared beside another body.
    var stream: EndpointPlan?

    var use: Change.Use { Change.Use(name: plan.name, label: operation.label) }
  }

  let assembly: Assembly
  private(set) var calls: [Call] = []
  private var paths: [ObjectIdentifier: String] = [:]
  private var owners: [ObjectIdentifier: Owner] = [:]
  private var names: [ObjectIdentifier: Schema.Name] = [:]
  /// The names of the types that are declared beside others.
  private(set) var typeNames: Set<String> = []

  var types: TypePlanner { assembly.types }
  var schemas: [Schema.Name: Schema] { assembly.api.schemas }

  init(_ assembly: Assembly) {
    self.assembly = assembly
    for (name, declaration) in assembly.types.declarations {
      typeNames.insert(declaration.name)
      names[ObjectIdentifier(declaration)] = name
      note(declaration, in: "", of: .type(declaration))
    }
    var plans = assembly.plans[...]
    for operation in assembly.api.operations {
      guard let plan = plans.popFirst() else { break }
      var call = Call(operation: operation, plan: plan)
      if plans.first?.isSecond == true { call.stream = plans.popFirst() }
      for plan in [plan, call.stream].compactMap({ $0 }) {
        for declaration in plan.nested {
          note(declaration, in: plan.name + ".", of: .operation(calls.count))
        }
      }
      calls.append(call)
    }
  }

  private func note(_ declaration: TypeDeclaration, in prefix: String, of owner: Owner) {
    let id = ObjectIdentifier(declaration)
    paths[id] = prefix + declaration.name
    owners[id] = owner
    for nested in declaration.nested { note(nested, in: "\(prefix)\(declaration.name).", of: owner) }
  }

  /// `Order.State`
  func path(_ declaration: TypeDeclaration) -> String {
    paths[ObjectIdentifier(declaration)] ?? declaration.name
  }

  func owner(of declaration: TypeDeclaration) -> Owner {
    owners[ObjectIdentifier(declaration)] ?? .type(declaration)
  }

  /// Whether a type is declared beside others, and has a name of the document.
  func isTopLevel(_ declaration: TypeDeclaration) -> Bool {
    if case .type(let owner) = self.owner(of: declaration) { owner === declaration } else { false }
  }

  /// Whether a type is that of a schema where it is sent, which is another one where it is read.
  func isSent(_ declaration: TypeDeclaration) -> Bool {
    names[ObjectIdentifier(declaration)].map(SentSchemas.isSent) ?? false
  }

  /// The place of a type's schema in its document, sent or read.
  func pointer(_ declaration: TypeDeclaration) -> [String]? {
    let tokens = names[ObjectIdentifier(declaration)]?.pointer.tokens
    return isSent(declaration) ? tokens.map { Array($0.dropLast()) } : tokens
  }

  // MARK: Values

  /// A value at a place: its schema, its type without the question mark of an optional one, and the types that are
  /// declared where it is used.
  struct Value {
    var schema: Schema
    var type: String
    var nested: [TypeDeclaration] = []
    /// It is written as text: in a path, a query, a header field, or a field of a form.
    var isText = false
  }

  /// The values that are listed.
  struct Listed {
    var values: [JSONValue]
    var isInteger: Bool
    /// Others may come.
    var isOpen = false
    /// Another value than these is not read: it is not an `OpenEnum`.
    var isPlain = false
    /// Only some of its type's values, where it is used.
    var isPart = false
  }

  /// What a value is.
  enum View {
    case anything
    /// What it is in JSON, and in Swift.
    case scalar(String, type: String)
    case listed(Listed, TypeDeclaration?)
    case list(Value), map(Value)
    case object(Schema.Object, TypeDeclaration)
    case union(Schema.Union, UnionPlan, TypeDeclaration)
    /// A value that has no type of its own.
    case other(String)
  }

  func isNullable(_ schema: Schema) -> Bool { types.isNullable(schema) }

  func view(of value: Value) -> View {
    let (shell, leaf) = Self.parts(of: value.type)
    if value.type == "JSONValue" { return .anything }
    if value.type == "Request.Body" { return .scalar("file", type: value.type) }
    if value.type.hasPrefix("["), !value.type.hasPrefix("[String: "),
      let element = value.schema.listElement(types.resolved)
    {
      return .list(inner(of: value, element, drop: 1))
    }
    var schema = value.schema
    var declaration: TypeDeclaration?
    var seen: Set<Schema.Name> = []
    while case .reference(let name) = schema.shape {
      guard let next = schemas[name], seen.insert(name).inserted else { return .anything }
      schema = next
      declaration = types.declarations[name]
      if declaration != nil { break }
    }
    declaration = declaration ?? value.nested.first { $0.name == leaf }
    switch schema.shape {
    case .any, .null: return value.isText ? .scalar("text", type: value.type) : .anything
    case .boolean: return scalar("boolean", value)
    case .integer, .unsigned: return scalar("integer", value)
    case .number: return scalar("number", value)
    case .string: return scalar("string", value)
    case .constant(let constant):
      let kind: String? = constant.string != nil ? "string" : constant.int != nil ? "integer" : nil
      guard kind != nil else { return scalar(constant.bool != nil ? "boolean" : "number", value) }
      return .listed(Listed(values: [constant], isInteger: kind == "integer"), nil)
    case .enumeration(let enumeration):
      if enumeration.isOpen, declaration == nil { return scalar("string", value) }
      var listed = Listed(
        values: enumeration.values.map(\.value), isInteger: enumeration.isInteger, isOpen: enumeration.isOpen,
        isPlain: !shell.contains("OpenEnum"))
      if !value.schema.allowed.isEmpty {
        listed.values = value.schema.allowed
        listed.isPart = true
      }
      return .listed(listed, declaration)
    case .array(let element): return .list(inner(of: value, element, drop: 1))
    case .map(let element):
      guard value.type.hasPrefix("[String: ") else { return .other("an object as text") }
      return .map(inner(of: value, element, drop: "[String: ".count))
    case .object(let object):
      guard let declaration else { return .other("an object as text") }
      return .object(object, declaration)
    case .union(let union):
      if let declaration, case .union(let plan) = declaration.kind { return .union(union, plan, declaration) }
      if let given = union.valueUnlessEmpty {
        var value = value
        value.schema = given
        if value.type.hasPrefix("Emptyable<") { value.type = String(value.type.dropFirst(10).dropLast()) }
        return view(of: value)
      }
      return value.isText ? .scalar("text", type: value.type) : .other("one of several types")
    case .reference: return .anything
    }
  }

  private func scalar(_ kind: String, _ value: Value) -> View {
    .scalar(value.isText ? "text" : kind, type: value.type)
  }

  private func inner(of value: Value, _ element: Schema, drop: Int) -> Value {
    var inner = value
    inner.schema = element
    if value.type.hasPrefix("[") { inner.type = String(value.type.dropFirst(drop).dropLast()) }
    while inner.type.hasSuffix("?") { inner.type.removeLast() }
    return inner
  }

  /// What is around the name of a type, `[OpenEnum<·>]`, and the name.
  static func parts(of type: String) -> (shell: String, leaf: String) {
    var rest = type[...]
    var start = "", end = ""
    while true {
      if rest.hasSuffix("?") {
        rest = rest.dropLast()
        end = "?" + end
      } else if rest.hasPrefix("[String: "), rest.hasSuffix("]") {
        rest = rest.dropFirst("[String: ".count).dropLast()
        (start, end) = (start + "[String: ", "]" + end)
      } else if rest.hasPrefix("["), rest.hasSuffix("]") {
        rest = rest.dropFirst().dropLast()
        (start, end) = (start + "[", "]" + end)
      } else if rest.hasSuffix(">"), let open = rest.firstIndex(of: "<") {
        start += rest[...open]
        rest = rest[rest.index(after: open)...].dropLast()
        end = ">" + end
      } else {
        return ("\(start)·\(end)", String(rest))
      }
    }
  }
}
