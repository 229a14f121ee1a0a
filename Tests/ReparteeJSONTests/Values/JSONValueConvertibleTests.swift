import Foundation
import ReparteeJSON
import Testing

@Suite struct JSONValueConvertibleTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func variablesStandInLiterals() {
    let (name, age, isAdmin, share, tags) = ("Ada", 36, true, 0.5, ["a", "b"])
    let nothing: String? = nil
    let scores = ["z": [1, 2], "a": []]
    let value: JSONValue = [
      "name": .init(name), "age": .init(age), "isAdmin": .init(isAdmin), "share": .init(share),
      "tags": .init(tags),
      "nothing": .init(nothing), "scores": .init(scores), "big": .init(UInt128.max),
      "float": .init(Float(0.1)),
      "initial": .init(name.prefix(1)), "exact": .init(Decimal(1) / 8),
    ]
    #expect(
      value.description
        == #"{"name":"Ada","age":36,"isAdmin":true,"share":0.5,"tags":["a","b"],"nothing":null,"scores":{"a":[],"z":[1,2]},"big":340282366920938463463374607431768211455,"float":0.1,"initial":"A","exact":0.125}"#
    )
    #expect(
      JSONValue(Double.nan) == .null && JSONValue(-Float.infinity) == .null && JSONValue(Decimal.nan) == .null
    )
    #expect(JSONValue(value) == value)
  }

  struct Model: Codable, Equatable {
    var firstName: String
    var extraValue: JSONValue
    var bigNumber: JSONNumber
    var list: [JSONValue]
    var byKey: [String: JSONValue?]
  }

  static let extra: JSONValue = ["zKey": 1.50, "a_key": [["innerKey": 1, "B": nil]], "text": "\"raw-1\"/"]

  static func model() throws -> Model {
    Model(
      firstName: "A", extraValue: extra,
      bigNumber: try #require(JSONNumber("1.00000000000000000000000000000000000000000010e400")),
      list: [nil, extra, "x", 3], byKey: ["some_key": extra, "none": nil])
  }

  @Test(arguments: [false, true]) func withinAModelItKeepsKeysOrderAndDigits(_ isSnakeCase: Bool) throws {
    var coder = JSONCoder()
    if isSnakeCase { coder.keys = .snakeCase }
    let model = try Self.model()
    let data = try coder.encode(model)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains((isSnakeCase ? "\"extra_value\":" : "\"extraValue\":") + Self.extra.description))
    #expect(text.contains("[null,\(Self.extra.description),\"x\",3]"))
    #expect(text.contains(":\(model.bigNumber.text)"))
    #expect(try coder.decode(Model.self, from: data) == model)
    #expect(try coder.decode(Model.self, from: data).extraValue.description == Self.extra.description)
  }

  @Test func foundationsCodersLeaveItsKeysAlone() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    var model = try Self.model()
    model.bigNumber = 1
    let data = try coder.makeFoundationEncoder().encode(model)
    #expect(try coder.makeFoundationDecoder().decode(Model.self, from: data) == model)
    #expect(try coder.decode(Model.self, from: data) == model)
  }

  @Test func anyEncodableIsAValue() throws {
    struct User: Encodable {
      var name = "Ada", born = Date(timeIntervalSinceReferenceDate: 0),
        extra = JSONValueConvertibleTests.extra,
        isAdmin = true
    }
    let value = try JSONValue(encoding: User())
    #expect(
      value.description
        == #"{"born":"2001-01-01T00:00:00Z","extra":\#(Self.extra.description),"isAdmin":true,"name":"Ada"}"#)
    var coder = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
    coder.userInfo = [:]
    #expect(try JSONValue(encoding: User(), with: coder)["is_admin"] == true)
    #expect(try JSONValue(encoding: User(), with: coder)["born"] == 978_307_200)
    #expect(try JSONValue(encoding: 7) == 7 && JSONValue(encoding: Self.extra) == Self.extra)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
  }
}
