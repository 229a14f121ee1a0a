import ReparteeJSON

/// Decides which Swift types stand for the schemas.
final class TypePlanner {
  /// Where types are declared that have no name in the document: in a type, or in an endpoint.
  final class Scope {
    /// Those of types and of members: where the first letter has no case, both have the same spelling.
    var names: NameScope
    var nested: [TypeDeclaration] = []
    /// The type or endpoint that the types are for.
    let owner: String
    /// The types that are used here, and that no nested one may hide.
    let used: Set<String>
    let isEndpoint: Bool

    init(names: NameScope, owner: String = "", used: Set<String> = [], isEndpoint: Bool = false) {
      self.names = names
      self.owner = owner
      self.used = used
      self.isEndpoint = isEndpoint
    }

    /// Takes a name for a property or a case, which hides no type that is used here.
    func takeMember(_ names: [String]) -> String {
      let free = names.filter { !used.contains($0) && !TypePlanner.reserved.contains($0) }
      return self.names.take(free.isEmpty ? [(names.last ?? "value") + "Value"] : free)
    }
  }

  let api: API
  let apiName: String
  let keys: KeyStyle
  /// The types with a name in the document, in the order of their names.
  private(set) var declarations: [Schema.Name: TypeDeclaration] = [:]
  var needsBox = false
  /// The members that have another name than their keys say, since that would hide a type.
  var renamedMembers: [Schema.Object: [String: String]] = [:]
  var needsOtherKeys = false
  /// Whether a field of a form takes an empty text in place of its value.
  private(set) var needsEmptyable = false

  var typeNames: [Schema.Name: String] = [:]
  /// What schemas are called that stand within others, or in an operation.
  private let texts: [Schema.Name: String]
  private var topLevel: NameScope
  /// The schemas without a type of their own that are being written where they are used: lists may contain themselves.
  private var inlined: Set<Schema.Name> = []
  private var level = 0
  /// The most levels of types within each other; deeper ones are any JSON.
  private static let maximumLevel = 100
  /// Those at the top level that a nested type may hide where they are not used.
  private var hideable: Set<String>
  private let uses: [Schema.Name: TypeUse]
  let cycles: ReferenceCycles

  /// - Parameter previous: The names that schemas had, which they keep.
  init(
    _ api: API, named apiName: String, keys: KeyStyle, endpointNames: [String],
    previous: [String: String] = [:]
  ) {
    self.api = api
    self.apiName = apiName
    self.keys = keys
    uses = SchemaUses(api).uses
    cycles = ReferenceCycles(api.schemas)
    let operations = Dictionary(
      zip(api.operations.map(\.label), endpointNames), uniquingKeysWith: { first, _ in first })
    texts = api.placedNames.mapValues { placed in
      placed.operation.map { "\(operations[$0] ?? placed.operationName) \(placed.text)" } ?? placed.text
    }
    topLevel = NameScope(
      taken: Self.reserved.union([apiName]).union(endpointNames).union(Self.reserved(in: api)))
    hideable = Set(endpointNames)
    let reached = uses.keys.map { ($0.text, $0) }.sorted { $0 < $1 }.map(\.1)
    let texts = Self.shortNames(Array(api.schemas.keys), self.texts)
    for name in reached where isNominal(name) {
      guard let kept = previous[RecordedNames.key(name)], !topLevel.contains(kept) else { continue }
      typeNames[name] = topLevel.take([kept])
      hideable.insert(kept)
    }
    // Names that the document gives come first.
    func isMade(_ name: Schema.Name) -> Bool { SharedSchemas.isShared(name) || SentSchemas.isSent(name) }
    for name in reached.filter({ !isMade($0) }) + reached.filter(isMade)
    where isNominal(name) && typeNames[name] == nil {
      let base = Names.type(texts[name] ?? name.text)
      // What an endpoint of that name sends.
      let isBody = endpointNames.contains(base) && uses[name] == .encoded
      let type = topLevel.take([base] + (isBody ? [base + "Body"] : []) + [apiName + base, base + "Model"])
      typeNames[name] = type
      hideable.insert(type)
    }
    for name in reached where typeNames[name] != nil { declare(name) }
  }

  func isFree(_ name: String) -> Bool { !topLevel.contains(name) }

