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

  struct URLs: Codable, Equatable {
    var imageURL: String?
    var userID: Int
    var plain_name: Int
    var _fooBAR_: Int
    var iOSVersion: Inner
    struct Inner: Codable, Equatable { var aB1c: [String] }
  }

  private static let urls = URLs(
    imageURL: "u", userID: 1, plain_name: 2, _fooBAR_: 3, iOSVersion: .init(aB1c: ["x"]))

  @Test func whatIsWrittenInSnakeCaseIsRead() throws {
    let coder = JSONCoder(keys: .snakeCase)
    let text =
      #"{"image_url":"u","user_id":1,"plain_name":2,"_foo_bar_":3,"i_os_version":{"a_b_1c":["x"]}}"#
    #expect(String(decoding: try coder.encode(Self.urls), as: UTF8.self) == text)
    #expect(try decode(URLs.self, text, coder) == Self.urls)
    // Many keys, equal ones, escaped ones: those have an index.
    let many = (0..<70).map { "\"other_\($0)\":0," }.joined()
    #expect(
      try decode(URLs.self, text.replacingOccurrences(of: "{\"image", with: "{\(many)\"image"), coder)
        == Self.urls)
    #expect(try decode(URLs.self, "{\"a\":1,\"a\":2," + text.dropFirst(), coder) == Self.urls)
    #expect(
      try decode(URLs.self, text.replacingOccurrences(of: "image_url", with: #"image\u005furl"#), coder)
        == Self.urls)
    #expect(failure(URLs.self, #"{"user_id":null}"#, coder)?.path == "user_id")
  }

  @Test func namesThatConvertToAKeyAreStillRead() throws {
    let coder = JSONCoder(keys: .snakeCase)
    struct Image: Decodable { var imageURL: Int }
    for text in [#"{"imageURL":1}"#, #"{"image_u_r_l":1}"#, #"{"image_u_r_l":2,"image_url":1}"#] {
      #expect(try decode(Image.self, text, coder).imageURL == 1)
    }
    #expect(failure(Image.self, #"{"imageUrl":1}"#, coder)?.kind == .keyNotFound)
  }

  @Test func aKeyIsNotReadFromTheNameOfAnother() throws {
    let coder = JSONCoder(keys: .snakeCase)
    struct Model: Codable, Equatable {
      var foo__bar = 1, fooBar = 2, a_1 = 3, a1 = 4, imageUrl = 5, image_u_r_l = 6
    }
    #expect(try coder.decode(Model.self, from: coder.encode(Model())) == Model())
    struct Swapped: Codable, Equatable { var a = 1, b = 2 }
    let swapping = JSONCoder(keys: .custom(decode: { $0 }, encode: { $0 == "a" ? "b" : "a" }))
    #expect(try swapping.decode(Swapped.self, from: swapping.encode(Swapped())) == Swapped())
    struct User: Codable, Equatable { var userID = 1 }
    let shouting = JSONCoder(keys: .custom(decode: { $0.lowercased() }, encode: { $0.uppercased() }))
    #expect(try shouting.decode(User.self, from: shouting.encode(User())) == User())
  }

  @Test func directModelsReadWhatTheyWrite() throws {
    struct Image: JSONDecodable, JSONEncodable, Equatable {
      var imageURL: String?
      var userID: Int
      init(imageURL: String?, userID: Int) { (self.imageURL, self.userID) = (imageURL, userID) }
      init(json: JSONReader) throws {
        imageURL = try json["imageURL"]
        userID = try json["userID"]
      }
      func write(to json: inout JSONWriter) throws {
        try json.write(imageURL, forKey: "imageURL")
        try json.write(userID, forKey: "userID")
      }
    }
    let coder = JSONCoder(keys: .snakeCase)
    let images = [
      Image(imageURL: "a", userID: 1), Image(imageURL: nil, userID: 2), Image(imageURL: "c", userID: 3),
    ]
    #expect(try coder.decode([Image].self, from: coder.encode(images)) == images)
  }

  @Test func casesOfAnEnumAreReadAsWritten() throws {
    enum Part: Codable, Equatable {
      case imageURL(String)
      case userID(theID: Int)
      case plain_name
      case text
    }
    let parts: [Part] = [.imageURL("u"), .userID(theID: 1), .plain_name, .text]
    for keys in [
      KeyStrategy.snakeCase, .custom(decode: { $0 + "?" }, encode: { $0 }),
    ] {
      let coder = JSONCoder(keys: keys)
      #expect(try coder.decode([Part].self, from: coder.encode(parts)) == parts)
    }
    #expect(failure(Part.self, #"{"image_urls":{}}"#, JSONCoder(keys: .snakeCase))?.kind == .typeMismatch)
  }

  @Test func theHintKnowsWrittenNames() {
    struct Image: Decodable { var imageURL: String }
    #expect(failure(Image.self, #"{"image_url":"u"}"#)?.hint?.contains("`.snakeCase`") == true)
  }

  /// A type whose keys are any names.
  private struct Record: Codable, Equatable {
    @TaskLocal static var keys: [String] = []
    var values: [Int?]
    init(_ count: Int) { values = Array(0..<count) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: JSONPath.Component.self)
      values = try Self.keys.map { try container.decodeIfPresent(Int.self, forKey: .key($0)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPath.Component.self)
      for (key, value) in zip(Self.keys, values) { try container.encode(value, forKey: .key(key)) }
    }
  }

  @Test func anyKeysAreReadAsWritten() throws {
    var random = SeededGenerator.named("anyKeysAreReadAsWritten")
    let pieces = [
      "a", "foo", "Bar", "URL", "ID", "iOS", "_", "__", "1", "2x", "X9Y", "é", "É", "ß", "İ", "ǅ", "中",
      "o\u{301}",
    ]
    let coder = JSONCoder(keys: .snakeCase)
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<SeededGenerator.runs(2_000) {
      var written: Set<String> = []
      var keys: [String] = []
      for _ in 0..<Int.random(in: 1...[4, 90].randomElement(using: &random)!, using: &random) {
        let key = (0..<Int.random(in: 1...4, using: &random)).map { _ in pieces.randomElement(using: &random)!
        }.joined()
        if written.insert(coder.options.encoded(key)).inserted { keys.append(key) }
      }
      try Record.$keys.withValue(keys) {
        let record = Record(keys.count)
        let data = try coder.encode(record)
        #expect(try coder.decode(Record.self, from: data) == record, "\(keys)")
        #expect(
          try JSONSerialization.jsonObject(with: foundation.encode(record)) as? [String: Int]
            == JSONSerialization.jsonObject(with: data) as? [String: Int], "\(keys)")
      }
    }
  }
}
