/// The items of a query, or the fields of a form.
struct RequestItems {
  /// Names and values that are written: those before the first list that is joined, and the arguments of all others.
  var literal: [(name: String, value: String)] = []
  var appended: [(name: String, arguments: String)] = []
  /// Maps whose keys are names.
  var freeForm: [Member] = []
  var isEncoded = false

  mutating func add(_ name: String, _ value: String, joining: String?) {
    if joining != nil || !appended.isEmpty {
      appended.append((name, joining ?? value))
    } else {
      literal.append((name, value))
    }
  }
}
