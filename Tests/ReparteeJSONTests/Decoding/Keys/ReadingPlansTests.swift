import Foundation
import ReparteeJSON
import Testing

/// Whatever keys objects have, and in whatever order a model asks for them, it is given the first value of each.
struct ReadingPlansTests {
  private static let keys: [StaticString] = [
    "a", "b", "", "id", "identifier", "identity", "a rather long key", "a rather long kex", "é", "next", "x0",
    "x1",
  ]

  /// An object, as pairs: keys may be equal. What is nested is under `next`.
  private indirect enum Tree {
    case number(Int)
    case object([(key: Int, value: Tree)])

    var text: String {
      switch self {
      case .number(let number): "\(number)"
      case .object(let members):
        "{\(members.map { "\(Tree.name($0.key)):\($0.value.text)" }.joined(separator: ","))}"
      }
    }

    /// Some keys are escaped in the text.
    static func name(_ key: Int) -> String {
      key == escaped ? #""\u0061""# : "\"\(ReadingPlansTests.keys[key])\""
    }

    static let escaped = -1
    static func isEqual(_ key: Int, _ other: Int) -> Bool { max(key, 0) == max(other, 0) }

    /// What a model finds that asks for keys in this order.
    func answers(_ order: [Int]) -> [Int] {
      guard case .object(let members) = self else { return [] }
      return order.flatMap { key in
        switch members.first(where: { Tree.isEqual($0.key, key) })?.value {
        case nil: [-1]
        case .number(let number): [number]
        case .object(let members): Tree.object(members).answers(order)
        }
      }
    }
  }

  private struct Asking: JSONDecodable, Sendable {
    @TaskLocal static var order: [Int] = []
    var answers: [Int] = []

    init(json: JSONReader) throws {
      for key in Asking.order {
        let name = ReadingPlansTests.keys[key]
        if let number: Int = try? json[name] {
          answers.append(number)
        } else if let nested = try json[name] as Asking? {
          answers += nested.answers
        } else {
          answers.append(-1)
        }
      }
    }
  }

  private static func tree(_ random: inout some RandomNumberGenerator, depth: Int) -> Tree {
    let count = Int.random(in: 0...8, using: &random)
    return .object(
      (0..<count).map { _ in
        let key = Int.random(in: -1..<keys.count, using: &random)
        return (key, value(&random, depth: depth))
      })
  }

  private static func value(_ random: inout some RandomNumberGenerator, depth: Int) -> Tree {
    depth > 0 && Int.random(in: 0..<4, using: &random) == 0
      ? tree(&random, depth: depth - 1) : .number(Int.random(in: 0..<1000, using: &random))
  }

  /// The same keys with other values; now and then a key more, one less, or another.
  private static func like(_ tree: Tree, _ random: inout some RandomNumberGenerator) -> Tree {
    guard case .object(var members) = tree else { return value(&random, depth: 0) }
    for index in members.indices { members[index].value = like(members[index].value, &random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where !members.isEmpty: members.removeLast()
    case 1: members.append((Int.random(in: -1..<keys.count, using: &random), value(&random, depth: 0)))
    case 2 where !members.isEmpty:
      members[Int.random(in: members.indices, using: &random)].key = Int.random(
        in: -1..<keys.count, using: &random)
    case 3: members.shuffle(using: &random)
    default: break
    }
    return .object(members)
  }

  @Test func theFirstValueOfEachKeyIsFound() throws {
    var random = SeededGenerator.named("theFirstValueOfEachKeyIsFound")
    for _ in 0..<SeededGenerator.runs(2_000) {
      let kinds = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.tree(&random, depth: 3) }
      let trees = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        Self.like(kinds.randomElement(using: &random) ?? .number(0), &random)
      }
      let order = (0..<Int.random(in: 1...10, using: &random)).map { _ in
        Int.random(in: 0..<Self.keys.count, using: &random)
      }
      let text = "[\(trees.map(\.text).joined(separator: ","))]"
      let found = try Asking.$order.withValue(order) {
        try JSONCoder().decode([Asking].self, from: Data(text.utf8))
      }
      let expected = trees.map { $0.answers(order) }
      #expect(found.map(\.answers) == expected, "\(text) \(order)")
      if found.map(\.answers) != expected { break }
    }
  }

  /// A plan has room for so many keys, an object for more.
  @Test func moreKeysThanAPlanHasAreFound() throws {
    let order = (0..<300).map { $0 % Self.keys.count }
    let object = #"{"id":1,"a":2,"b":3,"x1":4}"#
    let text = "[\(Array(repeating: object, count: 5).joined(separator: ","))]"
    let found = try Asking.$order.withValue(order) {
      try JSONCoder().decode([Asking].self, from: Data(text.utf8))
    }
    let answers = ["id": 1, "a": 2, "b": 3, "x1": 4]
    for one in found { #expect(one.answers == order.map { answers["\(Self.keys[$0])"] ?? -1 }) }
  }
}
