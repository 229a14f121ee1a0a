import Foundation
import ReparteeJSON
import Testing

/// Against Foundation's `JSONDecoder`, on generated documents and models. A model is a `Shape`: what it asks for, in
/// which order, of which type; the same shape asks both decoders.
///
/// Known differences, which the generator or the comparison leaves out, each by name:
/// - trailing commas: Foundation accepts them;
/// - integers written with a fraction beyond 2^53, where Foundation goes by way of a double;
/// - keys that are canonically equivalent but differ in bytes: equal for Foundation, different for us;
/// - what nothing asks for: Foundation does not check its numbers (`01` passes) nor its escapes (`"\x"` passes);
/// - `JSONValue` keeps the digits of a number with us, of any size: compared by value, without `1e400`;
/// - the classes of errors: only whether there is one is compared;
/// - `null` asked as a nested container: both fail, in different words.
@Suite struct JSONCoderDifferentialTests {
  indirect enum Shape: Sendable {
    case int, int8, uint64, double, float, string, bool, url, optional(Shape), array(Shape), byKey(Shape),
      value
    case object([(key: String, shape: Shape)])
  }

  /// What was decoded, in a form to compare.
  struct Transcript: Decodable, Equatable {
    let text: String

    /// What the next one that is decoded asks for: a model is a type, so this has to come from aside.
    @TaskLocal static var shape = Shape.value

    init(from decoder: any Decoder) throws { text = try Transcript.read(decoder, Transcript.shape) }

    private static func asking<R>(_ shape: Shape, _ body: () throws -> R) rethrows -> R {
      try $shape.withValue(shape, operation: body)
    }

    private static func read(_ decoder: any Decoder, _ shape: Shape) throws -> String {
      switch shape {
      case .int: "\(try decoder.singleValueContainer().decode(Int.self))"
      case .int8: "\(try decoder.singleValueContainer().decode(Int8.self))"
      case .uint64: "\(try decoder.singleValueContainer().decode(UInt64.self))"
      case .double: "\(try decoder.singleValueContainer().decode(Double.self).bitPattern)"
      case .float: "\(try decoder.singleValueContainer().decode(Float.self).bitPattern)"
      case .string: "\(Array(try decoder.singleValueContainer().decode(String.self).utf8))"
      case .bool: "\(try decoder.singleValueContainer().decode(Bool.self))"
      case .url: "\(try decoder.singleValueContainer().decode(URL.self))"
      case .value: plain(try JSONValue(from: decoder))
      case .optional(let shape):
        try decoder.singleValueContainer().decodeNil() ? "nil" : "some(\(read(decoder, shape)))"
      case .array(let shape): try readArray(decoder, shape)
      case .byKey(let shape):
        try asking(shape) { try decoder.singleValueContainer().decode([String: Transcript].self) }
          .sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.text)" }.joined(separator: ";")
      case .object(let members): try readObject(decoder, members)
      }
    }

    /// Members sorted, numbers by value.
    private static func plain(_ value: JSONValue) -> String {
      switch value {
      case .number(let number): "\(number.double + 0)"
      case .array(let array): "[\(array.map(plain).joined(separator: ","))]"
      case .object(let object):
        "{\(object.sorted { $0.key < $1.key }.map { "\($0.key):\(plain($0.value))" }.joined(separator: ","))}"
      default: value.description
      }
    }

    private static func readArray(_ decoder: any Decoder, _ shape: Shape) throws -> String {
      var container = try decoder.unkeyedContainer()
      var parts: [String] = []
      while !container.isAtEnd { parts.append(try read(container.superDecoder(), shape)) }
      return "[\(parts.joined(separator: ","))]"
    }

