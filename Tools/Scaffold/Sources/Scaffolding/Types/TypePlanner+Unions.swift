extension TypePlanner {
  func plan(
    _ union: Schema.Union, named name: String, use: TypeUse, in scope: Scope, owner: Schema.Name?
  ) -> UnionPlan {
    var union = union
    let texts = takeTexts(of: &union)
    let discrimination = Discrimination(union, resolve: resolved)
    _ = scope.names.take("other")
    let textCases = texts.map { item in
      UnionPlan.Case(
        name: scope.takeMember([item.name, item.name + "Value"]), text: item.rawValue,
        documentation: item.documentation)
    }
    let caseNames = caseNames(union.variants).map { scope.takeMember([$0, $0 + "Value"]) }
    var cases = union.variants.enumerated().map { index, variant in
      let caseName = caseNames[index]
      var item = UnionPlan.Case(
        name: caseName,
        type: type(of: variant, use: use, named: caseName, in: scope, owner: owner))
      item.schema = variant
      item.documentation = isReference(variant) ? nil : variant.documentation
      item.values = discrimination.values[index]
      return item
    }
    // Variants that a key distinguishes stay in the document's order.
    let isTold = !discrimination.isOptional && cases.allSatisfy { !$0.values.isEmpty }
    let order = cases.indices.sorted {
      if isTold { return $0 < $1 }
      let (one, other) = (rank(union.variants[$0]), rank(union.variants[$1]))
      return one == other ? $0 < $1 : one < other
    }
    cases = order.map { cases[$0] }
    var plan = UnionPlan(cases: textCases + cases)
    if let key = discrimination.key {
      let property = keys.property(key)
      plan.key = (property, keys.codingKey(key), discrimination.type)
      plan.isKeyOptional = discrimination.isOptional
    }
    // A type that has such a property would copy each variant's members, in code that takes long to compile.
    plan.isIndirect = union.variants.contains { variant in
      switch resolved(variant).shape {
      case .object, .union: true
      default: false
      }
    }
    return plan
  }

  /// The most texts that are cases of a union, rather than of an enumeration of their own.
  private static let mostTexts = 8

  /// Takes the texts out of a union that are written as cases without a payload: `auto` beside a number.
  private func takeTexts(of union: inout Schema.Union) -> [EnumerationCase] {
    guard union.discriminator == nil else { return [] }
    var values: [Schema.Enumeration.Value] = []
    let variants = union.variants.filter { variant in
      let text = resolved(variant)
      switch text.shape {
      case .constant(let value) where value.string != nil:
        let documentation = variant.documentation ?? text.documentation
        values.append(Schema.Enumeration.Value(value: value, documentation: documentation))
      case .enumeration(let enumeration)
      where !isReference(variant) && !enumeration.isInteger && !enumeration.isOpen
        && enumeration.values.count <= Self.mostTexts:
        values += enumeration.values
      default: return true
      }
      return false
    }
    guard !variants.isEmpty, variants.allSatisfy({ !isText(resolved($0)) }) else { return [] }
    union.variants = variants
    return cases(of: Schema.Enumeration(values: values, isInteger: false))
  }

  /// Whether any text may be a value, or one that is listed.
  private func isText(_ schema: Schema) -> Bool {
    switch schema.shape {
    case .string(.plain), .string(.binary), .enumeration, .constant: true
    default: false
    }
  }

  private func isReference(_ schema: Schema) -> Bool {
    if case .reference = schema.shape { true } else { false }
  }

  /// The names of the cases, without the words that all variants have in common.
  private func caseNames(_ variants: [Schema]) -> [String] {
    let isExpandable = isExpandable(Schema(.union(Schema.Union(variants: variants))))
    var words = variants.map { variant in
      Names.words(of: isExpandable && resolved(variant).shape == .string(.plain) ? "id" : caseText(variant))
    }
    let named = variants.indices.filter { isReference(variants[$0]) || variants[$0].title != nil }
    if named.count > 1 {
      func shared(_ word: ([String]) -> String?) -> Bool {
        let first = word(words[named[0]])
        return first != nil && named.allSatisfy { words[$0].count > 1 && word(words[$0]) == first }
      }
      while shared(\.last) { for index in named { words[index].removeLast() } }
      while shared(\.first) { for index in named { words[index].removeFirst() } }
    }
    return words.map { Names.member($0.joined(separator: " ")) }
  }

  /// Titles that say no more than the type.
  private static let shapes: Set<String> = [
    "array", "boolean", "integer", "list", "number", "object", "string",
  ]

  private func caseText(_ schema: Schema) -> String {
    if let title = schema.title, Self.isName(title), !Self.shapes.contains(title.lowercased()) {
      return title
    }
    switch schema.shape {
    case .reference(let name): return text(of: name)
    case .boolean: return "bool"
    case .integer, .unsigned: return "integer"
    case .number: return "number"
    case .string(.date): return "date"
    case .string(.url): return "url"
    case .string(.uuid): return "uuid"
    case .string(.base64): return "data"
    case .string: return "string"
    case .constant(let value): return value.string ?? "constant"
    case .array(let element):
      let name = caseText(element)
      return name.hasSuffix("s") ? name + " lists" : name + "s"
    case .map(let element): return element == .any ? "object" : caseText(element) + " map"
    case .enumeration(let enumeration): return enumeration.isInteger ? "number" : "name"
    case .object(let object):
      // What its constant says: `{"type": "image"}`.
      let constants = object.properties.lazy.compactMap { property -> String? in
        guard property.isRequired, case .constant(let value) = self.resolved(property.schema).shape else {
          return nil
        }
        return value.string
      }
      if let constant = constants.first, !constant.isEmpty { return constant }
      return object.properties.first { $0.isRequired }.map { "with \($0.key)" } ?? "object"
    case .union: return "part"
    case .any, .null: return "value"
    }
  }

  /// The order of trying: first the variants that the fewest values fit.
  private func rank(_ schema: Schema) -> (Int, Int, Int) {
    switch resolved(schema).shape {
    // It is any text.
    case .constant(let value): value.string != nil ? (2, 2, 0) : (0, 0, 0)
    // Where a server sends it, it takes other texts, too.
    case .enumeration(let enumeration): enumeration.isInteger ? (0, 1, 0) : (2, 1, 0)
    case .boolean: (1, 0, 0)
    case .integer, .unsigned: (1, 1, 0)
    case .number: (1, 2, 0)
    case .string(let format): (2, format == .plain ? 1 : 0, 0)
    case .object(let object): (3, -object.properties.count { $0.isRequired }, -object.properties.count)
    case .union: (4, 0, 0)
    case .array: (5, 0, 0)
    case .map: (6, 0, 0)
    case .reference, .any, .null: (7, 0, 0)
    }
  }
}
