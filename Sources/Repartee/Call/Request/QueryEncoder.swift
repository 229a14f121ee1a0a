#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeJSON

struct QueryEncoder {
  var arrays: Request.Query.ArrayStrategy
  var json: JSONCoder?

  func encode(_ value: some Encodable) throws -> [Request.Query.Item] {
    let collector = Collector(arrays: arrays, json: json)
    try collector.encode(value, name: nil, path: [])
    return collector.items
  }
}

private final class Collector {
  let arrays: Request.Query.ArrayStrategy
  let json: JSONCoder?
  var items: [Request.Query.Item] = []

  init(arrays: Request.Query.ArrayStrategy, json: JSONCoder?) {
    self.arrays = arrays
    self.json = json
  }

  /// A collector without items, for a part of the value.
  var emptied: Collector { Collector(arrays: arrays, json: json) }

  func add(_ text: String, name: String?, path: [any CodingKey]) throws {
    guard let name else {
      throw EncodingError.invalidValue(
        text, .init(codingPath: path, debugDescription: "a single value has no name to be sent under"))
    }
    items.append(Request.Query.Item(name, text))
  }

  func encode(_ value: any Encodable, name: String?, path: [any CodingKey]) throws {
    let encoder = ItemEncoder(collector: self, name: name, codingPath: path)
    switch value {
    case let text as String: try add(text, name: name, path: path)
    case let url as URL: try add(url.absoluteString, name: name, path: path)
    case let decimal as Decimal: try add(decimal.description, name: name, path: path)
    case .object(let object) as JSONValue:
      var container = encoder.container(keyedBy: DictionaryKey.self)
      for (key, value) in object { try container.encode(value, forKey: DictionaryKey(stringValue: key)) }
    case is JSONValue: try value.encode(to: encoder)
    default:
      if let unordered = value as? any Unordered, try unordered.encodeInOrder(to: encoder) { return }
      if let json, value is Date || value is Data || value is any JSONEncodable {
        try encode(try json.value(of: value), name: name, path: path)
      } else if let date = value as? Date {
        try add(date, name: name, path: path)
      } else if let data = value as? Data {
        try add(data.base64EncodedString(), name: name, path: path)
      } else {
        try value.encode(to: encoder)
      }
    }
  }

  private func add(_ date: Date, name: String?, path: [any CodingKey]) throws {
    guard let text = date.queryText else {
      throw EncodingError.invalidValue(
        date, .init(codingPath: path, debugDescription: "a date has to be in the years 0000 to 9999"))
    }
    try add(text, name: name, path: path)
  }
}

extension JSONCoder {
  /// The value as the coder writes it.
  fileprivate func value(of value: any Encodable) throws -> JSONValue {
    try decode(JSONValue.self, from: try encode(value))
  }
}

/// Equal values are sent as equal text: hash tables have another order in each process.
private protocol Unordered {
  /// Returns false if it is not encoded by names.
  func encodeInOrder(to encoder: ItemEncoder) throws -> Bool
}

extension Dictionary: Unordered where Value: Encodable {
  fileprivate func encodeInOrder(to encoder: ItemEncoder) throws -> Bool {
    let members = compactMap { key, value in Self.name(of: key).map { (name: $0, value: value) } }
    guard members.count == count else { return false }
    var container = encoder.container(keyedBy: DictionaryKey.self)
    for (name, value) in members.sorted(by: { $0.name < $1.name }) {
      try container.encode(value, forKey: DictionaryKey(stringValue: name))
    }
    return true
  }

  /// Dictionaries with other keys are encoded as arrays.
  private static func name(of key: Key) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: "\(number)"
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }
}

