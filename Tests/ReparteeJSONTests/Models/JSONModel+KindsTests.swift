#if Macros
import Foundation
import Observation
public import ReparteeJSON
import Testing

// The kinds of types and properties that `@JSONModel` takes, as the compiler expands them.

@JSONModel
private final class Leaf {
  var value: Int
  var next: Leaf?
  var color = "green"

  init(value: Int) { self.value = value }
}

@JSONModel
private class Animal: Equatable {
  let name: String

  init(name: String) { self.name = name }

  static func == (one: Animal, other: Animal) -> Bool { one.name == other.name }
}

/// A subclass, by hand.
private class Dog: Animal {
  let breed: String

  required init(json: JSONReader) throws {
    breed = try json["breed"]
    try super.init(json: json)
  }

  override func write(to json: inout JSONWriter) throws {
    try super.write(to: &json)
    try json.write(breed, forKey: "breed")
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@JSONModel
@Observable
private final class Screen {
  var title: String
  var count = 3
  @ObservationIgnored var isShown = false

  init(title: String) { self.title = title }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@JSONModel
@Observable
private final class Scene {
  var count = 3
  var title: String
  var tags: [String] = []
  var size: Int

  init(title: String, size: Int) {
    self.title = title
    self.size = size
  }
}

@JSONModel
public struct List<Item, Failure: Hashable> where Item: Sendable {
  public var items: [Item]
  public var first: Item?
  var failure: Failure?
  let limit = 5
}

@JSONModel
private class Box<Item: Identifiable> {
  var id: Item.ID
  var all: [Item.ID] = []

  init(id: Item.ID) { self.id = id }
}

private struct User: Identifiable {
  var id: String
}

@JSONModel
private struct Tagged<Tag> {
  var id: Int
}

private enum Outer<Value> {
  @JSONModel
  struct Inner {
    var value: Value
  }
}

public enum Space {}

extension Space {
  @JSONModel
  public struct Point: Sendable {
    var (x, y): (Int, Int)
    var a = 1, b: Int, c, d: Int?
  }
}

/// Names that are also those of what the macro writes.
@JSONModel
private struct JSONReader2 {
  struct JSONReader: Codable {}
  struct JSONWriter {}
  enum JSONDecodable {}
  enum Decodable {}

  var json: Int
  var `self`: Int
  var `init`: Int
  var `try`: Int
  var writer: JSONReader
  var größe: Int
  var `two words`: Int
  var `in "quotes"`: Int
}

@JSONModel
private struct Conditional {
  var first: Int
  #if Macros
  var here: Int
  #else
  var there: Int
  #endif
  #if os(Solaris)
  var never: Int
  #elseif DEBUG || !DEBUG
  #if !Macros
  var neither: Int
  #else
  var always: String
  #endif
  #endif

  private enum CodingKeys: String, CodingKey {
    case here = "h"
    case first, there, never, neither, always
  }
}

@available(*, deprecated)
private enum Old {
  @JSONModel
  struct Model {
    var x: Int
  }
}

@JSONModel
private struct Aging {
  @available(*, deprecated) var old: Int?
  var new: Int
}

@JSONModel
private struct Nothing: Hashable {}

struct JSONModelKindsTests {
  @Test func aClassIsReadInItsOwnInitializer() throws {
    let leaf = try decode(Leaf.self, #"{"value": 1, "next": {"value": 2}}"#)
    #expect(leaf.next?.value == 2 && leaf.color == "green" && leaf.next?.next == nil)
    try expectRoundTrip(Leaf.self, #"{"value":1,"next":{"value":2,"color":"red"},"color":"blue"}"#)
  }

  @Test func aClassThatIsNotFinalMayHaveSubclasses() throws {
    try expectRoundTrip(Animal.self, #"{"name":"Rex"}"#)
    try expectRoundTrip(Dog.self, #"{"name":"Rex","breed":"pug"}"#)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func anObservableClassIsReadAndWritten() throws {
    try expectRoundTrip(Scene.self, #"{"count":1,"title":"a","tags":["b"],"size":2}"#)
    #expect(
      try again(Scene.self, #"{"title": "a", "size": 2}"#) == #"{"count":3,"title":"a","tags":[],"size":2}"#)
    try expectRoundTrip(Screen.self, #"{"title":"a","count":1,"isShown":true}"#)
    #expect(try again(Screen.self, #"{"title": "a"}"#) == #"{"title":"a","count":3,"isShown":false}"#)
  }

  @Test func aGenericTypeIsAModelWhereItsParametersAre() throws {
    try expectRoundTrip(List<Int, String>.self, #"{"items":[1,2],"first":1,"failure":"none","limit":5}"#)
    try expectRoundTrip(List<Space.Point, String>.self, #"{"items":[{"x":1,"y":2,"a":1,"b":3}],"limit":5}"#)
    #expect(!(List<Any.Type, String>.self is any Decodable.Type))
    #expect(!(List<Foreign, String>.self is any Decodable.Type))
  }

  private struct Foreign: Codable {}

  @Test func onlyThatOfAParameterHasToBeAModelThatIsStored() throws {
    try expectRoundTrip(Box<User>.self, #"{"id":"a","all":["b"]}"#)
    try expectRoundTrip(Tagged<Any>.self, #"{"id":1}"#)
    try expectRoundTrip(Outer<[Int]>.Inner.self, #"{"value":[1]}"#)
    #expect(!(Outer<Any>.Inner.self is any Decodable.Type))
  }

  @Test func severalPropertiesInOneDeclarationAreReadInOrder() throws {
    try expectRoundTrip(Space.Point.self, #"{"x":1,"y":2,"a":3,"b":4,"c":5}"#)
  }

  @Test func anyNameIsAKey() throws {
    try expectRoundTrip(
      JSONReader2.self,
      #"{"json":1,"self":2,"init":3,"try":4,"writer":{},"größe":5,"two words":6,"in \"quotes\"":7}"#)
  }

  @Test func whatIsConditionalIsReadWhereItIs() throws {
    try expectRoundTrip(Conditional.self, #"{"h":1,"first":2,"always":"x"}"#)
  }

  @available(*, deprecated)
  @Test func whatIsDeprecatedIsReadWithoutAWarning() throws {
    try expectRoundTrip(Old.Model.self, #"{"x":1}"#)
    try expectRoundTrip(Aging.self, #"{"old":1,"new":2}"#)
  }

  @Test func aModelWithoutPropertiesIsAnEmptyObject() throws {
    struct Empty: Codable {}
    for text in ["{}", #"{"a":1}"#, "[]", "null"] {
      #expect(try again([Nothing].self, "[\(text)]") == again([Empty].self, "[\(text)]"))
    }
  }

  @Test func aStructKeepsItsMemberwiseInitializer() throws {
    #expect(try String(decoding: JSONCoder().encode(Aging(new: 1)), as: UTF8.self) == #"{"new":1}"#)
    #expect(List<Int, Int>(items: [], first: nil, failure: nil).limit == 5)
  }
}
#endif
