/// A type with a null value, for code that can recognize it only with a cast.
protocol Nullable {
  static var null: Self { get }
  var isNull: Bool { get }
}

extension Optional: Nullable {
  static var null: Self { nil }
  var isNull: Bool { self == nil }
}
