import Foundation
import ReparteeJSON

/// Finds where a value is not what a schema says: documents contradict themselves.
struct Contradiction: CustomStringConvertible {
  var path: [String]
  var expected: String
  var found: String

  /// `items[0].price: expected a number, found a string`
  var description: String {
    let place = path.reduce("") { $0 + ($1.hasPrefix("[") || $0.isEmpty ? $1 : ".\($1)") }
    return "\(place.isEmpty ? "the whole" : place): expected \(expected), found \(found)"
  }

  /// The most levels that are compared.
  static let maximumDepth = 64

  init?(_ value: JSONValue, _ schema: Schema, _ types: TypePlanner) {
    guard let found = Self.find(value, schema, types, [], isOptional: false) else { return nil }
    self = found
  }

  private init(_ path: [String], _ expected: String, _ value: JSONValue) {
    self.path = path
    self.expected = expected
    found = Self.kind(of: value)
  }

  private static func find(
    _ value: JSONValue, _ schema: Schema, _ types: TypePlanner, _ path: [String], isOptional: Bool
  ) -> Contradiction? {
    guard path.count < maximumDepth else { return nil }
    if value.isNull, isOptional || types.isNullable(schema) { return nil }
    func check(_ expected: String, _ fits: Bool) -> Contradiction? {
      fits ? nil : Self(path, expected, value)
    }
    switch types.resolved(schema).shape {
    case .any, .null, .union, .reference: return nil
    case .boolean: return check("a boolean", value.bool != nil)
    case .integer: return check("an integer", value.number?.integer(as: Int.self) != nil)
    case .unsigned:
      return check("an integer that is not negative", value.number?.integer(as: UInt64.self) != nil)
    case .number: return check("a number", value.number != nil)
    case .string(let format): return check(name(of: format), value.string.map { fits($0, format) } ?? false)
    case .enumeration(let enumeration):
      return check(
        enumeration.isInteger ? "an integer" : "a string",
        enumeration.isInteger ? value.int != nil : value.string != nil)
    case .constant(let constant): return check(kind(of: constant), kind(of: value) == kind(of: constant))
    case .array(let element):
      guard let values = value.array else { return Self(path, "an array", value) }
      return values.enumerated().lazy.compactMap {
        find($0.element, element, types, path + ["[\($0.offset)]"], isOptional: false)
      }.first
    case .map(let member):
      guard let object = value.object else { return Self(path, "an object", value) }
      return object.lazy.compactMap { find($0.value, member, types, path + [$0.key], isOptional: false) }
        .first
    case .object(let shape):
      guard let object = value.object else { return Self(path, "an object", value) }
      for property in shape.properties where !property.isWriteOnly {
        guard let member = object[property.key] else {
          if property.isRequired, !types.isNullable(property.schema) {
            return Self(path + [property.key], "a value", .null)
          }
          continue
        }
        let isOptional = !property.isRequired
        if let found = find(member, property.schema, types, path + [property.key], isOptional: isOptional) {
          return found
        }
      }
      return nil
    }
  }

  private static func fits(_ text: String, _ format: Schema.Format) -> Bool {
    switch format {
    case .plain, .binary: true
    case .date: Sample.isDate(text)
    case .uuid: UUID(uuidString: text) != nil
    case .url: URL(string: text) != nil
    case .base64: Data(base64Encoded: text) != nil
    case .integer, .unsigned, .number: JSONNumber(text) != nil
    }
  }

  private static func name(of format: Schema.Format) -> String {
    switch format {
    case .plain, .binary: "a string"
    case .date: "a date by RFC 3339"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .base64: "Base64"
    case .integer, .unsigned, .number: "a number in quotes"
    }
  }

  static func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "nothing"
    case .bool: "a boolean"
    case .number: "a number"
    case .string(let text): text.isEmpty ? "an empty string" : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