extension Set: Unordered where Element: Encodable {
  fileprivate func encodeInOrder(to encoder: ItemEncoder) throws -> Bool {
    let elements = try map { element in
      let collector = encoder.collector.emptied
      try ItemEncoder(collector: collector, name: "", codingPath: encoder.codingPath).add(element)
      return (text: collector.items.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&"), element)
    }
    var container = encoder.unkeyedContainer()
    for (_, element) in elements.sorted(by: { $0.text < $1.text }) { try container.encode(element) }
    return true
  }
}

private struct DictionaryKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct ItemEncoder: Encoder, SingleValueEncodingContainer {
  let collector: Collector
  let name: String?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] {
    guard let json = collector.json else { return [:] }
    return json.userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedItems<Key>(collector: collector, name: name, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedItems(collector: collector, name: name, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() {}
  func encode(_ value: Bool) throws { try collector.add("\(value)", name: name, path: codingPath) }
  func encode(_ value: String) throws { try collector.add(value, name: name, path: codingPath) }
  func encode<Value: Encodable>(_ value: Value) throws { try add(value) }
  // The default implementations throw.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try add(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try add(value) }

  /// Not generic: one copy for all types.
  func add(_ value: any Encodable) throws {
    if (value as? any FloatingPoint)?.isFinite == false || (value as? Decimal)?.isFinite == false {
      if let json = collector.json, case .string(let text) = try? json.value(of: value) {
        return try collector.add(text, name: name, path: codingPath)
      }
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "a number has to be finite"))
    }
    if let text = value as? any LosslessStringConvertible, text is any Numeric {
      try collector.add(text.description, name: name, path: codingPath)
    } else {
      try collector.encode(value, name: name, path: codingPath)
    }
  }
}

private struct KeyedItems<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let collector: Collector
  let name: String?
  let codingPath: [any CodingKey]

  private func childName(_ key: any CodingKey) -> String {
    let isData = Key.self == DictionaryKey.self
    let own = isData ? key.stringValue : collector.json?.name(of: key) ?? key.stringValue
    return name.map { "\($0)[\(own)]" } ?? own
  }

  private func child(_ key: any CodingKey) -> ItemEncoder {
    ItemEncoder(collector: collector, name: childName(key), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) {}
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try child(key).add(value)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try child(key).add(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try child(key).add(value) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    child(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { ItemEncoder(collector: collector, name: name, codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

private struct UnkeyedItems: UnkeyedEncodingContainer {
  let collector: Collector
  let name: String?
  let codingPath: [any CodingKey]
  var count = 0
  var joined: Int?

  private mutating func child() -> ItemEncoder {
    defer { count += 1 }
    let elementName = name.map { self.elementName($0, isNested: true) }
    return ItemEncoder(collector: collector, name: elementName, codingPath: codingPath)
  }

  private func elementName(_ name: String, isNested: Bool) -> String {
    if isNested { return "\(name)[\(count)]" }
    if case .brackets = collector.arrays.kind { return "\(name)[]" }
    return name
  }

  mutating func encodeNil() {}

  mutating func encode<Value: Encodable>(_ value: Value) throws { try add(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try add(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try add(value) }

  private mutating func add(_ value: any Encodable) throws {
    defer { count += 1 }
    guard let name else {
      return try ItemEncoder(collector: collector, name: nil, codingPath: codingPath).add(value)
    }
    // Encoded under an empty name: the names of its items show whether the element is a single value or nested.
    let element = collector.emptied
    try ItemEncoder(collector: element, name: "", codingPath: codingPath).add(value)
    let isNested = element.items.contains { !$0.name.isEmpty }
    if case .joined(let separator) = collector.arrays.kind, !isNested {
      join(element.items, name: name, separator: separator)
    } else {
      let prefix = elementName(name, isNested: isNested)
      for var item in element.items {
        item.name = prefix + item.name
        collector.items.append(item)
      }
    }
  }

  private mutating func join(_ items: [Request.Query.Item], name: String, separator: String) {
    for var item in items where item.value != nil {
      if let joined, joined == collector.items.count - 1 {
        collector.items[joined].join(item, by: separator)
      } else {
        joined = collector.items.count
        item.name = name
        collector.items.append(item)
      }
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    child().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { child() }
}

/// The description of the error without the value, which may be a secret.
func encodingProblem(_ error: any Error) -> String {
  guard case .invalidValue(_, let context) = error as? EncodingError else { return "\(type(of: error))" }
  let path = text(of: context.codingPath)
  return path.isEmpty ? context.debugDescription : "\(context.debugDescription) (at \(path))"
}
