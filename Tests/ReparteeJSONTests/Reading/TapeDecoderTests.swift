import Foundation
import ReparteeJSON
import Testing

/// Models that write `init(from:)` themselves, in all the ways that people do.
@Suite struct TapeDecoderTests {
  @Test func flattenedPartsReadTheSameObject() throws {
    struct Part: Codable, Equatable { var b: Int }
    struct Whole: Decodable, Equatable {
      var a: Int
      var part: Part
      enum CodingKeys: CodingKey { case a }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        part = try Part(from: decoder)
        a = try container.decode(Int.self, forKey: .a)
        #expect(try Part(from: decoder) == part)
      }
    }
    let whole = try decode(Whole.self, #"{"a":1,"b":2}"#)
    #expect(whole.a == 1 && whole.part.b == 2)
  }

  class Animal: Decodable {
    let name: String
  }

  final class Dog: Animal {
    let breed: String
    enum CodingKeys: CodingKey { case breed }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      breed = try container.decode(String.self, forKey: .breed)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func superDecoderReadsTheKeySuper() throws {
    let dog = try decode(Dog.self, #"{"breed":"pug","super":{"name":"Rex"}}"#)
    #expect(dog.name == "Rex" && dog.breed == "pug")
    let error = failure([Dog].self, #"[{"breed":"pug"}]"#)
    #expect(error?.kind == .nullValue)
    #expect(error?.path == [0])
    #expect(failure([Dog].self, #"[{"breed":"pug","super":{}}]"#)?.path == [0, "super"])
  }

  @Test func nestedContainersAreWhereTheySay() throws {
    struct Model: Decodable {
      var values: [Int] = []
      var name: String
      enum CodingKeys: CodingKey { case outer, inner, list, name }
      init(from decoder: any Decoder) throws {
        let top = try decoder.container(keyedBy: CodingKeys.self)
        let outer = try top.nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
        #expect(outer.codingPath.map(\.stringValue) == ["outer"])
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        #expect(list.count == 4)
        values.append(try list.decode(Int.self))
        let inner = try list.nestedContainer(keyedBy: CodingKeys.self)
        #expect(inner.codingPath.map(\.stringValue) == ["outer", "list", "Index 1"])
        name = try inner.decode(String.self, forKey: .name)
        var deep = try list.nestedUnkeyedContainer()
        while !deep.isAtEnd { values.append(try deep.decode(Int.self)) }
        #expect(list.currentIndex == 3)
        values.append(try Int(from: list.superDecoder()))
        #expect(list.isAtEnd)
      }
    }
    let model = try decode(Model.self, #"{"outer":{"list":[1,{"name":"n"},[2,3],4]}}"#)
    #expect(model.values == [1, 2, 3, 4] && model.name == "n")
  }

  @Test func aFailedElementCanBeTriedAsSomethingElse() throws {
    struct Mixed: Decodable {
      var numbers: [Int] = []
      var texts: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let number = try? list.decode(Int.self) {
            numbers.append(number)
          } else {
            texts.append(try list.decode(String.self))
          }
        }
      }
    }
    let mixed = try decode(Mixed.self, #"[1,"a",2,"b"]"#)
    #expect(mixed.numbers == [1, 2] && mixed.texts == ["a", "b"])
    #expect(failure(Mixed.self, "[1,true]")?.path == [1])
  }

  @Test func readingBeyondTheEndIsAnError() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
        _ = try list.decode(Int.self)
      }
    }
    let error = failure([String: Pair].self, #"{"pair":[1]}"#)
    #expect(error?.kind == .endOfArray)
    #expect(error?.path == ["pair"])
  }

  /// A decoder that escapes keeps its bytes; the address sanitizer would find an access to freed ones.
  @Test func aDecoderThatEscapesStillReads() throws {
    struct Lazy: Decodable {
      let decoder: any Decoder
      let container: KeyedDecodingContainer<JSONPath.Component>
      let list: any UnkeyedDecodingContainer
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: JSONPath.Component.self)
        list = try container.nestedUnkeyedContainer(forKey: "list")
      }
    }
    func make() throws -> Lazy {
      let bytes = Array(
        #"{"text":"a long text that is not in line","list":["another long text, not in line either"]}"#.utf8)
      return try JSONCoder().decode(Lazy.self, from: bytes)
    }
    let lazy = try make()
    _ = (0..<100).map { Array(repeating: UInt8($0), count: 100) }
    #expect(try lazy.container.decode(String.self, forKey: "text") == "a long text that is not in line")
    var list = lazy.list
    #expect(try list.decode(String.self) == "another long text, not in line either")
    #expect(throws: DecodingError.self) { try lazy.container.decode(Int.self, forKey: "gone") }
    #expect(
      try JSONValue(from: lazy.decoder)[at: "list[0]"]?.string == "another long text, not in line either")
  }

  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case square(side: Double, name: String?)
    case none
  }

  @Test func synthesizedEnumsDecode() throws {
    let shapes: [Shape] = [
      .circle(radius: 1), .square(side: 2, name: nil), .none, .square(side: 3, name: "s"),
    ]
    #expect(try JSONCoder().decode([Shape].self, from: JSONCoder().encode(shapes)) == shapes)
    #expect(failure([Shape].self, #"[{"circle":{"radius":1},"none":{}}]"#)?.path == [0])
  }

  indirect enum Tree: Decodable {
    case leaf
    case node(Tree)
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self = list.isAtEnd ? .leaf : .node(try list.decode(Tree.self))
    }
  }

  @Test func aModelOfItselfDecodesAtTheDepthLimit() async throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let thread = Result.Box()
    let worker = Thread {
      thread.value = Result { _ = try decode(Tree.self, text) }
      thread.semaphore.signal()
    }
    // What Darwin gives to threads other than the first; frames are larger without optimisation.
    #if DEBUG
    worker.stackSize = 1 << 20
    #else
    worker.stackSize = 512 << 10
    #endif
    worker.start()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        thread.semaphore.wait()
        continuation.resume()
      }
    }
    try thread.value?.get()
    #expect(thread.value != nil)
  }
}

extension Result where Success == Void, Failure == any Error {
  /// Written by one thread and read after its signal.
  final class Box: @unchecked Sendable {
    var value: Result?
    let semaphore = DispatchSemaphore(value: 0)
  }
}
