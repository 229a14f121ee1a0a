import Foundation
import Repartee
import TestSupport
import Testing

struct OpenEnumTests {
  enum Color: String { case red, green }
  enum Level: Int { case low = 1, high }
  struct Car: Codable, Equatable, Sendable {
    var color: OpenEnum<Color>
    var level: OpenEnum<Level>?
  }

  @Test(arguments: JSONBy.allCases)
  func anUnknownRawValueIsACaseAndNotAFailure(by decoder: JSONBy) async throws {
    let outcome: Outcome<[Car], Never> = .decode
    let json = #"[{"color":"red","level":2},{"color":"ultraviolet","level":9},{"color":""}]"#
    let cars = try await read(json, by: decoder, outcome)
    #expect(cars.map(\.color) == [.known(.red), .unknown("ultraviolet"), .unknown("")])
    #expect(cars.map(\.level) == [.known(.high), .unknown(9), nil])
    #expect(cars.map(\.color.known) == [.red, nil, nil])
    #expect(cars.map(\.color.rawValue) == ["red", "ultraviolet", ""])
  }

  @Test(arguments: JSONBy.allCases)
  func aRawValueOfAnotherTypeIsAFailure(by decoder: JSONBy) async {
    let outcome: Outcome<[Car], Never> = .decode
    #expect(await decodingFailure(#"[{"color":7}]"#, by: decoder, outcome)?.kind == .typeMismatch)
    #expect(await decodingFailure(#"[{"color":null}]"#, by: decoder, outcome)?.kind == .valueNotFound)
  }

  @Test func theDescriptionIsTheRawValue() {
    let color: OpenEnum<Color> = .known(.red)
    #expect("\(color) \(OpenEnum<Color>.unknown("pink")) \(OpenEnum<Level>.known(.high))" == "red pink 2")
    #expect(String(reflecting: color) == #""red""# && "\([color])" == #"["red"]"#)
  }

  @Test func theRawValueIsEncodedAsItWasRead() throws {
    let cars = [
      Car(color: .unknown("new"), level: .known(.low)), Car(color: OpenEnum(rawValue: "green"), level: nil),
    ]
    #expect(try JSONCoder().decode([Car].self, from: JSONCoder().encode(cars)) == cars)
    #expect(cars[1].color == .known(.green))
  }
}
