import Foundation
@testable import ReparteeJSON
import Testing

@Suite struct KeyStrategyTests {
  struct Model: Codable, Equatable {
    var firstName: String
    var imageUrl: String
    var _hidden_: Int
    var plain: Int
    var byName: [String: Int]
    var nested: [String: Nested]
    struct Nested: Codable, Equatable { var innerValue: Int }
  }

  let model = Model(
    firstName: "A", imageUrl: "u", _hidden_: 1, plain: 2, byName: ["some_key": 3],
    nested: ["other_key": .init(innerValue: 4)])

  @Test func snakeCaseReadsAndWritesAsFoundationDoes() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let text =
      #"{"first_name":"A","image_url":"u","_hidden_":1,"plain":2,"by_name":{"some_key":3},"nested":{"other_key":{"inner_value":4}}}"#
    #expect(try decode(Model.self, text, coder) == model)
    #expect(try coder.makeFoundationDecoder().decode(Model.self, from: Data(text.utf8)) == model)
    #expect(try coder.decode(Model.self, from: coder.encode(model)) == model)
  }

  @Test func snakeCaseConvertsAsFoundationDoes() throws {
    struct Keys: Decodable {
      var keys: [String]
      init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: JSONPath.Component.self).allKeys.map(\.stringValue)
      }
    }
    var coder = JSONCoder()
    coder.keys = .snakeCase
    for key in [
      "a_b", "_a_b", "a_b_", "__a__b__", "a__b", "aB_cD", "AB_CD", "_", "__", "a", "A", "a_1_b", "é_ß", "",
      "fooBar", "FOO_bar", "_fooBar_", "a1b_c2d_3e", "__FOO1A_B__", "a-b_c", "o'neil_x'y",
    ] {
      let text = "{\"\(key)\":0}"
      let ours = try decode(Keys.self, text, coder).keys
      let theirs = try coder.makeFoundationDecoder().decode(Keys.self, from: Data(text.utf8)).keys
      #expect(ours == theirs, "\(key)")
    }
  }

  @Test func customStrategyGoesBothWays() throws {
    var coder = JSONCoder()
    coder.keys = .custom(decode: { $0.hasPrefix("x-") ? String($0.dropFirst(2)) : $0 }, encode: { "x-" + $0 })
    struct Small: Codable, Equatable { var a: Int; var list: [Inner] }
    struct Inner: Codable, Equatable { var b: Int }
    let small = Small(a: 1, list: [Inner(b: 2)])
    #expect(try decode(Small.self, #"{"x-a":1,"x-list":[{"x-b":2}]}"#, coder) == small)
    #expect(try coder.decode(Small.self, from: coder.encode(small)) == small)
    #expect(failure(Small.self, #"{"x-a":1,"x-list":[{"b":"q"}]}"#, coder)?.path == "x-list[0].b")
  }

  private static let prefixing = KeyStrategy.custom(
    decode: { String($0.dropFirst(2)) }, encode: { "x-" + $0 })

  @Test(arguments: [(KeyStrategy.snakeCase, "first_name"), (prefixing, "x-firstName")])
  func codingKeysWithNumbersAreConverted(keys: KeyStrategy, name: String) throws {
    struct Numbered: Codable, Equatable {
      var firstName = "A"
      enum CodingKeys: Int, CodingKey { case firstName = 1 }
    }
    struct Nesting: Encodable {
      enum CodingKeys: Int, CodingKey { case firstName = 1 }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var list = container.nestedUnkeyedContainer(forKey: .firstName)
        try list.encode(1)
      }
    }
    let coder = JSONCoder(keys: keys)
    for encoded in [try coder.encode(Numbered()), try coder.makeFoundationEncoder().encode(Numbered())] {
      #expect(String(decoding: encoded, as: UTF8.self) == #"{"\#(name)":"A"}"#)
      #expect(try coder.decode(Numbered.self, from: encoded) == Numbered())
      #expect(try coder.makeFoundationDecoder().decode(Numbered.self, from: encoded) == Numbered())
    }
    #expect(String(decoding: try coder.encode(Nesting()), as: UTF8.self) == #"{"\#(name)":[1]}"#)
  }

  @Test func numbersThatAreKeysOfADictionaryAreData() throws {
    struct Model: Codable, Equatable {
      var names = [1: "a", -20: "b"]
      var models: [Int: Inner]? = [3: Inner()]
    }
    struct Inner: Codable, Equatable { var b = 2 }
    let coder = JSONCoder(keys: Self.prefixing)
    #expect(String(decoding: try coder.encode([1: "a"]), as: UTF8.self) == #"{"1":"a"}"#)
    #expect(
      String(decoding: try coder.makeFoundationEncoder().encode([1: "a"]), as: UTF8.self) == #"{"1":"a"}"#)
    #expect(try coder.decode([Int: String].self, from: coder.encode([1: "a"])) == [1: "a"])
    #expect(try coder.decode(Model.self, from: coder.encode(Model())) == Model())
    let error = failure([String: [Int: Int]].self, #"{"m": {"1": 1, "x-2": 2}}"#, coder)
    #expect(error?.kind == .typeMismatch && error?.path == ["m", "x-2"])
    #expect(error?.expected == "Int (a key)")
    #expect(failure([Int: Int].self, #"{"1": "x"}"#, coder)?.path == ["1"])
    #expect(failure([Int: Int].self, "[]", coder)?.kind == .typeMismatch)
  }

  @Test func aThousandNamesAreRemembered() throws {
    struct Record: Codable, Equatable {
      var keys: [JSONPath.Component]
      init(_ keys: [JSONPath.Component]) { self.keys = keys }
      init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: JSONPath.Component.self).allKeys
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        for key in keys { try container.encode(1, forKey: key) }
      }
    }
    let coder = JSONCoder(keys: .snakeCase)
    let record = Record((0..<5_000).map { .key("key\($0)Name") })
    for _ in 0..<2 {
      #expect(try coder.decode(Record.self, from: coder.encode(record)) == record)
      #expect(coder.options.rememberedNames == 1_000)
    }
    // Those of a model are remembered whatever came before.
    _ = try coder.encode(Record([.key("firstName"), .key("lastName")]))
    #expect(coder.options.rememberedNames == 2)
  }

  /// However many keys there are, whatever is not there, and in whatever order they are asked for.
  @Test func everyKeyIsFoundAmongManyAndNoneThatIsNotThere() throws {
    var random = SeededGenerator.named("everyKeyIsFoundAmongManyAndNoneThatIsNotThere")
    struct Model: Decodable {
      @TaskLocal static var asked: [(object: Int, number: Int)] = []
      var found: [Int?] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var objects: [KeyedDecodingContainer<JSONPath.Component>] = []
        while !list.isAtEnd { objects.append(try list.nestedContainer(keyedBy: JSONPath.Component.self)) }
        for (object, number) in Self.asked {
          found.append(try objects[object].decodeIfPresent(Int.self, forKey: .key("someKey\(number)Name")))
        }
      }
    }
    var coder = JSONCoder()
    coder.keys = .snakeCase
    for count in [0, 1, 5, 40, 64, 65, 150] {
      let objects = (0..<3).map { _ in Set((0..<count).map { _ in Int.random(in: 0..<200, using: &random) }) }
      let texts = objects.map { object in
        "{" + object.map { "\"some_key\($0)_name\":\($0)" }.joined(separator: ",") + "}"
      }
      // In runs, so that one object is searched often and all are searched in turn.
      let asked = (0..<40).flatMap { _ in
        let object = Int.random(in: 0..<3, using: &random)
        return (0..<Int.random(in: 1...40, using: &random)).map { _ in
          (object: object, number: Int.random(in: 0..<200, using: &random))
        }
      }
      let model = try Model.$asked.withValue(asked) {
        try decode(Model.self, "[\(texts.joined(separator: ","))]", coder)
      }
      #expect(model.found == asked.map { objects[$0.object].contains($0.number) ? $0.number : nil })
    }
  }

  @Test func firstOfKeysThatConvertToTheSameCounts() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    struct Small: Decodable { var firstName: Int }
    #expect(try decode(Small.self, #"{"first_name":1,"firstName":2}"#, coder).firstName == 1)
    #expect(try decode(Small.self, #"{"firstName":2,"first_name":1}"#, coder).firstName == 2)
  }
}
