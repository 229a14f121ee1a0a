#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONValue: Decodable {
  /// Decodes any value; no key strategy changes keys.
  ///
  /// With ``JSONCoder``, numbers keep their digits and objects their order.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      self = decoder.decoding.value(at: decoder.index)
      return
    }
    if let container = try? decoder.container(keyedBy: JSONPath.Component.self) {
      // As a dictionary: its keys are data, which Foundation's strategies do not change.
      let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
      let inOrder = container.allKeys.map(\.stringValue)
      let isConverted = inOrder.count != members.count || inOrder.contains { members[$0] == nil }
      var object = JSONObject()
      for key in isConverted ? members.keys.sorted() : inOrder { object[key] = members[key] }
      self = .object(object)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !container.isAtEnd { array.append(try container.decode(JSONValue.self)) }
      self = .array(array)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Decimal.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}

extension JSONNumber: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    guard case .number(let number) = value else {
      throw DecodingError.typeMismatch(
        JSONNumber.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected a number."))
    }
    self = number
  }
}

extension Decoding {
  /// Marks all of it as read.
  func value(at index: Int) -> JSONValue {
    let node = tape[index]
    switch node.kind {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .number: return .number(JSONNumber(unchecked: tape.text(at: index)))
    case .string: return .string(tape.string(at: node))
    case .array:
      tape.markWhole(index)
      var array: [JSONValue] = []
      array.reserveCapacity(node.length)
      var at = index + 1
      while at < node.next {
        array.append(value(at: at))
        at = tape.after(at)
      }
      return .array(array)
    case .object:
      tape.markWhole(index)
      var object = JSONObject()
      var at = index + 1
      while at < node.next {
        object.appendIfNew(tape.string(at: tape[at]), value(at: at + 1))
        at = tape.after(at + 1)
      }
      return .object(object)
    }
  }
}
