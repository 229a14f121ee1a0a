import Foundation
import ReparteeJSON
import Testing

@Suite struct KeyedContainerTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Everything: Codable, Equatable {
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var int128: Int128
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var uint128: UInt128
    var float: Float
    var double: Double
    var string: String
    var date: Date
    var url: URL
    var data: Data
    var decimal: Decimal
    var strings: [String]
    var ints: [Int]
    var bytes: [UInt8]
    var doubles: [Double]
    var rows: [[Double]]
    var dates: [Date]
    var optionals: [Int?]
    var byKey: [String: Int]
    var names: [String: String]
    var nested: [String: [String: [Bool]]]
    var byNumber: [Int: String]
    var set: Set<String>
    var missing: Int?
    var null: String?
    var present: Double?
    var optionalDate: Date?
    var value: JSONValue

    static let json = #"""
      {"bool":true,"int":-1,"int8":-2,"int16":-3,"int32":-4,"int64":-5,"int128":-6,"uint":1,"uint8":2,"uint16":3,
       "uint32":4,"uint64":5,"uint128":6,"float":1.25,"double":0.1,"string":"a\nb","date":"2001-01-01T00:00:01Z",
       "url":"https://example.com/a?b=c","data":"AQID","decimal":0.1,"strings":["a",""],"ints":[1,2],"bytes":[1,255],
       "doubles":[1,2.5],"rows":[[1],[],[2,3]],"dates":["2001-01-01"],"optionals":[1,null,3],"byKey":{"a":1,"b":2},
       "names":{"x":"y"},"nested":{"a":{"b":[true,false]}},"byNumber":{"7":"seven"},"set":["p","q","p"],
       "null":null,"present":7,"optionalDate":"2001-01-02","value":{"b":[1,null],"a":1.50}}
      """#

    static let expected = Everything(
      bool: true, int: -1, int8: -2, int16: -3, int32: -4, int64: -5, int128: -6, uint: 1, uint8: 2,
      uint16: 3,
      uint32: 4, uint64: 5, uint128: 6, float: 1.25, double: 0.1, string: "a\nb",
      date: Date(timeIntervalSinceReferenceDate: 1),
      url: URL(string: "https://example.com/a?b=c") ?? URL(fileURLWithPath: "/"),
      data: Data([1, 2, 3]), decimal: Decimal(string: "0.1") ?? 0, strings: ["a", ""], ints: [1, 2],
      bytes: [1, 255],
      doubles: [1, 2.5], rows: [[1], [], [2, 3]], dates: [Date(timeIntervalSinceReferenceDate: 0)],
      optionals: [1, nil, 3], byKey: ["a": 1, "b": 2], names: ["x": "y"],
      nested: ["a": ["b": [true, false]]],
      byNumber: [7: "seven"], set: ["p", "q"], missing: nil, null: nil, present: 7,
      optionalDate: Date(timeIntervalSinceReferenceDate: 86_400), value: ["b": [1, nil], "a": 1.5])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func everyTypeDecodes() throws {
    #expect(try decode(Everything.self, Everything.json) == Everything.expected)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func everyTypeDecodesWithKeysReversed() throws {
    let value = try decode(JSONValue.self, Everything.json)
    let members = (value.object ?? [:]).reversed().map { "\(JSONValue.string($0.key)):\($0.value)" }
    #expect(try decode(Everything.self, "{\(members.joined(separator: ","))}") == Everything.expected)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func whatIsEncodedDecodes() throws {
    var value = Everything.expected
    value.rows = [[0.1, -1e300], [.pi]]
    #expect(try JSONCoder().decode(Everything.self, from: JSONCoder().encode(value)) == value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func allSourcesOfBytesAreEqual() throws {
    let bytes = Array(Everything.json.utf8)
    #expect(try JSONCoder().decode(Everything.self, from: bytes) == Everything.expected)
    let all = bytes[...]
    #expect(try JSONCoder().decode(Everything.self, from: all.span) == Everything.expected)
    #expect(try JSONCoder().decode(Everything.self, from: all.span.bytes) == Everything.expected)
    let slice = (Data([1, 2, 3]) + Data(bytes) + Data([4])).dropFirst(3).dropLast()
    #expect(try JSONCoder().decode(Everything.self, from: slice) == Everything.expected)
  }

  @Test func aFragmentIsAText() throws {
    #expect(try decode(Int.self, " 7 ") == 7)
    #expect(try decode(String?.self, "null") == nil)
    #expect(try decode(Bool.self, "true"))
    #expect(try decode(Date.self, "\"2001-01-01\"") == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func escapedAndUnicodeKeysAreFound() throws {
    struct Model: Decodable, Equatable {
      var plain: Int
      var accent: Int
      var quote: Int
      var empty: Int
      enum CodingKeys: String, CodingKey {
        case plain
        case accent = "né😀"
        case quote = "a\"b\\"
        case empty = ""
      }
    }
    let text = #"{"\u006Elain":0,"\u0070l\u0061in":1,"n\u00e9\ud83d\ude00":2,"a\"b\\":3,"":4}"#
    let model = try decode(Model.self, text)
    #expect(model == Model(plain: 1, accent: 2, quote: 3, empty: 4))
  }

  @Test func firstOfEqualKeysCountsHoweverOftenItIsAsked() throws {
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        for _ in 0..<3 {
          #expect(try container.decode(Int.self, forKey: "b") == 2)
          #expect(try container.decode(Int.self, forKey: "a") == 1)
          #expect(container.contains("a"))
          #expect(try container.decodeNil(forKey: "a") == false)
          #expect(try container.decodeIfPresent(Int.self, forKey: "a") == 1)
          #expect(container.allKeys == ["a", "b", "c"])
        }
      }
    }
    _ = try decode(Model.self, #"{"a":1,"a":9,"b":2,"a":8,"b":7,"c":0}"#)
    _ = try decode(Model.self, #"{"\u0061":1,"b":2,"a":8,"\u0062":7,"c":0}"#)
    #expect(try decode([String: Int].self, #"{"a":1,"a":2}"#) == ["a": 1])
    #expect(try decode([String: String].self, #"{"a":"1","a":"2"}"#) == ["a": "1"])
  }

  @Test func duplicateKeysAreRefusedOnRequestAnywhere() {
    var coder = JSONCoder()
    coder.rejectsDuplicateKeys = true
    let error = failure(JSONValue.self, #"{"x":[{"b":1,"a":1},{"b":1,"c":2,"\u0062":3}]}"#, coder)
    #expect(error?.kind == .duplicateKey)
    #expect(error?.path == ["x", 1, "b"])
    #expect((try? decode(JSONValue.self, #"[{"a":1},{"a":1}]"#, coder)) != nil)
    let long = (0..<300).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect((try? decode(JSONValue.self, "{\(long)}", coder)) != nil)
    #expect(failure(JSONValue.self, "{\(long),\"k7\":1}", coder)?.path == ["k7"])
  }

  @Test func objectsWithManyKeysAreSearchedRightly() throws {
    struct Wanted: Decodable {
      var k0: Int
      var k64: Int
      var k65: Int
      var k998: Int
      var gone: Int?
    }
    for count in [999, 1000, 5000] {
      let text = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
      let wanted = try decode(Wanted.self, "{\(text)}")
      #expect([wanted.k0, wanted.k64, wanted.k65, wanted.k998] == [0, 64, 65, 998] as [Int])
      let all = try decode([String: Int].self, "{\(text)}")
      #expect(all.count == count && all["k\(count - 1)"] == count - 1)
    }
  }

  @Test func nullOfAnOptionalOptionalAndOfArrays() throws {
    #expect(try decode([String?].self, #"["a",null]"#) == ["a", nil])
    let byKey = try decode([String: Int?].self, #"{"a":1,"b":null}"#)
    #expect(byKey.count == 2 && byKey["a"] == 1 && byKey["b"] == .some(nil))
    #expect(try decode([[Int]?].self, "[[1],null]") == [[1], nil])
  }

  @Test func userInfoReachesTheModel() throws {
    struct Model: Decodable {
      var greeting: String?
      init(from decoder: any Decoder) throws {
        let key = try #require(CodingUserInfoKey(rawValue: "greeting"))
        greeting = decoder.userInfo[key] as? String
      }
    }
    var coder = JSONCoder()
    coder.userInfo[try #require(CodingUserInfoKey(rawValue: "greeting"))] = "hello"
    #expect(try decode([Model].self, "[{}]", coder).first?.greeting == "hello")
  }
}
