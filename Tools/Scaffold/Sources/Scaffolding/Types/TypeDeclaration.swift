/// A type that is written, with those nested in it.
final class TypeDeclaration {
  enum Kind {
    case structure([Member])
    case enumeration([EnumerationCase], isInteger: Bool)
    case union(UnionPlan)
  }

  let name: String
  var kind: Kind
  var use: TypeUse
  var documentation: String?
  var isDeprecated = false
  /// The document allows keys that it does not name.
  var hasOtherKeys = false
  /// The property of those, if the document says what their values are.
  var others: Member?
  var nested: [TypeDeclaration] = []

  init(_ name: String, _ kind: Kind, use: TypeUse) {
    self.name = name
    self.kind = kind
    self.use = use
  }
}

/// A property of a structure.
struct Member {
  var key: String
  var name: String
  var type: String
  var isOptional: Bool
  /// The value that it has unless one is given; nil is expressed by `isOptional`.
  var value: String?
  var documentation: String?
  var isDeprecated = false
  /// It has no other value, and so no place in an initializer.
  var isConstant = false
  /// A number in quotes, by `@Quoted`.
  var isQuoted = false
  /// Nil is sent as null, and not left out.
  var isSentAsNull = false
  /// The body as a whole; a parameter may be called `body`, too.
  var isBody = false

  var fullType: String { isOptional ? type + "?" : type }
}

struct EnumerationCase {
  var name: String
  /// As it stands in Swift: `"red"`, `7`.
  var rawValue: String
  var documentation: String?
  var needsRawValue: Bool
}

/// A value that has one of several types.
struct UnionPlan {
  struct Case {
    var name: String
    /// Nil for one text.
    var type: String?
    /// The variant; nil for one text.
    var schema: Schema?
    /// The text, as it stands in Swift.
    var text: String?
    var documentation: String?
    /// The values of the discriminator, as they stand in Swift.
    var values: [String] = []
  }

  /// In the order in which they are tried.
  var cases: [Case]
  /// The key that distinguishes them, and the type of its values.
  var key: (property: String, codingKey: String, type: String)?
  /// Whether a variant may leave the key out.
  var isKeyOptional = false
  var isIndirect = false

  /// The variants that are found only by trying.
  var tried: [Case] { isKeyOptional ? cases : cases.filter { $0.values.isEmpty } }
}

extension String {
  var escapedName: String { Names.escaped(self) }
}
