import Foundation
import ReparteeJSON
import Testing

@Suite struct KeyStrategyDictionaryTests {
  enum Color: String, Codable, CodingKeyRepresentable { case red, darkBlue = "dark_blue" }
  enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high = 20 }
  enum Plain: String, Codable { case red }

  struct Model: Codable, Equatable {
    var stockOf: [Color: [Level: Int]]
    var names: [Level: String]?
    var list: [[Color: Int]]
  }

  static let strategies: [KeyStrategy] = [
    .asDeclared, .snakeCase, .custom(decode: { String($0.dropFirst(2)) }, encode: { "x-" + $0 }),
  ]

  @Test(arguments: strategies) func representableKeysAreDataUnderEveryStrategy(_ keys: KeyStrategy) throws {
    let coder = JSONCoder(keys: keys)
    let model = Model(stockOf: [.darkBlue: [.high: 3]], names: [.low: "a"], list: [[.red: 1], [:]])
    let data = try coder.encode(model)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#"{"dark_blue":{"20":3}}"#) && text.contains(#"[{"red":1},{}]"#))
    #expect(try coder.decode(Model.self, from: data) == model)
  }

  @Test(arguments: strategies) func invalidKeysFailAtTheirPlace(_ keys: KeyStrategy) {
    let coder = JSONCoder(keys: keys)
    for (text, path) in [
      (#"{"red":1,"mauve":2}"#, "mauve"), (#"{"":1}"#, ""), (#"{"darkBlue":1}"#, "darkBlue"),
    ] {
      let error = failure([Color: Int].self, text, coder)
      #expect(error?.kind == .corrupted && error?.path == JSONPath([.key(path)]))
      #expect(error?.expected.hasPrefix("Color (a key") == true)
    }
    #expect(failure([Level: Int].self, #"{"one":1}"#, coder)?.kind == .corrupted)
    #expect(failure([Level: Int].self, #"{"99999999999999999999":1}"#, coder)?.kind == .corrupted)
  }

  @Test(arguments: strategies) func aKeyWithoutTheConformanceIsHinted(_ keys: KeyStrategy) {
    let coder = JSONCoder(keys: keys)
    let error = failure([Plain: Int].self, #"{"red":1}"#, coder)
    #expect(error?.expected == "Dictionary<Plain, Int> (an array)")
    #expect(error?.hint == "to read the keys of an object, conform Plain to CodingKeyRepresentable")
    #expect(failure([[Plain: Int]].self, #"[{"red":[1]}]"#, coder)?.hint == error?.hint)
    #expect(failure([UUID: Int].self, "{}", coder)?.hint?.contains("UUID") == true)
    // Where an array really is what is wanted, the hint is the one of arrays.
    #expect(failure([Int].self, #"{"data":[1]}"#, coder)?.hint?.contains("CodingKeyRepresentable") == false)
    #expect(failure([Plain: Int].self, "3", coder)?.hint == nil)
  }
}
