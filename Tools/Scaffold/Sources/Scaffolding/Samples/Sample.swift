import Foundation
import ReparteeJSON

/// What the values at one place of several JSON documents have in common.
struct Sample {
  /// Whether it is of a secret name, and so takes only the types of values.
  private var isSecret = false
  private var count = 0
  private var nulls = 0
  private var bools = 0
  private var integers = 0
  private var numbers = 0
  private var strings = 0
  private var texts: [String: Int] = [:]
  private var areDates = true
  private var areUUIDs = true
  private var areURLs = true
  private var elements: Box?
  private var objects = 0
  private var keys: [String] = []
  private var members: [String: Sample] = [:]

  /// Holds the sample of an array's elements.
  private final class Box: Sendable {
    let sample: Sample
    init(_ sample: Sample) { self.sample = sample }
  }

  private static let maximumTexts = 64
  /// The most levels of values that get types of their own; deeper ones are any JSON.
  private static let maximumDepth = 48

  var isObject: Bool { objects > 0 && objects + nulls == count }
  var isArray: Bool { elements != nil }
  var keySet: Set<String> { Set(keys) }
  var elementSample: Sample? { elements?.sample }
  func member(_ key: String) -> Sample? { members[key] }

  enum Kind { case bool, number, string, array, object }

  /// The kinds of its values, without null.
  var kinds: Set<Kind> {
    var kinds: Set<Kind> = []
    if bools > 0 { kinds.insert(.bool) }
    if integers + numbers > 0 { kinds.insert(.number) }
    if strings > 0 { kinds.insert(.string) }
    if elements != nil { kinds.insert(.array) }
    if objects > 0 { kinds.insert(.object) }
    return kinds
  }

  /// The text that all of several values are.
  var onlyText: String? { strings == count && texts.count == 1 ? texts.keys.first : nil }

  init() {}

  private init(isSecret: Bool) { self.isSecret = isSecret }

  init(_ values: [JSONValue]) { for value in values { add(value) } }

  mutating func add(_ value: JSONValue, depth: Int = 0) {
    count += 1
    // What is deeper has no types of its own.
    guard depth <= Self.maximumDepth else { return }
    switch value {
    case .null: nulls += 1
    case .bool: bools += 1
    case .number(let number): if number.integer(as: Int.self) == nil { numbers += 1 } else { integers += 1 }
    case .string(let text): add(isSecret ? Secrets.hidden(text) : text)
    case .array(let values):
      var sample = elements?.sample ?? Sample(isSecret: isSecret)
      for value in values { sample.add(value, depth: depth + 1) }
      elements = Box(sample)
    case .object(let object):
      objects += 1
      for (key, value) in object {
        if members[key] == nil {
          keys.append(key)
          members[key] = Sample(isSecret: isSecret || Secrets.isSecret(key))
        }
        members[key]?.add(value, depth: depth + 1)
      }
    }
  }

  mutating func merge(_ other: Sample) {
    isSecret = isSecret || other.isSecret
    count += other.count
    nulls += other.nulls
    bools += other.bools
    integers += other.integers
    numbers += other.numbers
    strings += other.strings
    for (text, count) in other.texts where texts.count <= Self.maximumTexts {
      texts[text, default: 0] += count
    }
    areDates = areDates && other.areDates
    areUUIDs = areUUIDs && other.areUUIDs
    areURLs = areURLs && other.areURLs
    if let more = other.elements?.sample {
      var sample = elements?.sample ?? Sample()
      sample.merge(more)
      elements = Box(sample)
    }
    objects += other.objects
    for key in other.keys {
      if members[key] == nil { keys.append(key) }
      members[key, default: Sample()].merge(other.members[key] ?? Sample())
    }
  }

  private mutating func add(_ text: String) {
    strings += 1
    if texts.count <= Self.maximumTexts { texts[text, default: 0] += 1 }
    if areDates { areDates = Self.isDate(text) }
    if areUUIDs { areUUIDs = UUID(uuidString: text) != nil }
    if areURLs { areURLs = Self.isURL(text) }
  }

  // MARK: The schema

  /// The schema that all values fit. `name` names the members of objects by their keys; it returns nil for those that
  /// have no name of their own.
  func schema(naming name: (Sample, [String]) -> Schema.Name? = { _, _ in nil }, at path: [String] = [])
    -> Schema
  {
    guard path.count < Self.maximumDepth else { return .any }
    var schema = Schema(shape(naming: name, at: path))
    if nulls > 0 { schema.isNullable = true }
    if case .enumeration = schema.shape {
      schema.documentation = "The values that were seen; listed because they repeat."
    }
    return schema
  }

  private func shape(naming name: (Sample, [String]) -> Schema.Name?, at path: [String]) -> Schema.Shape {
    var shapes: [Schema.Shape] = []
    if bools > 0 { shapes.append(.boolean) }
    if integers + numbers > 0 { shapes.append(numbers > 0 ? .number : .integer) }
    if strings > 0 { shapes.append(stringShape) }
    if let sample = elements?.sample { shapes.append(.array(sample.schema(naming: name, at: path + ["[]"]))) }
    if objects > 0 {
      if let name = name(self, path) {
        shapes.append(.reference(name))
      } else {
        shapes.append(objectShape(name, path))
      }
    }
    switch shapes.count {
    case 0: return .any
    case 1: return shapes[0]
    default: return .union(Schema.Union(variants: shapes.map { Schema($0) }))
    }
  }

  func objectShape(_ name: (Sample, [String]) -> Schema.Name?, _ path: [String]) -> Schema.Shape {
    if isMap {
      var values = Sample()
      for key in keys { values.merge(members[key] ?? Sample()) }
      return .map(values.schema(naming: name, at: path + ["{}"]))
    }
    let properties = keys.map { key in
      let member = members[key] ?? Sample()
      return Schema.Property(
        key: key, schema: member.schema(naming: name, at: path + [key]), isRequired: member.count >= objects)
    }
    return properties.isEmpty ? .map(.any) : .object(Schema.Object(properties: properties))
  }

  /// Keys that are data: numbers, UUIDs, dates.
  private var isMap: Bool {
    keys.count > 1
      && keys.allSatisfy { key in
        key.allSatisfy(\.isNumber) || UUID(uuidString: key) != nil || Self.isDay(key) || Self.isDate(key)
      }
  }

  private var stringShape: Schema.Shape {
    if areDates { return .string(.date) }
    if areUUIDs { return .string(.uuid) }
    if let values = repeatedTexts {
      return .enumeration(
        Schema.Enumeration(
          values: values.map { Schema.Enumeration.Value(value: .string($0)) }, isInteger: false))
    }
    return .string(areURLs ? .url : .plain)
  }

  /// A few words that repeat.
  private var repeatedTexts: [String]? {
    guard (2...8).contains(texts.count), strings >= 3 * texts.count else { return nil }
    let areWords = texts.keys.allSatisfy { text in
      text.count <= 32 && text.unicodeScalars.first?.properties.isAlphabetic == true
        && text.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || "_-.".unicodeScalars.contains($0))
        }
    }
    return areWords ? texts.keys.sorted() : nil
  }

  static func isURL(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

  /// `2024-05-31T12:00:00Z` (RFC 3339).
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, isDay(String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[10] == UInt8(ascii: "T")
    else {
      return false
    }
    let offset = text.suffix(6)
    return text.hasSuffix("Z")
      || ((offset.hasPrefix("+") || offset.hasPrefix("-")) && offset.dropFirst(3).hasPrefix(":"))
  }

  private static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
      && [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { (48...57).contains(bytes[$0]) }
  }
}
