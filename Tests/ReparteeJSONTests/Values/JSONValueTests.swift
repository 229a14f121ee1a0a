import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONValueTests {
  @Test func objectsKeepTheirOrderAndNumbersTheirDigits() throws {
    let text =
      #"{"z":1.50,"a":[1e2,123456789012345678901234567890,-0.0],"m":{"b":null,"a":true},"s":"a\"b\\\n\u0001é"}"#
    let value = try decode(JSONValue.self, text)
    #expect(value.description == text)
    #expect(value.object?.keys == ["z", "a", "m", "s"])
    #expect(try String(decoding: JSONCoder().encode(value), as: UTF8.self) == text)
    #expect(try decode(JSONValue.self, value.prettyPrinted) == value)
  }

  @Test func prettyPrintingIndents() {
    let value: JSONValue = ["b": [1, [], [:]], "a": nil]
    #expect(value.prettyPrinted == "{\n  \"b\": [\n    1,\n    [],\n    {}\n  ],\n  \"a\": null\n}")
    #expect(value.text(indentation: nil, sortingKeys: true) == #"{"a":null,"b":[1,[],{}]}"#)
  }

  @Test func subscriptsReadAndWrite() {
    var value: JSONValue = ["user": ["name": "Ada", "tags": ["x", "y"]], "n": 3]
    #expect(value["user"]?["name"]?.string == "Ada")
    #expect(value[at: "user.tags[1]"]?.string == "y")
    #expect(value[at: "user.tags[2]"] == nil && value["user"]?["gone"] == nil && value[0] == nil)
    value["user"]?["tags"]?[0] = "z"
    value["new"] = true
    value["n"] = nil
    #expect(value == ["user": ["name": "Ada", "tags": ["z", "y"]], "new": true])
    #expect(value.object?.keys == ["user", "new"])
  }

  @Test func accessorsAreNilForOtherTypes() {
    let value: JSONValue = [nil, true, 1, 1.5, "s", [], [:]]
    #expect(
      value[0]?.isNull == true && value[1]?.bool == true && value[2]?.int == 1 && value[3]?.double == 1.5)
    #expect(
      value[3]?.int == nil && value[4]?.string == "s" && value[5]?.array == []
        && value[6]?.object?.isEmpty == true)
    #expect(value[4]?.bool == nil && value[0]?.string == nil && value.object == nil)
  }

  @Test func manyMembersAreFoundAndRemoved() {
    var object = JSONObject()
    for index in 0..<100 { object["k\(index)"] = .number(JSONNumber(index)) }
    object["k50"] = nil
    object["k99"] = "new"
    #expect(object.count == 99 && object["k50"] == nil && object["k51"] == 51 && object["k99"] == "new")
    #expect(object.keys.last == "k99")
  }

  @Test func equalityIsOfValues() {
    let one: JSONValue = ["a": 1, "b": [1.0, 10]]
    let other: JSONValue = ["b": [1, 1e1], "a": 1.0]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["a": 1, "b": [1, 11]])
    #expect(JSONNumber("0.10") == JSONNumber("1e-1"))
    #expect(JSONNumber("-0") == JSONNumber("0.000e9"))
    #expect(JSONNumber("1") != JSONNumber("-1"))
    #expect(
      JSONNumber("01") == nil && JSONNumber(" 1") == nil && JSONNumber("1 ") == nil && JSONNumber("") == nil)
  }

  @Test(arguments: [
    "-", "+1", "1.", ".5", "1e", "1e+", "-01", "1,2", "1 2", "0x1", "NaN", "null", "\"1\"", "1\n", "\0",
  ])
  func noOtherTextMakesANumber(_ text: String) { #expect(JSONNumber(text) == nil) }

  @Test(arguments: ["-0", "10e-1", "1E+2", "0.5", "\(String(repeating: "7", count: 100))e99999999999"])
  func aNumberKeepsItsText(_ text: String) { #expect(JSONNumber(text)?.text == text) }

  @Test func numbersConvertExactly() {
    #expect(JSONNumber("18446744073709551615")?.integer(as: UInt64.self) == .max)
    #expect(JSONNumber("18446744073709551616")?.integer(as: UInt64.self) == nil)
    #expect(JSONNumber("1e3")?.integer(as: Int.self) == 1000)
    #expect(JSONNumber("0.1")?.decimal == Decimal(string: "0.1"))
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(0.1).text == "0.1")
  }

  /// Were the exponent written out, this would not come to an end.
  @Test(.timeLimit(.minutes(5))) func numbersWithAnyExponentAreEqualByValue() throws {
    let equal = [
      ("1e1000000000", "10e999999999"), ("1e1000000000000000000", "10e999999999999999999"),
      ("0.01e-999999999999999998", "1e-1000000000000000000"),
      ("1e9223372036854775807", "0.1e9223372036854775808"),
      ("1e99999999999999999999999999999999999999", "0.1e100000000000000000000000000000000000000"),
      ("1e-10000000000000000000", "0.1e-9999999999999999999"), ("1e00000000000000000000000005", "100000"),
      ("1" + String(repeating: "0", count: 100_000), "1e100000"), ("-0e99999999999999999999", "0"),
      ("0.\(String(repeating: "0", count: 100_000))12e+100001", "1.2"),
    ]
    for (one, other) in equal {
      let (one, other) = (try #require(JSONNumber(one)), try #require(JSONNumber(other)))
      #expect(one == other && one.hashValue == other.hashValue)
    }
    let different = [
      "1e-9223372036854775808", "1e9223372036854775808", "1e9223372036854775807", "-1e9223372036854775807",
      "1e19223372036854775807", "10e19223372036854775807", "1e1", "1",
    ]
    #expect(Set(different.compactMap { JSONNumber($0) }).count == different.count)
  }

  @Test func whatIsNoNumberOfJSONMakesNone() {
    #expect(JSONNumber(Decimal.nan) == nil)
    #expect(JSONNumber(floatLiteral: -.infinity).text == "-1e999")
    #expect(JSONNumber(floatLiteral: -.infinity).double == -.infinity)
  }

  @Test func otherCodersCodeItToo() throws {
    let value: JSONValue = ["a": [1, -2, 1.5, "s", nil, true, [:], []], "big": 18_446_744_073_709_551_615.0]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    struct Model: Codable, Equatable { var value: JSONValue; var number: JSONNumber }
    let model = Model(value: value, number: 7)
    #expect(try JSONCoder().decode(Model.self, from: JSONCoder().encode(model)) == model)
  }

  /// A property list has no decimals, and `JSONDecoder` none as large as a double.
  @Test func numbersOfOtherFormatsAreNumbers() throws {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      for number in [1.5, -0.1, 1e200, 7, 1e-300] as [JSONNumber] {
        let data = try encoder.encode(["a": JSONValue.number(number)])
        #expect(try PropertyListDecoder().decode([String: Double].self, from: data) == ["a": number.double])
        #expect(
          try PropertyListDecoder().decode([String: JSONValue].self, from: data)["a"]?.double == number.double
        )
      }
    }
    #expect(
      try JSONDecoder().decode([JSONValue].self, from: Data("[1e200, -1e-200]".utf8)) == [1e200, -1e-200])
    let exact = try JSONCoder().decode(JSONValue.self, from: Data("[1234567890.1234567890123]".utf8))
    let data = try JSONEncoder().encode(exact)
    #expect(String(decoding: data, as: UTF8.self) == "[1234567890.1234567890123]")
  }

  @Test func pathsReadAndWriteThemselves() {
    let paths: [(JSONPath, String)] = [
      ([], ""), (["a"], "a"), (["a", 0, "b"], "a[0].b"), ([3], "[3]"), (["a.b", "c"], "[\"a.b\"].c"),
      ([""], "[\"\"]"),
      (["a\"]\\", 1], "[\"a\\\"]\\\\\"][1]"), (["é-x", "y_z"], "é-x.y_z"),
    ]
    for (path, text) in paths {
      #expect(path.description == text)
      #expect(JSONPath(text) == path)
    }
    #expect(JSONPath("a[x].b") == ["a", "[x]", "b"])
  }
}
