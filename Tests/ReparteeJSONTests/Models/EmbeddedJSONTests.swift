import Foundation
import ReparteeJSON
import Testing

@Suite struct EmbeddedJSONTests {
  struct Arguments: Codable, Equatable {
    var cityName: String
    var day: Date?
  }

  struct Call: Codable, Equatable {
    var name: String
    @EmbeddedJSON var arguments: Arguments
    @EmbeddedJSON var extra: [Int]?
  }

  private static func decoder(_ isOurs: Bool) -> (String) throws -> Call {
    let foundation = JSONCoder().makeFoundationDecoder()
    return {
      isOurs
        ? try JSONCoder().decode(Call.self, from: Data($0.utf8))
        : try foundation.decode(Call.self, from: Data($0.utf8))
    }
  }

  @Test(arguments: [true, false]) func theJSONInTheStringIsRead(isOurs: Bool) throws {
    let call = try Self.decoder(isOurs)(
      #"{"name":"f","arguments":"{\"cityName\":\"R\\\"ome\",\"day\":\"1970-01-01\"}","extra":" [1,2] "}"#)
    #expect(call.arguments == Arguments(cityName: "R\"ome", day: Date(timeIntervalSince1970: 0)))
    #expect(call.extra == [1, 2])
  }

  @Test(arguments: [true, false]) func anOptionalMayBeAbsentNullOrBlank(isOurs: Bool) throws {
    for extra in ["", #","extra":null"#, #","extra":"""#, #","extra":" \n""#, #","extra":"null""#] {
      let call = try Self.decoder(isOurs)(#"{"name":"f","arguments":"{\"cityName\":\"x\"}"\#(extra)}"#)
      #expect(call.extra == nil, "\(extra)")
    }
  }

  @Test func theOptionsOfTheCoderHoldInTheString() throws {
    let coder = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
    let json = #"{"name":"f","arguments":"{\"city_name\":\"x\",\"day\":7}"}"#
    let call = try coder.decode(Call.self, from: Data(json.utf8))
    #expect(call.arguments == Arguments(cityName: "x", day: Date(timeIntervalSince1970: 7)))
    #expect(String(decoding: try coder.encode(call), as: UTF8.self).contains(#"\"city_name\":\"x\""#))
  }

  @Test func itIsWrittenAsAStringAndReadAgain() throws {
    let call = Call(name: "f", arguments: Arguments(cityName: "a\"\\\n"), extra: [1])
    for encode in [{ try JSONCoder().encode($0) }, { try JSONCoder().makeFoundationEncoder().encode($0) }]
      as [(Call) throws -> Data]
    {
      #expect(try JSONCoder().decode(Call.self, from: encode(call)) == call)
    }
    let value = try JSONValue(encoding: Call(name: "f", arguments: Arguments(cityName: "x"), extra: nil))
    #expect(value["arguments"] == #"{"cityName":"x"}"# && value["extra"] == nil)
  }

  @Test(arguments: [
    (#"{\"cityName\":7}"#, JSONError.Kind.typeMismatch), (#"{}"#, .keyNotFound), (#"{"#, .syntax),
    ("", .empty),
  ])
  func anErrorNamesTheStringAndThePlaceInIt(text: String, kind: JSONError.Kind) throws {
    let json = #"{"name":"f","arguments":"\#(text)"}"#
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(Call.self, from: Data(json.utf8)) }
    #expect(error?.path == ["arguments"] && error?.kind == kind)
    #expect(error?.expected.contains("in the JSON of the string") == true)
    #expect((error?.underlying as? JSONError)?.kind == kind)
  }

  @Test func whatIsNoStringIsRefused() {
    let json = Data(#"{"name":"f","arguments":{"cityName":"x"}}"#.utf8)
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(Call.self, from: json) }
    #expect(error?.kind == .typeMismatch && error?.path == ["arguments"])
  }

  @Test func noSecretOfTheStringIsShown() {
    let json = Data(#"{"name":"f","arguments":"{\"password\":\"hunter2\",\"cityName\":7}"}"#.utf8)
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(Call.self, from: json) }
    #expect(error.map { "\($0)\($0.report)".contains("hunter2") } == false)
  }
}
