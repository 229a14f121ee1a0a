import Foundation
import ReparteeJSON
import Testing

@Suite struct LossyTests {
  enum Color: String, Codable { case red }

  struct User: Codable, Equatable {
    @Lossy var website: URL?
    @Lossy var born: Date?
    @Lossy var count: Quoted<Int>?
    @Lossy var color: Color?
    @Lossy var friends: [String: [Int]]?
    var name: String
  }

  private static func decoder(_ isOurs: Bool) -> (Data) throws -> User {
    let foundation = JSONCoder().makeFoundationDecoder()
    return {
      isOurs ? try JSONCoder().decode(User.self, from: $0) : try foundation.decode(User.self, from: $0)
    }
  }

  @Test(arguments: [true, false]) func whatDoesNotFitIsNilWithItsError(isOurs: Bool) throws {
    let decode = Self.decoder(isOurs)
    for bad in [
      #"{"website":"","born":"","count":"","color":"","friends":"","name":"a"}"#,
      #"{"website":[{"x":1}],"born":{},"count":[],"color":{"a":[]},"friends":{"b":[1,"x"]},"name":"a"}"#,
      #"{"website":7,"born":true,"count":"1.5","color":3,"friends":[],"name":"a"}"#,
    ] {
      let user = try decode(Data(bad.utf8))
      #expect(user.name == "a")
      #expect(user.born == nil && user.count == nil && user.color == nil && user.friends == nil)
      #expect(user.$born != nil && user.$count != nil && user.$color != nil && user.$friends != nil)
      #expect(user.website == nil && user.$website is DecodingError)
    }
  }

  @Test(arguments: [true, false]) func whatFitsAndWhatIsAbsentHasNoError(isOurs: Bool) throws {
    let decode = Self.decoder(isOurs)
    let full = try decode(
      Data(
        #"{"website":"https://a.example","born":"2020-01-02T03:04:05Z","count":"12","color":"red","friends":{"b":[1]},"name":"a"}"#
          .utf8))
    #expect(
      full.website?.absoluteString == "https://a.example" && full.born != nil
        && full.count?.wrappedValue == 12)
    #expect(full.color == .red && full.friends == ["b": [1]] && full.$friends == nil)
    for text in [
      #"{"name":"a"}"#, #"{"website":null,"born":null,"count":null,"color":null,"friends":null,"name":"a"}"#,
    ] {
      let user = try decode(Data(text.utf8))
      #expect(user.website == nil && user.$website == nil && user.$born == nil && user.$count == nil)
    }
    #expect(throws: (any Error).self) { try decode(Data(#"{"website":""}"#.utf8)) }
  }

  @Test func itIsWrittenAsTheValueAndNilIsLeftOut() throws {
    var user = User(
      website: URL(string: "x:y"), born: nil, count: Quoted(wrappedValue: 3), color: nil, friends: nil,
      name: "a")
    for data in [try JSONCoder().encode(user), try JSONCoder().makeFoundationEncoder().encode(user)] {
      #expect(
        try JSONCoder().decode(JSONValue.self, from: data) == ["website": "x:y", "count": "3", "name": "a"])
    }
    user = try decode(User.self, #"{"website":"","name":"a"}"#)
    user.website = nil
    #expect(user.$website == nil)
    #expect("\([Lossy(wrappedValue: 1), Lossy(wrappedValue: nil)])" == "[1, nil]")
  }

  @Test func elementsAndWholeTextsMayBeLossy() throws {
    let list = try decode([Lossy<Int>].self, #"[1,"x",null,2.5,{"a":[]},3]"#)
    #expect(list.map(\.wrappedValue) == [1, nil, nil, nil, nil, 3])
    #expect(list.map { $0.projectedValue != nil } == [false, true, false, true, true, false])
    #expect(try decode(Lossy<Int>.self, #""x""#).wrappedValue == nil)
    #expect(
      try decode([String: Lossy<Int>].self, #"{"a":"x","b":1}"#).mapValues(\.wrappedValue) == [
        "a": nil, "b": 1,
      ])
    #expect(String(decoding: try JSONCoder().encode(list), as: UTF8.self) == "[1,null,null,null,null,3]")
    // Broken JSON is no value that does not fit.
    #expect(failure(Lossy<Int>.self, "[1,")?.kind == .syntax)
  }

  @Test func directModelsReadAndWriteIt() throws {
    struct Direct: JSONDecodable, JSONEncodable {
      var website: Lossy<URL>
      var born: Lossy<Date>
      init(json: JSONReader) throws {
        website = try json["website"]
        born = try json["born"]
      }
      func write(to json: inout JSONWriter) throws {
        try json.write(website, forKey: "website")
        try json.write(born, forKey: "born")
      }
    }
    let models = try decode(
      [Direct].self, #"[{"website":"x:y","born":"soon"},{"website":7},{"website":null}]"#)
    #expect(models.map(\.website.wrappedValue) == [URL(string: "x:y"), nil, nil])
    #expect(models[0].born.projectedValue != nil && models[1].born.projectedValue == nil)
    #expect(models[1].website.projectedValue != nil && models[2].website.projectedValue == nil)
    #expect(String(decoding: try JSONCoder().encode(models), as: UTF8.self) == #"[{"website":"x:y"},{},{}]"#)
  }

  @Test func aNestedModelIsDroppedAsAWhole() throws {
    struct Inner: Codable, Equatable { var a: Int }
    struct Outer: Codable, Equatable { @Lossy var inner: Inner?; @Lossy var list: [Inner]? }
    #expect(
      try decode(Outer.self, #"{"inner":{"a":1},"list":[{"a":2}]}"#)
        == Outer(inner: Inner(a: 1), list: [Inner(a: 2)]))
    let broken = try decode(Outer.self, #"{"inner":{"b":1},"list":[{"a":2},{}]}"#)
    #expect(broken == Outer(inner: nil, list: nil) && broken.$inner != nil && broken.$list != nil)
    let coder = JSONCoder(keys: .snakeCase)
    struct Keyed: Codable { @Lossy var imageURL: URL? }
    #expect(try decode(Keyed.self, #"{"image_url":"x:y"}"#, coder).imageURL == URL(string: "x:y"))
  }
}
