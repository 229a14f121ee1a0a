#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Decoding {
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
    guard node.rawKind == Node.Kind.array.rawValue else {
      throw diagnosis.mismatch(index, [E].self, "an array")
    }
    tape.markWhole(index)
    let count = node.length
    if count == 0 { return [] }
    // Appending: an array with a capacity looks up its type at run time (Swift 6.3).
    var elements: [E] = []
    elements.reserveCapacity(count)
    var at = index + 1
    for _ in 0..<count {
      elements.append(try element(at))
      at = tape.after(at)
    }
    return elements
  }

  func decodeStringsByKey(at index: Int) throws -> [String: String] {
    let node = tape[index]
    guard node.rawKind == Node.Kind.object.rawValue else {
      throw diagnosis.mismatch(index, [String: String].self, "an object")
    }
    tape.markWhole(index)
    noteKeysAreData(of: index)
    var result: [String: String] = [:]
    var key = index + 1
    while key < node.next {
      let name = tape.string(at: tape[key])
      if result[name] == nil { result[name] = try decodeString(at: key + 1) }
      key = tape.after(key + 1)
    }
    return result
  }
}

protocol StringKeyed {
  static func decode(in decoding: Decoding, at index: Int) throws -> Any
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func decode(in decoding: Decoding, at index: Int) throws -> Any {
    let node = decoding.tape[index]
    guard node.kind == .object else {
      throw decoding.diagnosis.mismatch(index, [String: Value].self, "an object")
    }
    decoding.tape.markRead(index)
    decoding.noteKeysAreData(of: index)
    var result: [String: Value] = [:]
    var key = index + 1
    while key < node.next {
      let name = decoding.tape.string(at: decoding.tape[key])
      if result[name] == nil {
        decoding.tape.markRead(key + 1)
        result[name] = try decoding.decode(Value.self, at: key + 1)
      }
      key = decoding.tape.after(key + 1)
    }
    return result
  }
}