    private static func readObject(_ decoder: any Decoder, _ members: [(key: String, shape: Shape)]) throws
      -> String
    {
      let container = try decoder.container(keyedBy: JSONPath.Component.self)
      let parts = try members.map { member in
        let key = JSONPath.Component.key(member.key)
        if case .optional(let shape) = member.shape {
          // The three ways to ask for what may not be there.
          guard container.contains(key) else { return "\(member.key)=absent" }
          switch shape {
          case .int:
            return "\(member.key)=\(String(describing: try container.decodeIfPresent(Int.self, forKey: key)))"
          case .string:
            return
              "\(member.key)=\(String(describing: try container.decodeIfPresent(String.self, forKey: key)))"
          default: if try container.decodeNil(forKey: key) { return "\(member.key)=null" }
          }
          return
            "\(member.key)=\(try asking(shape) { try container.decode(Transcript.self, forKey: key).text })"
        }
        return
          "\(member.key)=\(try asking(member.shape) { try container.decode(Transcript.self, forKey: key).text })"
      }
      return "{\(parts.joined(separator: ","))}"
    }
  }

  struct Maker {
    var random: SeededGenerator

    mutating func pick<E>(_ elements: [E]) -> E { elements[Int.random(in: elements.indices, using: &random)] }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func shape(_ depth: Int) -> Shape {
      if depth == 0 || chance(30) {
        return pick([.int, .int8, .uint64, .double, .float, .string, .bool, .url, .value])
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .optional(shape(depth - 1))
      case 1, 2: return .array(shape(depth - 1))
      case 3: return .byKey(shape(depth - 1))
      default:
        let count = Int.random(in: 0...(chance(5) ? 80 : 7), using: &random)
        return .object(
          (0..<count).map { _ in (key(), chance(30) ? .optional(shape(depth - 1)) : shape(depth - 1)) })
      }
    }

    mutating func key() -> String {
      chance(80)
        ? "k\(Int.random(in: 0..<60, using: &random))"
        : pick(["", "a b", "é", "a\"b", "a_long_key_of_many_bytes", "日本", "\n"])
    }

    /// A document of a shape, with now and then something else in its place.
    mutating func text(_ shape: Shape) -> String {
      if chance(1) { return pick(["null", "1", "\"x\"", "[]", "{}", "true", "1.5", "300", "-1", "[1,2"]) }
      switch shape {
      case .int: return "\(Int.random(in: -1_000_000...1_000_000, using: &random))"
      case .int8: return pick(["0", "-128", "127", "1", "1.0", "1e1", "-0"])
      case .uint64: return pick(["0", "18446744073709551615", "42", "1E2", "100e-2"])
      case .double, .float:
        return pick([
          "0", "-0.0", "1.5", "0.1", "1e10", "2.5E-3", "123456789.123456789",
          "\(Double.random(in: -1e6...1e6, using: &random))",
        ])
      case .string:
        return string(
          pick(["", "plain", "a longer string of text that is not in line", "é😀", "a\"\\\n\t", "\u{1}"]))
      case .bool: return pick(["true", "false"])
      case .url: return pick(["\"https://example.com/a?b=c#d\"", "\"/relative\"", "\"mailto:a@b.c\""])
      case .value: return pick(["null", "[1,{\"a\":2}]", "{\"b\":[],\"a\":\"x\"}", "\"v\"", "7"])
      case .optional(let shape): return chance(40) ? "null" : text(shape)
      case .array(let shape):
        return list((0..<Int.random(in: 0...4, using: &random)).map { _ in text(shape) }, "[", "]")
      case .byKey(let shape):
        return list(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in "\(string(key())):\(text(shape))" }, "{", "}"
        )
      case .object(let members): return object(members)
      }
    }

    private mutating func object(_ members: [(key: String, shape: Shape)]) -> String {
      var parts: [String] = []
      for member in members {
        if chance(member.shape.isOptional ? 30 : 1) { continue }
        parts.append("\(string(member.key))\(space()):\(space())\(text(member.shape))")
        if chance(10) { parts.append("\(string(key())):\(text(.value))") }
      }
      if chance(30) { parts.shuffle(using: &random) }
      return list(parts, "{", "}")
    }

    private mutating func list(_ parts: [String], _ open: String, _ close: String) -> String {
      open + space() + parts.joined(separator: space() + "," + space()) + space() + close
    }

    private mutating func space() -> String {
      chance(90) ? "" : pick([" ", "\n  ", "\t", "\r\n", "          "])
    }

    /// A string literal, escaped in one of the ways there are.
    private mutating func string(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        if chance(5) || scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16, uppercase: chance(50))
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }

  @Test func agreesWithFoundationOnThousandsOfModelsAndDocuments() throws {
    var maker = Maker(random: SeededGenerator.named("agreesWithFoundationOnThousandsOfModelsAndDocuments"))
    var decoded = 0
    var refused = 0
    for _ in 0..<SeededGenerator.runs(1_500) {
      let shape = maker.shape(4)
      let coder = JSONCoder()
      let foundation = coder.makeFoundationDecoder()
      for _ in 0..<3 {
        let text = maker.text(shape)
        let data = Data(text.utf8)
        let theirs = Transcript.$shape.withValue(shape) {
          Result { try foundation.decode(Transcript.self, from: data) }
        }
        let ours = Transcript.$shape.withValue(shape) {
          Result { try coder.decode(Transcript.self, from: data) }
        }
        if (try? ours.get()) != (try? theirs.get()) {
          Issue.record("Foundation: \(theirs)\nours: \(ours)\n\(text)\n\(shape)")
        }
        if case .success = ours { decoded += 1 } else { refused += 1 }
      }
    }
    print("\(decoded) decoded alike, \(refused) refused alike")
    #expect(decoded > SeededGenerator.runs(1_500) && refused > SeededGenerator.runs(50))
  }
}

extension JSONCoderDifferentialTests.Shape {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }
}
