/// What a type is used for, and so what it conforms to.
struct TypeUse: OptionSet {
  let rawValue: Int
  static let decoded = TypeUse(rawValue: 1)
  static let encoded = TypeUse(rawValue: 2)
  /// In a path, a query or a form.
  static let parameter = TypeUse(rawValue: 4)
  /// Encoded as items of a query or a form.
  static let fields: TypeUse = [.encoded, TypeUse(rawValue: 8)]
}
