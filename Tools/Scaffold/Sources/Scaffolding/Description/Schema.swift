import ReparteeJSON

/// The shape of a value.
struct Schema: Hashable, Sendable {
  /// The name of a schema that others refer to: its file and its place there.
  struct Name: Hashable, Sendable {
    var file: String
    var pointer: Pointer
    /// The last part of the place, or what the file is called.
    var text: String {
      if let last = pointer.tokens.last { return last }
      let name = file.split(separator: "/").last ?? ""
      return String(name.split(separator: ".").first ?? name)
    }
  }

  indirect enum Shape: Hashable, Sendable {
    case any
    case null
    case boolean, integer, unsigned, number
    case string(Format)
    case constant(JSONValue)
    case enumeration(Enumeration)
    case array(Schema)
    case map(Schema)
    case object(Object)
    case union(Union)
    case reference(Name)
  }

  enum Format: Hashable, Sendable {
    case plain, date, uuid, url, base64, binary
    /// A number in quotes.
    case integer, unsigned, number
  }

  struct Enumeration: Hashable, Sendable {
    struct Value: Hashable, Sendable {
      var value: JSONValue
      var name: String?
      var documentation: String?
    }

    var values: [Value]
    /// Whether the values are integers; otherwise they are strings.
    var isInteger: Bool
    /// The document says that others may come.
    var isOpen = false
  }

  struct Object: Hashable, Sendable {
    var properties: [Property]
    /// What the values of other keys are, where the document says so.
    var additional: Schema?

    /// What the values of other keys are, if a property can have that type.
    var typedAdditional: Schema? { properties.isEmpty || additional?.shape == .any ? nil : additional }
    var schemas: [Schema] { properties.map(\.schema) + [typedAdditional].compactMap { $0 } }
  }

  struct Property: Hashable, Sendable {
    var key: String
    var schema: Schema
    var isRequired: Bool
    /// Only in responses, or only in requests.
    var isReadOnly = false
    var isWriteOnly = false
  }

  struct Union: Hashable, Sendable {
    var variants: [Schema]
    var discriminator: Discriminator?
  }

  struct Discriminator: Hashable, Sendable {
    var key: String
    /// The values, and the variant of each.
    var mapping: [Mapping]
    struct Mapping: Hashable, Sendable {
      var value: String
      var variant: Int
    }
  }

  var shape: Shape
  var isNullable = false
  var documentation: String?
  var isDeprecated = false
  /// Of a reference to an enumeration, the only values that it has here.
  var allowed: [JSONValue] = []
  /// Of a constant, whether it is also the default, so that it is sent where nothing else is said.
  var isDefault = false
  /// The document's title, a name for what has none.
  var title: String?

  init(_ shape: Shape) { self.shape = shape }

  static let any = Schema(.any)

  /// Whether it has more levels than this, or more schemas, not counting what is in those with a name.
  func exceeds(levels: Int, count: Int) -> Bool {
    var work = [(schema: self, level: 1)]
    var seen = 0
    while let (schema, level) = work.popLast() {
      seen += 1
      if level > levels || seen > count { return true }
      for child in schema.children { work.append((child, level + 1)) }
    }
    return false
  }

  private var children: [Schema] {
    switch shape {
    case .array(let element), .map(let element): [element]
    case .object(let object): object.properties.map(\.schema) + [object.additional].compactMap { $0 }
    case .union(let union): union.variants
    default: []
    }
  }

  /// The same shape without its documentation.
  var bare: Schema {
    var schema = self
    schema.documentation = nil
    schema.isDeprecated = false
    return schema
  }
}

extension Schema.Name: Comparable {
  /// By their files and places.
  static func < (one: Schema.Name, other: Schema.Name) -> Bool {
    one.file == other.file
      ? one.pointer.tokens.lexicographicallyPrecedes(other.pointer.tokens) : one.file < other.file
  }
}

extension [Schema.Name: Schema] {
  /// What a value may be: the schema behind references, or its variants and those within them.
  func alternatives(of schema: Schema) -> [Schema] {
    var found: [Schema] = []
    var work = [schema]
    var seen: Set<Schema.Name> = []
    while let next = work.popLast() {
      if case .reference(let name) = next.shape, !seen.insert(name).inserted { continue }
      let schema = resolved(next)
      if case .union(let union) = schema.shape { work += union.variants } else { found.append(schema) }
    }
    return found
  }

  /// The schema behind references to references.
  func resolved(_ schema: Schema) -> Schema {
    var schema = schema
    var seen: Set<Schema.Name> = []
    while case .reference(let name) = schema.shape, seen.insert(name).inserted, let next = self[name] {
      let isNullable = schema.isNullable
      schema = next
      if isNullable { schema.isNullable = true }
    }
    return schema
  }
}

extension Schema {
  /// The elements of a list, or of a value or a list of them.
  func listElement(_ resolve: (Schema) -> Schema) -> Schema? {
    switch resolve(self).shape {
    case .array(let element): return element
    case .union(let union):
      // A value or a list of them: a list.
      return union.variants.compactMap { variant -> Schema? in
        if case .array(let element) = resolve(variant).shape { element } else { nil }
      }.first
    default: return nil
    }
  }
}
