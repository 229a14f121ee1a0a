import Foundation
import Repartee
import ReparteeJSON
import TestSupport
import Testing

struct QueryEncoderTests {
  struct Filter: Encodable {
    struct Range: Encodable {
      var from: Int
      var to: Int?
    }
    var name: String?
    var tags: [String] = []
    var range: Range?
    var all: [Range] = []
    var matrix: [[Int]] = []
    var date: Date?
    var data: Data?
    var url: URL?
    var price: Decimal?
    var ratio: Double?
    var isOpen: Bool?
  }

  private func items(
    _ value: some Encodable, _ arrays: Request.Query.ArrayStrategy = .repeated
  ) async throws -> String? {
    let target = try await target(of: .get("/x", query: Request.Query(encoding: value, arrays: arrays)))
    return target?.dropFirst(3).removingPercentEncoding
  }

  @Test func nilIsLeftOutAndPropertiesComeInOrderOfEncoding() async throws {
    #expect(try await items(Filter(name: "a&b")) == "name=a&b")
    #expect(try await items(Filter(name: "n", tags: ["x"], isOpen: false)) == "name=n&tags=x&isOpen=false")
  }

  @Test func datesDataURLsAndDecimalsReadAsDocumented() async throws {
    let filter = Filter(
      date: Date(timeIntervalSince1970: 86_400), data: Data([0xFF, 0xFE]),
      url: URL(string: "https://a.example/?b"),
      price: Decimal(string: "0.10"), ratio: 0.5)
    #expect(
      try await items(filter)
        == "date=1970-01-02T00:00:00Z&data=//4=&url=https://a.example/?b&price=0.1&ratio=0.5")
  }

  @Test func keysOfNestedObjectsStandInBrackets() async throws {
    #expect(try await items(Filter(range: .init(from: 1, to: 2))) == "range[from]=1&range[to]=2")
    #expect(
      try await items(["a": ["b": ["c": "d"]]]) == "a[b][c]=d")
  }

  /// Whatever the order of a hash table is.
  @Test func keysOfDictionariesAndElementsOfSetsAreSorted() async throws {
    let letters = "abcdefghijklmnop".map(String.init)
    let map = Dictionary(uniqueKeysWithValues: letters.shuffled().map { ($0, 1) })
    let text = letters.map { "\($0)=1" }.joined(separator: "&")
    #expect(try await items(map) == text)
    #expect(try await items(["m": map]) == letters.map { "m[\($0)]=1" }.joined(separator: "&"))
    #expect(try await items(["m": Set(letters)]) == letters.map { "m=\($0)" }.joined(separator: "&"))
    #expect(
      try await items(["m": Set(letters)], .joined(separator: ",")) == "m=\(letters.joined(separator: ","))")
    let sets = Set(letters.map { ["k": Set([$0, "z"])] })
    #expect(
      try await items(["m": sets])
        == letters.enumerated().map { "m[\($0)][k]=\($1)&m[\($0)][k]=z" }.joined(separator: "&"))
    #expect(try await items([2: "b", 1: "a"]) == "1=a&2=b")
    #expect(try await items(["a": nil, "b": "c"] as [String: String?]) == "b=c")
    #expect(try await items(["a": [true: 1]]) == "a=true&a=1", "as `Dictionary` encodes it")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func numbersOf128BitsAreSent() async throws {
    struct Wide: Encodable {
      var number: Int128
      var list: [UInt128]
    }
    #expect(try await items(Wide(number: .min, list: [.max])) == "number=\(Int128.min)&list=\(UInt128.max)")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func anInfiniteNumberIsNotSent(number: Double) async {
    for query in [
      Request.Query(encoding: ["a": number]), .init(encoding: ["a": ["b": [Float(number)]]]),
      .init(encoding: ["a": Decimal.nan]),
    ] {
      let refused = await refusal(of: .get("/x", query: query))
      #expect(refused?.kind == .query && refused?.message.contains("finite") == true)
    }
  }

  /// As the guide "Sending bodies" says.
  @Test func anObjectInAnArrayHasItsIndexInBrackets() async throws {
    struct Invoice: Encodable {
      struct Item: Encodable {
        var price: String
        var quantity: Int
      }
      var customer: String
      var items: [Item]
    }
    let invoice = Invoice(
      customer: "c7", items: [.init(price: "p1", quantity: 2), .init(price: "p2", quantity: 1)])
    let text =
      "customer=c7&items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2&items[1][quantity]=1"
    for arrays in [Request.Query.ArrayStrategy.repeated, .brackets, .joined(separator: ",")] {
      #expect(try await items(invoice, arrays) == text)
    }
    let form = try await arrival(of: .post("/x", body: .form(.init(encoding: invoice)))).bytes
    #expect(String(decoding: form, as: UTF8.self).removingPercentEncoding == text)
    let literal = try await target(of: .get("/x", query: ["items[0][price]": "p1"]))
    #expect(literal == "/x?items%5B0%5D%5Bprice%5D=p1")
  }

  @Test func arraysFollowTheirStrategy() async throws {
    let filter = Filter(tags: ["a", "b,c", "d"])
    #expect(try await items(filter) == "tags=a&tags=b,c&tags=d")
    #expect(try await items(filter, .brackets) == "tags[]=a&tags[]=b,c&tags[]=d")
    #expect(try await items(filter, .joined(separator: "|")) == "tags=a|b,c|d")
    let joined = Request.Query(encoding: filter, arrays: .joined(separator: ","))
    #expect(try await target(of: .get("/x", query: joined)) == "/x?tags=a,b%2Cc,d")
    #expect(try await items(Filter(), .joined(separator: ",")) == "")
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_201] as [Double])
  func aDateOutsideOfFourDigitYearsFailsTheRequest(seconds: Double) async {
    let query = Request.Query(encoding: Filter(date: Date(timeIntervalSince1970: seconds)))
    #expect(query.items.isEmpty)
    let refused = await refusal(of: .get("/x", query: query))
    #expect(refused?.kind == .query && refused?.underlying is EncodingError)
    #expect(refused?.message.contains("(at date)") == true)
  }

  @Test func theFirstAndTheLastDateCanBeEncoded() async throws {
    let dates = [-62_167_219_200, 253_402_300_799.5].map { Date(timeIntervalSince1970: $0) }
    #expect(try await items(["t": dates]) == "t=0000-01-01T00:00:00Z&t=9999-12-31T23:59:59Z")
  }

  /// Each level is encoded once, and not twice.
  @Test(.timeLimit(.minutes(1))) func deeplyNestedArraysAreEncoded() {
    var value: JSONValue = [1, ["x": 2]]
    for _ in 0..<40 { value = [value] }
    func names(_ arrays: Request.Query.ArrayStrategy) -> [String] {
      Request.Query(encoding: ["a": value], arrays: arrays).items.map(\.name)
    }
    let path = "a" + String(repeating: "[0]", count: 40)
    #expect(names(.repeated) == [path, "\(path)[1][x]"])
    #expect(names(.joined(separator: ",")) == [path, "\(path)[1][x]"])
    #expect(names(.brackets) == ["\(path)[]", "\(path)[1][x]"])
  }

  @Test func arraysInArraysAreOneListUnlessTheyHaveBrackets() async throws {
    let filter = Filter(matrix: [[1, 2], [], [3]])
    #expect(try await items(filter) == "matrix=1&matrix=2&matrix=3")
    #expect(try await items(filter, .joined(separator: ",")) == "matrix=1,2,3")
    #expect(try await items(filter, .brackets) == "matrix[0][]=1&matrix[0][]=2&matrix[2][]=3")
  }

  /// Elements are joined in place, and not copied for each one.
  @Test(.timeLimit(.minutes(1))) func manyElementsAreJoined() {
    let query = Request.Query(
      encoding: ["a": [Int](repeating: 1_000, count: 300_000)], arrays: .joined(separator: ","))
    #expect(query.items.count == 1)
    #expect(query.items.first?.value?.utf8.count == 300_000 * 5 - 1)
  }

  @Test func twoJoinedArraysStayApart() async throws {
    #expect(try await items(["a": ["1", "2"]], .joined(separator: ",")) == "a=1,2")
    struct Two: Encodable {
      var a = [1, 2]
      var b = [3]
      var c = [4, 5]
    }
    #expect(try await items(Two(), .joined(separator: ",")) == "a=1,2&b=3&c=4,5")
  }

  @Test func objectsInArraysAreDistinguishedByTheirIndex() async throws {
    let filter = Filter(all: [.init(from: 1, to: 2), .init(from: 3)])
    for arrays in [Request.Query.ArrayStrategy.repeated, .brackets, .joined(separator: ",")] {
      #expect(try await items(filter, arrays) == "all[0][from]=1&all[0][to]=2&all[1][from]=3")
    }
  }

  @Test func nilElementsAreLeftOut() async throws {
    let tags: [String: [String?]] = ["t": ["a", nil, "b"]]
    #expect(try await items(tags) == "t=a&t=b")
    #expect(try await items(tags, .joined(separator: ",")) == "t=a,b")
  }

  private class Animal: Encodable {
    let name: String
    init(name: String) { self.name = name }
  }
  private final class Dog: Animal {
    private enum CodingKeys: String, CodingKey { case parent, home, tags, note }
    private enum HomeKeys: String, CodingKey { case city, flags }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder(forKey: .parent))
      try super.encode(to: container.superEncoder())
      try container.encodeNil(forKey: .note)
      var home = container.nestedContainer(keyedBy: HomeKeys.self, forKey: .home)
      try home.encode("Rome", forKey: .city)
      var flags = home.nestedUnkeyedContainer(forKey: .flags)
      try flags.encode(true)
      try flags.encodeNil()
      var tags = container.nestedUnkeyedContainer(forKey: .tags)
      var first = tags.nestedContainer(keyedBy: HomeKeys.self)
      try first.encode("Pisa", forKey: .city)
      var second = tags.nestedUnkeyedContainer()
      try second.encode(1)
      try super.encode(to: tags.superEncoder())
    }
  }

  @Test func containersThatAModelNestsByHandAreNamedAsNestedModels() async throws {
    #expect(
      try await items(Dog(name: "Rex"))
        == "parent[name]=Rex&name=Rex&home[city]=Rome&home[flags]=true&tags[0][city]=Pisa&tags[1]=1&tags[2][name]=Rex"
    )
  }

  @Test func whatCantBeAQueryFailsTheRequestAndShowsNoValue() async {
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          "hunter2", .init(codingPath: encoder.codingPath, debugDescription: "no"))
      }
    }
    for query in [
      Request.Query(encoding: "hunter2"), Request.Query(encoding: 7), Request.Query(encoding: ["a": Fails()]),
    ] {
      let refused = await refusal(of: .get("/x", query: query))
      #expect(refused?.kind == .query)
      #expect(refused?.message.contains("hunter2") == false)
      #expect(refused?.underlying is EncodingError)
    }
    #expect(
      await refusal(of: .get("/x", query: Request.Query(encoding: ["a": Fails()])))?.message.contains(
        "(at a)")
        == true)
  }

  private func joined(_ value: some Encodable, _ separator: String = ",") async throws -> String? {
    let query = Request.Query(encoding: value, arrays: .joined(separator: separator))
    return try await target(of: .get("/x", query: query)).map { String($0.dropFirst(3)) }
  }

  @Test func commasThatSeparateAreDistinguishedFromThoseOfElements() async throws {
    #expect(try await joined(["list": ["Rome, IT", "Oslo"]]) == "list=Rome%2C%20IT,Oslo")
    #expect(try await joined(["list": ["", ",", "é%2C", ""]]) == "list=,%2C,%C3%A9%252C,")
    #expect(try await joined(["a,b": [","]]) == "a%2Cb=%2C")
    #expect(try await joined(["n": [1.5, 2]]) == "n=1.5,2.0")
    #expect(try await joined(["n": Set([true])]) == "n=true")
    #expect(try await joined(["u": [URL(string: "x:a,b")!, URL(string: "x:c")!]]) == "u=x%3Aa%2Cb,x%3Ac")
    #expect(try await joined(["d": [Decimal(1), 2]]) == "d=1,2")
    #expect(try await joined(["o": ["a,", nil, "b"]]) == "o=a%2C,b")
    // At any depth.
    #expect(try await joined(["f": ["l": ["a,b", "c"]]]) == "f%5Bl%5D=a%2Cb,c")
    #expect(try await joined(["m": [["a,", "b"], [], ["c"]]]) == "m=a%2C,b,c")
    #expect(try await joined(["o": [["l": ["a", "b,"]]]]) == "o%5B0%5D%5Bl%5D=a,b%2C")
    #expect(try await joined(JSONValue.object(["l": ["a,", "b"]])) == "l=a%2C,b")
    // Other separators are encoded, but for the comma in them.
    #expect(try await joined(["l": ["a b", "c"]], " ") == "l=a%20b%20c")
    #expect(try await joined(["l": ["a|b", "c"]], "|") == "l=a%7Cb%7Cc")
    #expect(try await joined(["l": ["a,b", "c"]], ", ") == "l=a%2Cb,%20c")
  }

  @Test func valuesAreJoinedByHand() async throws {
    var query: Request.Query = ["a": ["1,", "2"]]
    query.append("city", joining: ["Rome, IT", "Oslo"])
    query.append("id", joining: [1, nil, 2] as [Int?])
    query.append("none", joining: [String]())
    query.append("one", joining: "a,b", by: "|")
    query.append("pipe", joining: ["a", "b"], by: "|")
    #expect(
      try await target(of: .get("/x", query: query))
        == "/x?a=1%2C&a=2&city=Rome%2C%20IT,Oslo&id=1,2&one=a%2Cb&pipe=a%7Cb")
  }

  @Test func aFormEncodesAllCommas() async throws {
    let fields = Request.Query(encoding: ["l": ["a,b", "c"]], arrays: .joined(separator: ","))
    let body = try await arrival(of: .post("/x", body: .form(fields))).bytes
    #expect(String(decoding: body, as: UTF8.self) == "l=a%2Cb%2Cc")
    #expect(fields.items.map(\.value) == ["a,b,c"])
  }

  @Test func aValueThatIsSetIsNoList() async throws {
    var query = Request.Query(encoding: ["l": ["a", "b"]], arrays: .joined(separator: ","))
    query.items[0].value = "c,d"
    #expect(try await target(of: .get("/x", query: query)) == "/x?l=c%2Cd")
  }

  @Test func aCursorKeepsWhatSeparates() async throws {
    let query = Request.Query(encoding: ["l": ["a,", "b"]], arrays: .joined(separator: ","))
    let cursor = try JSONCoder().decode(Cursor.self, from: JSONCoder().encode(Cursor(query: query)))
    #expect(try await target(of: Request.get("/x").at(cursor)) == "/x?l=a%2C,b")
    for commas in ["[-1,99,1]", "[0,0]", "[]"] {
      let coded = Data(#"{"query":[{"name":"l","value":"a,b,","commas":\#(commas)}]}"#.utf8)
      let target = try await target(of: Request.get("/x").at(JSONCoder().decode(Cursor.self, from: coded)))
      #expect(target == (commas == "[-1,99,1]" ? "/x?l=a,b%2C" : "/x?l=a%2Cb%2C"))
    }
  }

  @Test func anyListIsReadBackBySplittingBeforeDecoding() async throws {
    try await forAll { random in
      let list = random.array(1...5) { $0.text() }
      let text = try await joined(["l": list]) ?? ""
      let parts = text.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false)
      #expect(parts.map { $0.removingPercentEncoding } == list)
    }
  }

  struct Page: Encodable {
    struct Order: Encodable { var sortBy = "name", onlyNew = true }
    enum Mode: String, Encodable { case fullText }
    var perPage = 3
    var imageURL: String?
    var createdAfter = Date(timeIntervalSince1970: 60)
    var order = Order()
    var dates = [Date(timeIntervalSince1970: 1)]
    var blob = Data([255])
    var ratio = Double.infinity
    var byName = ["someKey": 1]
    var mode = Mode.fullText
  }

  @Test func aCodersSettingsWriteNamesAndValues() async throws {
    var json = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
    json.floats = .strings(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    json.data = .custom(
      decode: { _ in Data() },
      encode: { data, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("\(data.count) bytes")
      })
    let text =
      "per_page=3&created_after=60&order[sort_by]=name&order[only_new]=true&dates=1&blob=1 bytes&ratio=inf"
      + "&by_name[someKey]=1&mode=fullText"
    let query = Request.Query(encoding: Page(), with: json)
    #expect(try await target(of: .get("/x", query: query))?.dropFirst(3).removingPercentEncoding == text)
    let form = try await arrival(of: .post("/x", body: .form(.init(encoding: Page(), with: json)))).bytes
    #expect(
      String(decoding: form, as: UTF8.self).replacingOccurrences(of: "+", with: " ").removingPercentEncoding
        == text)
    json.floats = .reject
    #expect(
      await refusal(of: .get("/x", query: .init(encoding: Page(), with: json)))?.message.contains("ratio")
        == true)
  }

  @Test func directModelsAndCustomKeysAreWrittenByTheCoderToo() async throws {
    struct Direct: JSONEncodable {
      var perPage = 3
      func write(to json: inout JSONWriter) throws { try json.write(perPage, forKey: "perPage") }
    }
    struct Outer: Encodable {
      var innerValue = Direct()
      var list = [Direct()]
      var value: JSONValue = ["aB": [1, "x"]]
    }
    let snake = Request.Query(encoding: Outer(), with: JSONCoder(keys: .snakeCase))
    #expect(
      snake.items.map(\.name) == ["inner_value[per_page]", "list[0][per_page]", "value[aB]", "value[aB]"])
    let custom = Request.Query(
      encoding: Direct(), with: JSONCoder(keys: .custom(decode: { $0 }, encode: { "x-\($0)" })))
    #expect(custom.items == [.init("x-perPage", "3")])
    #expect(Request.Query(encoding: Direct()).items == [.init("perPage", "3")])
  }

  @Test func theUserInfoOfTheCoderIsThatOfTheEncoder() async throws {
    struct Keyed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        try container.encode(encoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? String, forKey: "theKey")
      }
    }
    var json = JSONCoder(keys: .snakeCase)
    json.userInfo = [CodingUserInfoKey(rawValue: "k")!: "v"]
    #expect(Request.Query(encoding: Keyed(), with: json).items == [.init("the_key", "v")])
  }
}
