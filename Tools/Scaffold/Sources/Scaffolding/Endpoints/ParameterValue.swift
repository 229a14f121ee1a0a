/// How a value stands in a path, a query, a header field or a form.
struct ParameterValue {
  enum Kind { case text, plain, date, enumeration(isInteger: Bool) }

  private(set) var type: String
  private(set) var remark: String?
  private var kind: Kind
  private(set) var isArray = false
  private let arrays: Parameter.ArrayStyle

  init(
    _ schema: Schema, place: Parameter.Place, types: TypePlanner, scope: TypePlanner.Scope,
    named name: String, arrays: Parameter.ArrayStyle = .repeated, use: TypeUse = .parameter
  ) {
    self.arrays = arrays
    kind = .text
    type = "String"
    var value = schema
    if let element = schema.listElement(types.resolved) {
      isArray = true
      value = element
    }
    switch types.resolved(value).shape {
    case .boolean: (type, kind) = ("Bool", .plain)
    case .integer: (type, kind) = ("Int", .plain)
    case .unsigned: (type, kind) = ("UInt64", .plain)
    case .number: (type, kind) = ("Double", .plain)
    case .string(.integer): (type, kind) = ("Int", .plain)
    case .string(.unsigned): (type, kind) = ("UInt64", .plain)
    case .string(.number): (type, kind) = ("Double", .plain)
    case .string(.uuid): (type, kind) = ("UUID", .plain)
    case .string(.date) where place == .query && arrays == .repeated: (type, kind) = ("Date", .date)
    case .constant(let constant) where constant.string == nil:
      (type, kind) = (constant.bool == nil ? "Int" : "Bool", .plain)
    case .enumeration(let enumeration) where !enumeration.isOpen:
      kind = .enumeration(isInteger: enumeration.isInteger)
      type = types.type(
        of: value, use: use, named: isArray ? Names.singular(name) ?? name : name, in: scope)
    case .string, .constant, .enumeration: break
    case .object, .map, .union, .any, .null, .array, .reference: remark = "As text."
    }
    if isArray { type = "[\(type)]" }
  }

  func path(_ name: String) -> String {
    guard isArray else { return name }
    let separator = if case .joined(let text) = arrays { text } else { "," }
    return joined(name, isOptional: false, by: separator)
  }

  /// The arguments that join the elements of a list in a query, where what separates them is not encoded; nil for none.
  func joining(_ member: Member) -> String? {
    guard isArray, case .joined(let separator) = arrays else { return nil }
    let end = separator == "," ? "" : ", by: \(Literal.string(separator))"
    return "joining: \(member.name.escapedName)\(end)"
  }

  func field(_ member: Member) -> String {
    let name = member.name.escapedName
    guard isArray, case .joined(let separator) = arrays else { return name }
    return joined(name, isOptional: member.isOptional, by: separator)
  }

  func header(_ name: String) -> String {
    if isArray { return joined(name, isOptional: false, by: ",") }
    switch kind {
    case .text, .date: return name
    case .plain where type == "Int": return name
    case .plain: return "\"\\(\(name))\""
    case .enumeration: return "\(name).rawValue"
    }
  }

  /// `"key=\(name)"`
  func cookie(_ name: String, named key: String) -> String {
    let value = isArray ? joined(name, isOptional: false, by: ",") : elementValue(name)
    return "\"\(Literal.string(key).dropFirst().dropLast())=\\(\(value))\""
  }

  /// The text of one value.
  func elementText(_ name: String) -> String {
    switch kind {
    case .text: name
    case .enumeration(isInteger: false): "\(name).rawValue"
    default: "\"\\(\(elementValue(name)))\""
    }
  }

  private func elementValue(_ name: String) -> String {
    if case .enumeration = kind { "\(name).rawValue" } else { name }
  }

  private func joined(_ name: String, isOptional: Bool, by separator: String) -> String {
    let start = name + (isOptional ? "?" : "")
    let end = ".joined(separator: \(Literal.string(separator)))"
    switch kind {
    case .text: return start + end
    case .enumeration(isInteger: false): return "\(start).map(\\.rawValue)\(end)"
    case .enumeration(isInteger: true): return "\(start).map { \"\\($0.rawValue)\" }\(end)"
    case .plain, .date: return "\(start).map { \"\\($0)\" }\(end)"
    }
  }
}
