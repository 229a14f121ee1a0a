/// The tables for keys that are not found by comparing them one after the other.
struct KeyTables {
  /// For the objects with many or equal keys, by their indexes.
  var converted: [Int: KeyIndex] = [:]
  /// The same for keys as they are in the JSON, if a strategy converts keys.
  var raw: [Int: KeyIndex] = [:]
  /// The object in which a converted key was last looked up, the number of comparisons, and an index of its keys once
  /// there were many.
  var search: (object: Int, comparisons: Int, index: KeyIndex?) = (0, 0, nil)
}

/// What is known about the keys of an object (`Tape.keyState(of:)`). The lowest bit means that they are unique. If the
/// next bit is set as well, the rest is the object's position in a plan (`ReadingPlan`).
enum KeyState {
  static let unknown: UInt64 = 0
  static let unique: UInt64 = 1
  static let indexed: UInt64 = 2
  static let planned: UInt64 = 3
}
