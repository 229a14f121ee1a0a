import Foundation
import Repartee
import ReparteeJSON
import Testing

struct OpenEnumKeyTests {
  enum Color: String { case red, darkBlue = "dark_blue" }
  enum Level: Int { case low = 1, high }

  struct Stock: Codable, Equatable {
    var byColor: [OpenEnum<Color>: Int]
    var byLevel: [OpenEnum<Level>: [OpenEnum<Color>: String]]?
  }

  private static let stock = Stock(
    byColor: [.known(.red): 1, .known(.darkBlue): 2, .unknown("some_mauve"): 3],
    byLevel: [.known(.high): [.unknown("x"): "a"], .unknown(-7): [:]])

  @Test(arguments: [KeyStrategy.asDeclared, .snakeCase, .custom(decode: { $0 + "!" }, encode: { $0 + "?" })])
  func keysAreThoseOfAnObjectAndNotRenamed(keys: KeyStrategy) throws {
    let coder = JSONCoder(keys: keys)
    let data = try coder.encode(Self.stock)
    let text = String(decoding: data, as: UTF8.self)
    #expect(
      text.contains(#""dark_blue":2"#) && text.contains(#""some_mauve":3"#) && text.contains(#""-7":{}"#))
    #expect(try coder.decode(Stock.self, from: data) == Self.stock)
  }

  @Test func foundationsCodersReadAndWriteThemAlike() throws {
    let data = try JSONEncoder().encode(Self.stock)
    #expect(try JSONDecoder().decode(Stock.self, from: data) == Self.stock)
    #expect(try JSONCoder().decode(Stock.self, from: data) == Self.stock)
  }

  @Test func aTextIsNoKeyOfAnIntegerEnum() {
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode([OpenEnum<Level>: Int].self, from: [UInt8](#"{"1":1,"a":2}"#.utf8))
    }
    #expect(error?.kind == .corrupted && error?.path == ["a"])
  }

  @Test func aQueryHasThemAsNames() {
    let query = Request.Query(encoding: Self.stock.byColor)
    #expect(query.items.map(\.name).sorted() == ["dark_blue", "red", "some_mauve"])
  }
}
