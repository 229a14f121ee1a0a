import Foundation
import ReparteeJSON
import Testing

/// The standard types by each way in which a model can ask for them: containers have a method for each.
struct KeyedContainerValuesTests {
  /// Values that no other type than theirs holds, or that are as good as any.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Values: Equatable {
    var bool: Bool?
    var string: String?
    var double: Double?
    var float: Float?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var int128: Int128?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var uint128: UInt128?

    static let extremes = Values(
      bool: true, string: "é", double: -0.1, float: 1.25, int: .min, int8: .min, int16: .min, int32: .min,
      int64: .min, int128: .min, uint: .max, uint8: .max, uint16: .max, uint32: .max, uint64: .max,
      uint128: .max)

    var texts: [String] {
      [
        "true", "\"é\"", "-0.1", "1.25", "\(Int.min)", "\(Int8.min)", "\(Int16.min)", "\(Int32.min)",
        "\(Int64.min)", "\(Int128.min)", "\(UInt.max)", "\(UInt8.max)", "\(UInt16.max)", "\(UInt32.max)",
        "\(UInt64.max)", "\(UInt128.max)",
      ]
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Members: Decodable, Equatable {
    var values: Values

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case bool, string, double, float, int, int8, int16, int32, int64, int128
      case uint, uint8, uint16, uint32, uint64, uint128
    }
    static let names = CodingKeys.allCases.map(\.rawValue)

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      values = Values(
        bool: try container.decodeIfPresent(Bool.self, forKey: .bool),
        string: try container.decodeIfPresent(String.self, forKey: .string),
        double: try container.decodeIfPresent(Double.self, forKey: .double),
        float: try container.decodeIfPresent(Float.self, forKey: .float),
        int: try container.decodeIfPresent(Int.self, forKey: .int),
        int8: try container.decodeIfPresent(Int8.self, forKey: .int8),
        int16: try container.decodeIfPresent(Int16.self, forKey: .int16),
        int32: try container.decodeIfPresent(Int32.self, forKey: .int32),
        int64: try container.decodeIfPresent(Int64.self, forKey: .int64),
        int128: try container.decodeIfPresent(Int128.self, forKey: .int128),
        uint: try container.decodeIfPresent(UInt.self, forKey: .uint),
        uint8: try container.decodeIfPresent(UInt8.self, forKey: .uint8),
        uint16: try container.decodeIfPresent(UInt16.self, forKey: .uint16),
        uint32: try container.decodeIfPresent(UInt32.self, forKey: .uint32),
        uint64: try container.decodeIfPresent(UInt64.self, forKey: .uint64),
        uint128: try container.decodeIfPresent(UInt128.self, forKey: .uint128))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Elements: Decodable, Equatable {
    var values: Values

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      values = Values(
        bool: try list.decode(Bool.self), string: try list.decode(String.self),
        double: try list.decode(Double.self), float: try list.decode(Float.self),
        int: try list.decode(Int.self), int8: try list.decode(Int8.self), int16: try list.decode(Int16.self),
        int32: try list.decode(Int32.self), int64: try list.decode(Int64.self),
        int128: try list.decode(Int128.self), uint: try list.decode(UInt.self),
        uint8: try list.decode(UInt8.self), uint16: try list.decode(UInt16.self),
        uint32: try list.decode(UInt32.self), uint64: try list.decode(UInt64.self),
        uint128: try list.decode(UInt128.self))
    }
  }

  /// What asks for a single value of its type alone.
  private struct Single<Value: Decodable & Equatable>: Decodable {
    var value: Value
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func object(_ texts: [String]) -> Data {
    let members = zip(Members.names, texts).map { "\"\($0)\":\($1)" }
    return Data("{\(members.joined(separator: ","))}".utf8)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func membersThatMayBeMissingAreTheirTypes() throws {
    let extremes = Values.extremes
    #expect(try JSONCoder().decode(Members.self, from: object(extremes.texts)).values == extremes)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: ["{}", nil]) func membersThatAreMissingOrNullAreNil(_ text: String?) throws {
    let nulls = object(Array(repeating: "null", count: Members.names.count))
    let data = text.map { Data($0.utf8) } ?? nulls
    #expect(try JSONCoder().decode(Members.self, from: data).values == Values())
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func elementsAreTheirTypes() throws {
    let extremes = Values.extremes
    let data = Data("[\(extremes.texts.joined(separator: ","))]".utf8)
    #expect(try JSONCoder().decode(Elements.self, from: data).values == extremes)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<16)
  func whatDoesNotFitIsFoundWhereverItStands(at index: Int) {
    #expect(Members.names.count == 16, "the arguments are its indexes")
    var texts = Values.extremes.texts
    texts[index] = "{}"
    #expect { try JSONCoder().decode(Members.self, from: object(texts)) } throws: { error in
      (error as? JSONError)?.path == JSONPath([.key(Members.names[index])])
    }
    let list = Data("[\(texts.joined(separator: ","))]".utf8)
    #expect { try JSONCoder().decode(Elements.self, from: list) } throws: { error in
      (error as? JSONError)?.path == JSONPath([.index(index)])
    }
  }

  private func agrees<Value: JSONDecodable & Equatable>(_ value: Value, _ text: String) throws {
    let coder = JSONCoder()
    let data = Data(text.utf8)
    #expect(try coder.decode(Value.self, from: data) == value)
    #expect(try coder.decode(Single<Value>.self, from: data).value == value)
    #expect(try coder.read(data) { try Value(json: $0) } == value)
    #expect(try coder.read(data) { try Value?(json: $0) } == .some(value))
    #expect(try coder.read(Data("null".utf8)) { try Value?(json: $0) } == .none)
    #expect(try coder.read(Data("[\(text)]".utf8)) { try [Value](json: $0) } == [value])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aValueAloneIsTheSameWithAndWithoutCodable() throws {
    try agrees(true, "true")
    try agrees("é", "\"\\u00e9\"")
    try agrees(-0.1, "-0.1")
    try agrees(Float(1.25), "1.25")
    try agrees(Int.min, "\(Int.min)")
    try agrees(Int8.min, "-128")
    try agrees(Int16.min, "-32768")
    try agrees(Int32.min, "\(Int32.min)")
    try agrees(Int64.min, "\(Int64.min)")
    try agrees(Int128.min, "\(Int128.min)")
    try agrees(UInt.max, "\(UInt.max)")
    try agrees(UInt8.max, "255")
    try agrees(UInt16.max, "65535")
    try agrees(UInt32.max, "\(UInt32.max)")
    try agrees(UInt64.max, "\(UInt64.max)")
    try agrees(UInt128.max, "\(UInt128.max)")
    try agrees(Date(timeIntervalSinceReferenceDate: 1), "\"2001-01-01T00:00:01Z\"")
    try agrees(Date(timeIntervalSinceReferenceDate: 1), "\"2001\\u002d01-01T00:00:01Z\"")
    try agrees(Data([1, 2, 3]), "\"AQID\"")
    try agrees(Decimal(5), "5")
    try agrees(
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), "\"00000000-0000-0000-0000-000000000001\""
    )
  }
}
