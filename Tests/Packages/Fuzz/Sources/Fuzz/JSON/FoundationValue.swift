import Foundation
import ReparteeJSON

/// What Foundation's decoder makes of a JSON text.
indirect enum FoundationValue: Decodable {
  case null
  case bool(Bool)
  /// Nil where it is beyond the range of a double.
  case number(Double?)
  case string(String)
  case array([FoundationValue])
  case object([String: FoundationValue])

  init(from decoder: any Decoder) throws {
    if var array = try? decoder.unkeyedContainer() {
      var elements: [FoundationValue] = []
      while !array.isAtEnd { elements.append(try array.decode(FoundationValue.self)) }
      self = .array(elements)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let object = try? single.decode([String: FoundationValue].self) {
      self = .object(object)
    } else if let bool = try? single.decode(Bool.self) {
      self = .bool(bool)
    } else if let string = try? single.decode(String.self) {
      self = .string(string)
    } else {
      self = .number(try? single.decode(Double.self))
    }
  }

  /// Where two values differ, nil where they are the same.
  func difference(from value: JSONValue) -> String? {
    switch (self, value) {
    case (.null, .null): return nil
    case (.bool(let one), .bool(let other)) where one == other: return nil
    case (.string(let one), .string(let other)) where one.utf8.elementsEqual(other.utf8): return nil
    case (.number(let one), .number(let other)):
      let other = other.double
      if let one, one == other { return nil }
      // Foundation refuses what is too large, and what rounds to nothing.
      return one == nil && (other.isInfinite || other == 0)
        ? nil : "a number: \(other), not \(String(describing: one))"
    case (.array(let one), .array(let other)):
      guard one.count == other.count else { return "an array of \(other.count), not \(one.count)" }
      return zip(one, other).lazy.compactMap { $0.difference(from: $1) }.first
    case (.object(let one), .object(let other)):
      guard one.count == other.count else { return "an object of \(other.count), not \(one.count)" }
      return other.lazy.compactMap { key, value in
        one[key].map { $0.difference(from: value) } ?? "a key that is not there"
      }.first
    default: return "another type"
    }
  }
}
