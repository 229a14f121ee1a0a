import Foundation
import Testing

@testable import ReparteeJSON

/// What would cost the square of its size. Each of these would take many minutes if it did; each takes a second or two.
@Suite(.timeLimit(.minutes(5))) struct DecodingCostTests {
  static let count = 60_000

  /// A model that throws an error with its coding path, and so needs a path while an error is under way.
  struct Element: Decodable {
    init(from decoder: any Decoder) throws {
      do {
        _ = try decoder.container(keyedBy: JSONPath.Component.self).decode(Int.self, forKey: "n")
      } catch {
        #expect(decoder.codingPath.count == 1)
        throw error
      }
    }
  }

  /// The elements that fail, with the paths of their errors and of the array in turn.
  struct Failures: Decodable {
    var paths: [Int] = []

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        do { _ = try list.decode(Element.self) } catch DecodingError.typeMismatch(_, let context) {
          paths.append(context.codingPath[0].intValue ?? -1)
          #expect(list.codingPath.isEmpty)
          _ = try list.decode(JSONValue.self)
        }
      }
    }
  }

  @Test func outerAndInnerPathsInTurn() throws {
    let text = "[" + Array(repeating: #"{"n":"a"}"#, count: Self.count).joined(separator: ",") + "]"
    #expect(try decode(Failures.self, text).paths == Array(0..<Self.count))
  }

  @Test func twoArraysFailingInTurn() throws {
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        var one = try container.nestedUnkeyedContainer(forKey: "one")
        var other = try container.nestedUnkeyedContainer(forKey: "other")
        while !one.isAtEnd {
          for (name, isFirst) in [("one", true), ("other", false)] {
            do {
              _ = isFirst ? try one.decode(Int.self) : try other.decode(Int.self)
              Issue.record("decoded")
            } catch DecodingError.typeMismatch(_, let context) {
              let index = isFirst ? one.currentIndex : other.currentIndex
              #expect(context.codingPath.map(\.stringValue) == [name, "Index \(index)"])
            }
            _ = isFirst ? try one.decodeNil() : try other.decodeNil()
            _ = isFirst ? try one.decode(String.self) : try other.decode(String.self)
          }
        }
      }
    }
    let list = "[" + Array(repeating: "\"a\"", count: Self.count / 2).joined(separator: ",") + "]"
    _ = try decode(Model.self, #"{"one":\#(list),"other":\#(list)}"#)
  }

  /// Says at each depth where it is, on the way down and on the way up.
  final class Deep: Decodable {
    let child: Deep?
    let depths: [Int]

    init(from decoder: any Decoder) throws {
      let before = decoder.codingPath.map(\.stringValue)
      let children = try decoder.container(keyedBy: JSONPath.Component.self)
      if children.contains("child") {
        child = try children.decode(Deep.self, forKey: "child")
      } else {
        child = try children.decodeIfPresent([Deep].self, forKey: "list")?.last
      }
      #expect(decoder.codingPath.map(\.stringValue) == before && children.codingPath.count == before.count)
      depths = [before.count] + (child?.depths ?? [])
    }
  }

  @Test func pathsAtEachDepthCostOnePath() throws {
    let depth = 400
    let text =
      String(repeating: #"{"child":{"list":[{},"#, count: depth / 4) + "{}"
      + String(repeating: "]}}", count: depth / 4)
    try JSONCoder().read(Array(text.utf8)) { reader in
      let depths = try reader.decode(Deep.self).depths
      var expected: [Int] = []
      for level in 0..<depth / 4 { expected += [3 * level, 3 * level + 1] }
      #expect(depths == expected + [3 * depth / 4])
      // Once on the way down, and once more behind each place that the way led to beside it.
      #expect(reader.decoding.lastPath.made <= 3 * depth)
    }
  }

  @Test func anyPathIsTheSameAfterAnyOther() throws {
    let text = #"{"a":[{"b":[1,[2,{"c":3}]]},{"b":[]}],"d":{"é":{"f":[4]}},"g":5}"#
    try JSONCoder().read(Array(text.utf8)) { reader in
      let decoding = reader.decoding
      var random = SeededGenerator.named("anyPathIsTheSameAfterAnyOther")
      // There are no strings but keys, which have no path.
      let places = (Tape.root..<decoding.tape.used).filter { decoding.tape[$0].kind != .string }
      for _ in 0..<500 {
        guard let place = places.randomElement(using: &random) else { return }
        let path = decoding.codingPath(to: place).compactMap { $0 as? JSONPath.Component }
        #expect(path == decoding.path(to: place).components)
      }
    }
  }

  @Test func keysFailingBackwards() throws {
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        for key in container.allKeys.reversed() {
          do { _ = try container.decode(Int.self, forKey: key) } catch DecodingError.typeMismatch(
            _, let context)
          {
            #expect(context.codingPath.map(\.stringValue) == [key.stringValue])
          }
        }
      }
    }
    let text = (0..<Self.count).map { "\"k\($0)\":true" }.joined(separator: ",")
    _ = try decode(Model.self, "{\(text)}")
  }

  @Test(arguments: [false, true]) func elementsAndKeysByPathInALoop(_ isSnakeCase: Bool) throws {
    var coder = JSONCoder()
    if isSnakeCase { coder.keys = .snakeCase }
    let list = (0..<Self.count).map(String.init).joined(separator: ",")
    let members = (0..<Self.count).map { "\"k_\($0)\":\($0)" }.joined(separator: ",")
    try coder.read(Array(#"{"list":[\#(list)],"members":{\#(members)}}"#.utf8)) { reader in
      for index in 0..<Self.count {
        let element = try reader.decode(Int.self, at: ["list", .index(index)])
        let member = try reader.decode(Int.self, at: ["members", .key("k_\(index)")])
        #expect(element == index && member == index)
      }
      for index in (0..<Self.count).reversed() { #expect(reader.contains(["list", .index(index)])) }
      #expect(!reader.contains(["list", .index(Self.count)]) && !reader.contains(["list", -1]))
    }
  }

  @Test func membersSetAndRemovedInALoop() throws {
    var value = JSONValue.null
    for index in 0..<Self.count { value["k\(index)"] = .number(JSONNumber(index)) }
    value["list"] = .array(Array(repeating: 0, count: Self.count))
    for index in 0..<Self.count {
      value["k\(index)"] = "changed"
      value["list"]?[index] = 1
      value["inner"] = value["inner"] ?? [:]
      value["inner"]?["k\(index)"] = 1
    }
    #expect(value["inner"]?.object?.count == Self.count && value["list"]?.array?.last == 1)
    for index in 0..<Self.count where index % 3 != 0 { value["k\(index)"] = nil }
    #expect(value.object?.count == Self.count / 3 + 2)
    #expect(value.object?[1].key == "k3" && value.object?.keys.last == "inner")
  }

  @Test func elementsAskedForAfterEachSmallAppend() throws {
    var elements = JSONElements(in: .concatenated)
    elements.append(Array(repeating: UInt8(ascii: "7"), count: 2).flatMap { [$0, 0x20] })
    elements.append((0..<Self.count).flatMap { _ in "7 ".utf8 })
    var count = 0
    for _ in 0..<Self.count {
      if try elements.next() != nil { count += 1 }
      elements.append(CollectionOfOne(0x20))
    }
    while try elements.next() != nil { count += 1 }
    #expect(count == Self.count + 2)
  }
}
