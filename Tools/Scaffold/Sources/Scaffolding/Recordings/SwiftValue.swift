import Foundation
import ReparteeJSON

/// Writes JSON as the Swift expression of the type that stands for its schema.
struct SwiftValue {
  private let types: TypePlanner

  init(_ types: TypePlanner) { self.types = types }

  /// Nil for what a literal can't say.
  func text(of value: JSONValue, as schema: Schema) -> String? {
    let resolved = types.resolved(schema)
    if value.isNull { return resolved.isNullable || resolved.shape == .any ? "nil" : nil }
    switch (resolved.shape, value) {
    case (.boolean, .bool), (.string(.plain), .string): return Literal.swift(value)
    case (.integer, .number(let number)): return number.integer(as: Int.self).map(String.init)
    case (.number, .number(let number)): return number.text
    case (.constant, _): return Literal.swift(value)
    case (.string(.url), .string(let text)) where URL(string: text) != nil:
      return "URL(string: \(Literal.string(text)))!"
    case (.string(.uuid), .string(let text)) where UUID(uuidString: text) != nil:
      return "UUID(uuidString: \(Literal.string(text)))!"
    case (.string(.date), .string(let text)) where Sample.isDate(text):
      return "try Date(\(Literal.string(text)), strategy: .iso8601)"
    case (.enumeration(let enumeration), .string):
      let raw = Literal.swift(value)
      if types.isOpenWhenSent(schema) { return ".init(rawValue: \(raw))" }
      return enumeration.values.contains { $0.value == value } ? ".init(rawValue: \(raw))!" : nil
    case (.any, _): return json(value)
    case (.array(let element), .array(let values)):
      let texts = values.compactMap { text(of: $0, as: element) }
      return texts.count == values.count ? "[\(texts.joined(separator: ", "))]" : nil
    case (.map(let element), .object(let object)):
      let texts = object.compactMap { key, value in
        text(of: value, as: element).map { "\(Literal.string(key)): \($0)" }
      }
      return texts.count == object.count
        ? (texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]") : nil
    case (.object(let shape), .object(let object)):
      var arguments: [String] = []
      for property in shape.properties {
        let name = types.renamedMembers[shape]?[property.key] ?? types.keys.property(property.key)
        guard let member = object[property.key], property.isRequired || !member.isNull else {
          if property.isRequired { return nil }
          continue
        }
        guard let text = text(of: member, as: property.schema) else { return nil }
        arguments.append("\(name): \(text)")
      }
      return ".init(\(arguments.joined(separator: ", ")))"
    default: return nil
    }
  }

  private func json(_ value: JSONValue) -> String? {
    switch value {
    case .null: return "nil"
    case .bool, .string: return Literal.swift(value)
    case .number(let number): return number.text
    case .array(let values): return "[\(values.compactMap(json).joined(separator: ", "))]"
    case .object(let object):
      if object.isEmpty { return "[:]" }
      return
        "[\(object.compactMap { key, value in json(value).map { "\(Literal.string(key)): \($0)" } }.joined(separator: ", "))]"
    }
  }
}
