import Foundation
import Repartee
import TestSupport
import Testing

struct QueryEncoderModelTests {
  /// A value with a naive way to its items: by the recipe in the doc comment, on a tree.
  indirect enum Tree: Encodable {
    case text(String), number(Int), null
    case object([(String, Tree)])
    case list([Tree])

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .number(let number): try number.encode(to: encoder)
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .object(let members):
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
      case .list(let elements):
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(element) }
      }
    }

    func items(_ name: String?) -> [Request.Query.Item] {
      switch self {
      case .text(let text): [Request.Query.Item(name ?? "", text)]
      case .number(let number): [Request.Query.Item(name ?? "", "\(number)")]
      case .null: []
      case .object(let members):
        members.flatMap { key, value in value.items(name.map { "\($0)[\(key)]" } ?? key) }
      case .list(let elements):
        elements.enumerated().flatMap { index, element in
          if case .object = element { return element.items(name.map { "\($0)[\(index)]" }) }
          return element.items(name)
        }
      }
    }

    static func random(_ generator: inout SplitMix64, depth: Int) -> Tree {
      switch generator.int(0...(depth > 0 ? 4 : 2)) {
      case 0: .text(generator.text())
      case 1: .number(generator.int(-9...9))
      case 2: .null
      case 3: .object(generator.array(0...3) { ($0.text(1...4), random(&$0, depth: depth - 1)) })
      default:
        .list(
          generator.array(0...3) { generator in
            let element = random(&generator, depth: depth - 1)
            if case .list = element { return .null }
            return element
          })
      }
    }
  }

  @Test func theEncoderAgreesWithANaiveModel() async {
    await forAll { generator in
      let members = generator.array(0...4) { ($0.text(1...4), Tree.random(&$0, depth: 3)) }
      let tree = Tree.object(members)
      let query = Request.Query(encoding: tree)
      #expect(query.items == tree.items(nil))
    }
  }

  @Test func anyTextIsReadBackFromAQuery() async throws {
    try await forAll { generator in
      let items = generator.array(1...4) { Request.Query.Item($0.text(1...5), $0.bool() ? $0.text() : nil) }
      var query = Request.Query()
      query.items = items
      let target = try await target(of: .get("/x", query: query))
      let url = try #require(URLComponents(string: "https://api.example.com\(target ?? "")"))
      #expect(url.queryItems == items.map { URLQueryItem(name: $0.name, value: $0.value) })
      #expect(target?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } == true)
    }
  }

  @Test func anyTextIsReadBackFromAForm() async throws {
    try await forAll { generator in
      var form = Request.Query()
      form.items = generator.array(1...4) { Request.Query.Item($0.text(1...5), $0.text()) }
      let arrived = try await arrival(of: .post("/x", body: .form(form)))
      let pairs = String(decoding: arrived.bytes, as: UTF8.self).split(separator: "&").map { pair in
        pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          $0.replacing("+", with: " ").removingPercentEncoding
        }
      }
      #expect(pairs == form.items.map { [$0.name, $0.value] })
    }
  }
}
