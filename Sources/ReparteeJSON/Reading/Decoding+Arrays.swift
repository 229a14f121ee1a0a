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

/// Keys that are data: no key strategy changes them.
protocol KeyedByData {
  static func decode(in decoding: Decoding, at index: Int) throws -> Any
}

extension Dictionary: KeyedByData where Key: CodingKeyRepresentable, Value: Decodable {
  static func decode(in decoding: Decoding, at index: Int) throws -> Any {
    if Key.self == String.self { return try decoding.decodeMembers(at: index) { $0 } as [String: Value] }
    return try decoding.decodeMembers(at: index) { Key(codingKey: DataKey(stringValue: $0)) } as Self
  }
}

/// The same key as `Dictionary` makes.
private struct DataKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { self.init(stringValue: "\(intValue)") }
}

extension Decoding {
  fileprivate func decodeMembers<Key: Hashable, Value: Decodable>(
    at index: Int, _ makeKey: (String) -> Key?
  ) throws -> [Key: Value] {
    let node = tape[index]
    guard node.kind == .object else { throw diagnosis.mismatch(index, [Key: Value].self, "an object") }
    tape.markRead(index)
    noteKeysAreData(of: index)
    var result: [Key: Value] = [:]
    var place = index + 1
    while place < node.next {
      let name = tape.string(at: tape[place])
      guard let key = makeKey(name) else { throw notAKey(name, of: [Key: Value].self, Key.self, at: index) }
      if result[key] == nil {
        tape.markRead(place + 1)
        result[key] = try decode(Value.self, at: place + 1)
      }
      place = tape.after(place + 1)
    }
    return result
  }

  /// The same error as `Dictionary` throws.
  private func notAKey(_ name: String, of type: Any.Type, _ key: Any.Type, at index: Int) -> any Error {
    let path = codingPath(to: index) + [JSONPath.Component.key(name)]
    // One existential box, so that `note` recognizes the error.
    let error: any Error =
      key == Int.self
      ? DecodingError.typeMismatch(
        key, DecodingError.Context(codingPath: path, debugDescription: "Expected \(key) key."))
      : DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: "Could not convert key to type \(key)"))
    diagnosis.note(error, from: type, at: index)
    return error
  }
}
