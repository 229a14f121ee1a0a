struct KeyTables {
  var converted: [Int: KeyIndex] = [:]
  var raw: [Int: KeyIndex] = [:]
  var search: (object: Int, comparisons: Int, index: KeyIndex?) = (0, 0, nil)
}

/// Bit 0: the keys are unique. If bit 1 is set as well, the rest is the position in a plan (`ReadingPlan`).
enum KeyState {
  static let unknown: UInt64 = 0
  static let unique: UInt64 = 1
  static let indexed: UInt64 = 2
  static let planned: UInt64 = 3
}
