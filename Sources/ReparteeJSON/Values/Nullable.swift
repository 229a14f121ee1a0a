protocol Nullable {
  static var null: Self { get }
  var isNull: Bool { get }
}

extension Optional: Nullable {
  static var null: Self { nil }
  var isNull: Bool { self == nil }
}