  /// The names without what is before their last dot, where that is enough to distinguish them.
  private static func shortNames(
    _ names: [Schema.Name], _ texts: [Schema.Name: String]
  ) -> [Schema.Name: String] {
    var count: [String: Int] = [:]
    func text(_ name: Schema.Name) -> String { texts[name] ?? name.text }
    func suffix(_ name: Schema.Name, _ length: Int) -> String {
      text(name).split(separator: ".").suffix(length).joined(separator: " ")
    }
    let longest = names.map { text($0).split(separator: ".").count }.max() ?? 1
    for name in names {
      for length in 1...max(1, longest) {
        count["\(length) " + Names.type(suffix(name, length)), default: 0] += 1
      }
    }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let length = (1...max(1, longest)).first { count["\($0) " + Names.type(suffix(name, $0))] == 1 }
        return (name, suffix(name, length ?? longest))
      })
  }

  /// Whether a nested type may have a name: it hides none that is used.
  private func isFree(_ name: String, in scope: Scope) -> Bool {
    if Self.reserved.contains(name) { return Self.nestable.contains(name) }
    return !topLevel.contains(name) || (hideable.contains(name) && !scope.used.contains(name))
  }

  /// The types with a name that schemas use, not those that these use in turn.
  func typesUsed(by schemas: [Schema]) -> Set<String> {
    var names: Set<String> = []
    var seen: Set<Schema.Name> = []
    var work = schemas
    while let schema = work.popLast() {
      switch schema.shape {
      case .reference(let name):
        if let type = typeNames[name] {
          names.insert(type)
        } else if seen.insert(name).inserted, let target = api.schemas[name] {
          work.append(target)
        }
      case .array(let element), .map(let element): work.append(element)
      case .object(let object): work += object.schemas
      case .union(let union): work += union.variants
      default: break
      }
    }
    return names
  }

  func takeTopLevel(_ names: String...) -> String { topLevel.take(names) }

  // MARK: Named schemas

  /// What the document calls a schema.
  func text(of name: Schema.Name) -> String { texts[name] ?? name.text }

  /// The schema behind references to references.
  func resolved(_ schema: Schema) -> Schema { api.schemas.resolved(schema) }

  private func isNominal(_ name: Schema.Name) -> Bool {
    switch api.schemas[name]?.shape {
    case .object, .enumeration, .union: true
    default: false
    }
  }

  private func declare(_ name: Schema.Name) {
    guard let typeName = typeNames[name], let schema = api.schemas[name], let use = uses[name] else { return }
    let scope = Scope(names: NameScope(), owner: typeName, used: typesUsed(by: [schema]))
    declarations[name] = declaration(typeName, schema, use: use, owner: name, in: scope)
  }

  // MARK: Types

  /// The type of a schema as it is written, without the question mark of an optional one.
  func type(
    of schema: Schema, use: TypeUse, named hint: String, in scope: Scope, owner: Schema.Name? = nil
  ) -> String {
    guard level < Self.maximumLevel else { return "JSONValue" }
    level += 1
    defer { level -= 1 }
    switch schema.shape {
    case .any, .null: return "JSONValue"
    case .boolean: return "Bool"
    case .integer: return "Int"
    case .unsigned: return "UInt64"
    case .number: return "Double"
    case .string(let format): return Self.type(of: format, use: use)
    case .constant(let value): return value.string != nil ? "String" : value.bool != nil ? "Bool" : "Int"
    case .array(let element):
      return
        "[\(elementType(element, use: use, named: Names.singular(hint) ?? hint, in: scope, owner: owner))]"
    case .map(let value):
      return
        "[String: \(elementType(value, use: use, named: Names.singular(hint) ?? hint, in: scope, owner: owner))]"
    case .reference(let name):
      if let type = typeNames[name] {
        guard case .enumeration(let enumeration) = api.schemas[name]?.shape else { return type }
        return isOpen(enumeration, use: uses[name] ?? use, here: use) ? "OpenEnum<\(type)>" : type
      }
      guard let target = api.schemas[name], inlined.insert(name).inserted else { return "JSONValue" }
      defer { inlined.remove(name) }
      return type(of: target, use: use, named: hint, in: scope, owner: owner)
    case .enumeration(let enumeration):
      let name = nest(schema, use: use, named: hint, in: scope, owner: owner)
      return isOpen(enumeration, use: use, here: use) ? "OpenEnum<\(name)>" : name
    case .union(let union) where use.isForItems:
      guard let value = union.valueUnlessEmpty else { break }
      let type = type(of: value, use: use, named: hint, in: scope, owner: owner)
      if type == "String" { return type }
      needsEmptyable = true
      return "Emptyable<\(type)>"
    case .object, .union: break
    }
    return nest(schema, use: use, named: hint, in: scope, owner: owner)
  }

  private func elementType(
    _ schema: Schema, use: TypeUse, named hint: String, in scope: Scope, owner: Schema.Name?
  ) -> String {
    let type = type(of: schema, use: use, named: hint, in: scope, owner: owner)
    return isNullable(schema) && type != "JSONValue" ? type + "?" : type
  }

  func isNullable(_ schema: Schema) -> Bool {
    if schema.isNullable { return true }
    guard case .reference = schema.shape else { return false }
    return resolved(schema).isNullable
  }

  /// A server may add values to what it sends; what a program sends is one of those known.
  private func isOpen(_ enumeration: Schema.Enumeration, use: TypeUse, here: TypeUse) -> Bool {
    if here.contains(.parameter) { return false }
    return enumeration.isOpen || use.contains(.decoded)
  }

  /// Whether a value of this enumeration, in what is sent, is an `OpenEnum`.
  func isOpenWhenSent(_ schema: Schema) -> Bool {
    var use: TypeUse = .encoded
    if case .reference(let name) = schema.shape { use = uses[name] ?? use }
    guard case .enumeration(let enumeration) = resolved(schema).shape else { return false }
    return isOpen(enumeration, use: use, here: .encoded)
  }

  private static func type(of format: Schema.Format, use: TypeUse) -> String {
    switch format {
    case .plain: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: use.contains(.parameter) || use.isForItems ? "String" : "URL"
    case .base64: use.contains(.parameter) || use.isForItems ? "String" : "Data"
    case .binary: "String"
    case .integer: quoted("Int", use)
    case .unsigned: quoted("UInt64", use)
    case .number: quoted("Double", use)
    }
  }

  /// A number in quotes, which are not there in a query.
  private static func quoted(_ type: String, _ use: TypeUse) -> String {
    use.contains(.parameter) || use.isForItems ? type : "Quoted<\(type)>"
  }

  // MARK: Types without a name

  private func nest(
    _ schema: Schema, use: TypeUse, named hint: String, in scope: Scope, owner: Schema.Name?
  ) -> String {
    let hinted = Names.type(hint)
    let base = hinted == "Type" ? "Kind" : hinted
    // Without a letter that has a case, the property has this name.
    var candidates = base == Names.member(hint) ? [] : [base]
    if isExpandable(schema) { candidates.append(base + "OrID") }
    if let word = Names.words(of: scope.owner).last {
      candidates.append(Names.type("\(Names.singular(word) ?? word) \(base)"))
    }
    if let title = schema.title, Self.isName(title) { candidates.append(Names.type(title)) }
    candidates += [scope.owner + base, base + "Value"]
    candidates.removeAll { !isFree($0, in: scope) }
    // A parameter's type is not what the endpoint returns.
    let isOutput = hint == "Output" && use.contains(.decoded)
    if scope.isEndpoint { candidates.removeAll { $0 == "Failure" || ($0 == "Output" && !isOutput) } }
    let name = scope.names.take(candidates + [base + "Item"])
    let place = Self.places.contains(name) ? scope.owner : name
    let inner = Scope(names: NameScope(), owner: place, used: scope.used)
    let declaration = declaration(name, schema, use: use, owner: owner, in: inner)
    // It is documented where the type is used.
    declaration.documentation = nil
    scope.nested.append(declaration)
    return name
  }

  static func isName(_ title: String) -> Bool {
    title.count <= 40
      && title.unicodeScalars.allSatisfy { $0 == " " || $0 == "_" || $0.properties.isAlphabetic }
  }

  /// Whether a value is an object or its identifier.
  func isExpandable(_ schema: Schema) -> Bool {
    guard case .union(let union) = schema.shape else { return false }
    let shapes = union.variants.map { resolved($0).shape }
    let hasID = shapes.contains { shape in
      if case .object(let object) = shape { object.properties.contains { $0.key == "id" } } else { false }
    }
    return hasID && shapes.contains(.string(.plain))
  }

  private func declaration(
    _ name: String, _ schema: Schema, use: TypeUse, owner: Schema.Name?, in scope: Scope
  ) -> TypeDeclaration {
    for taken in ["CodingKeys", "Type", "Protocol", "Self", "self", "init", name] {
      _ = scope.names.take(taken)
    }
    let kind: TypeDeclaration.Kind
    switch schema.shape {
    case .object(let object): kind = .structure(members(of: object, use: use, in: scope, owner: owner))
    case .enumeration(let enumeration):
      kind = .enumeration(cases(of: enumeration), isInteger: enumeration.isInteger)
    case .union(let union): kind = .union(plan(union, named: name, use: use, in: scope, owner: owner))
    default: kind = .structure([])
    }
    let declaration = TypeDeclaration(name, kind, use: use)
    declaration.documentation = schema.documentation
    if case .object(let object) = schema.shape {
      addOtherKeys(of: object, to: declaration, in: scope, owner: owner)
    }
    declaration.isDeprecated = schema.isDeprecated
    declaration.nested = scope.nested
    return declaration
  }
}

extension TypeUse {
  static let both: TypeUse = [.decoded, .encoded]

  /// Whether all that it is used for is to be items of a query or a form.
  var isForItems: Bool { isSuperset(of: .fields) && !contains(.decoded) }
}
