import Foundation
import Repartee
import Testing

struct QueryEncodingTests {
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
    let form = try await arrival(of: .post("/x", body: .form(.init(encoding: invoice)))).body
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
    #expect(try await target(of: .get("/x", query: joined)) == "/x?tags=a%2Cb%2Cc%2Cd")
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

  @Test func objectsInArraysAreToldApartByTheirIndex() async throws {
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
}
