#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Arrays and dictionaries whose elements need no `Decodable`. They are read as a whole.
extension Document {
  func decodeStrings(at index: Int) throws -> [String] {
    try decodeArray(of: String.self, at: index) { try decodeString(at: $0) }
  }

  func decodeIntegers<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> [T] {
    try decodeArray(of: T.self, at: index) { try decodeInteger(T.self, at: $0) }
  }

  func decodeDoubles(at index: Int) throws -> [Double] {
    try decodeArray(of: Double.self, at: index) { try decodeDouble(at: $0) }
  }

  func decodeDoubleRows(at index: Int) throws -> [[Double]] {
    try decodeArray(of: [Double].self, at: index) { try decodeDoubles(at: $0) }
  }

  func decodeDates(at index: Int) throws -> [Date] {
    try decodeArray(of: Date.self, at: index) { try decodeDate(at: $0) }
  }

  @inline(__always)
  private func decodeArray<E>(of type: E.Type, at index: Int, _ element: (Int) throws -> E) throws -> [E] {
    let node = tape[index]
    guard node.rawKind == Node.Kind.array.rawValue else { throw mismatch(index, [E].self, "an array") }
    markWhole(index)
    let count = node.length
    if count == 0 { return [] }
    // Elements are appended: creating an array with a capacity looks up its type at run time (Swift 6.3).
    var elements: [E] = []
    elements.reserveCapacity(count)
    var at = index &+ 1
    for _ in 0..<count {
      elements.append(try element(at))
      at = after(at)
    }
    return elements
  }

  func decodeStringsByKey(at index: Int) throws -> [String: String] {
    let node = tape[index]
    guard node.rawKind == Node.Kind.object.rawValue else {
      throw mismatch(index, [String: String].self, "an object")
    }
    markWhole(index)
    noteKeysAreData(of: index)
    var result: [String: String] = [:]
    var key = index + 1
    while key < node.next {
      let name = string(at: tape[key])
      if result[name] == nil { result[name] = try decodeString(at: key + 1) }
      key = after(key + 1)
    }
    return result
  }
}

/// A `Dictionary` with `String` keys. Its keys are data, so key strategies do not change them.
protocol StringKeyed {
  static func decode(in document: Document, at index: Int) throws -> Any
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func decode(in document: Document, at index: Int) throws -> Any {
    let node = document.tape[index]
    guard node.kind == .object else { throw document.mismatch(index, [String: Value].self, "an object") }
    document.markRead(index)
    document.noteKeysAreData(of: index)
    var result: [String: Value] = [:]
    var key = index + 1
    while key < node.next {
      let name = document.string(at: document.tape[key])
      if result[name] == nil {
        document.markRead(key + 1)
        result[name] = try document.decode(Value.self, at: key + 1)
      }
      key = document.after(key + 1)
    }
    return result
  }
}
