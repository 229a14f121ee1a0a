/// One value of each type.
struct TypedValues: Sendable {
  // Few have any: a list needs no hashing.
  private var values: [any Sendable] = []

  subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
    get {
      for case let value as Value in values { return value }
      return nil
    }
    set {
      values.removeAll { $0 is Value }
      if let newValue { values.append(newValue) }
    }
  }
}
