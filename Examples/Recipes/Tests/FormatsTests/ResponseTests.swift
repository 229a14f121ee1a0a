import Foundation
import Repartee
import Testing

@testable import Formats

/// One declaration for four formats.
struct ResponseTests {
  @Test(arguments: [
    ("application/json", Body.json), ("application/json; charset=utf-8", Body.json),
    ("application/hal+json", Body.json), ("application/xml", Body.xml), ("text/xml; charset=utf-8", Body.xml),
    ("application/atom+xml", Body.xml), ("text/csv", Body.csv),
    ("Text/CSV; charset=utf-8; header=present", Body.csv),
    ("application/protobuf", Body.protobuf),
    ("application/protobuf; messageType=atlas.CityList", Body.protobuf),
  ])
  func theContentTypeThatCameSaysWhatTheBodyIs(contentType: String, body: Data) async throws {
    #expect(try await client(body, contentType).send(ListCities()) == Body.cities)
  }

  @Test func acceptListsThemAll() async throws {
    let response = try await client(Body.xml, "application/xml").response(to: ListCities())
    #expect(
      response.request.headers[.accept]
        == "text/csv, application/protobuf, application/xml, text/xml, application/*, application/x-protobuf, "
        + "application/json")
    #expect(ListCities.responses.issues.isEmpty)
  }

  @Test(arguments: [
    ("application/xml", "<error><message>no such map</message></error>"),
    ("application/problem+xml", "<problem xmlns=\"urn:x\"><message>no such map</message><x/></problem>"),
    ("application/json", #"{"message": "no such map"}"#),
  ])
  func anErrorIsTheDeclaredFailureInWhicheverFormatItComes(contentType: String, body: String) async {
    let error = await failure(client(Data(body.utf8), contentType, status: 404), ListCities())
    #expect(error?.declared == .refused("no such map"))
    #expect(error?.status == .notFound)
    #expect(error?.body == Data(body.utf8))
  }

  @Test func aResponseWithoutAContentTypeIsReadByTheFirstLine() async throws {
    #expect(try await client(Body.csv, nil).send(ListCities()) == Body.cities)
  }

  @Test func whatNoDecoderReadsIsReadAsJSON() async throws {
    #expect(try await client(Body.json, "text/plain").send(ListCities()) == Body.cities)
    let error = await failure(client(Body.xml, "text/plain"), ListCities())
    #expect(error?.decodingError?.kind == .corrupted)
  }

  @Test func aResponseIsReadAgainInItsFormat() async throws {
    let body = Data("<error><message>no such map</message></error>".utf8)
    let undeclared = await failure(client(body, "text/xml", status: 500), ListCities())
    #expect(undeclared?.declared == nil)
    #expect(try undeclared?.response?.decode(Refusal.self).message == "no such map")
  }
}

/// Bodies that do not match their Content-Type.
struct MalformedResponseTests {
  /// Returns the decoding failure of a call, and checks that the error has the complete response.
  private func misfit(_ body: Data, _ contentType: String) async throws -> BodyDecodingError {
    let error = try #require(await failure(client(body, contentType), ListCities()))
    #expect(error.response?.body == body)
    #expect(error.response?.contentType == MediaType(contentType))
    #expect(error.status == .ok)
    #expect(!error.description.contains("hunter2"))
    guard case .undecodable(let failure) = error.reason else { throw error }
    return failure
  }

  @Test(arguments: ["<cities><city><name>hunter2</cities>", "hunter2", "<"])
  func malformedXMLIsUndecodable(text: String) async throws {
    let failure = try await misfit(Data(text.utf8), "application/xml")
    #expect(failure.underlying != nil)
    #expect(failure.type == [City].self)
  }

  @Test func theWrongXMLSaysWhatIsMissingWhere() async throws {
    let short = try await misfit(Data("<cities><city><name>hunter2</name></city></cities>".utf8), "text/xml")
    #expect(short.kind == .keyNotFound)
    #expect(short.message.contains("population"))
    #expect(short.path.hasPrefix("city[0]"))
    let number = "<cities><city><name>a</name><population>hunter2</population></city></cities>"
    #expect(try await misfit(Data(number.utf8), "text/xml").path.hasSuffix("population"))
  }

  @Test func theWrongXMLSaysWhichKeysAreThere() async {
    let page = client(Data("<html><head/><body>hunter2</body></html>".utf8), "application/xml")
    let error = await failure(page, Resource<City, Never>(.get("/x"), [.code(200, .decode(at: "city"))]))
    #expect(error?.decodingError?.kind == .keyNotFound)
    #expect(error?.decodingError?.availableKeys == ["body", "head"])
  }

  @Test(arguments: [Body.protobuf.dropLast(), Data([0x0F]), Data("<html>".utf8)])
  func malformedProtobufIsUndecodable(body: Data) async throws {
    let failure = try await misfit(Data(body), "application/protobuf")
    #expect(failure.underlying != nil)
    #expect(failure.type == Atlas_CityList.self)
  }

  @Test func aModelThatIsNoMessageIsUndecodableAsProtobuf() async {
    let resource = Resource(Refusal.self, .get("/x"))
    let error = await failure(client(Body.protobuf, "application/x-protobuf"), resource)
    #expect(error?.decodingError?.message == "Refusal is no protobuf message")
    #expect(error?.body == Body.protobuf)
  }

  @Test func malformedCSVIsUndecodable() async throws {
    let failure = try await misfit(Data("name,population\r\n\"hunter2\"x,1\r\n".utf8), "text/csv")
    #expect(failure.underlying != nil)
    #expect(failure.message == "CSVParseError was thrown")
  }

  @Test(arguments: ["name,people\r\nhunter2,1\r\n", "name,population\r\nhunter2,many\r\n"])
  func theWrongCSVIsUndecodable(text: String) async throws {
    #expect(try await misfit(Data(text.utf8), "text/csv").message == "a row is no city")
  }

  @Test func theWrongJSONBesideThemSaysWhere() async throws {
    #expect(try await misfit(Data(#"{"city": [{"name": "a"}]}"#.utf8), "application/json").path == "city[0]")
  }
}

/// Features of single formats.
struct ParameterTests {
  @Test func theCharsetOfCSVIsKept() async throws {
    let latin = try #require("name,population\r\nMünchen,1\r\n".data(using: .isoLatin1))
    let there = client(latin, "text/csv; charset=ISO-8859-1")
    #expect(try await there.send(ListCities()) == [City(name: "München", population: 1)])
    let error = await failure(client(latin, "text/csv; charset=utf-8"), ListCities())
    #expect(error?.decodingError?.message == "the body is not text in utf-8")
  }

  @Test func theDeclarationOfXMLSaysItsEncoding() async throws {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><error><message>Straße</message></error>"
    let latin = try #require(text.data(using: .isoLatin1))
    let error = await failure(client(latin, "application/xml", status: 400), ListCities())
    #expect(error?.declared == .refused("Straße"))
  }

  @Test(arguments: [
    ("<cities/>", 0), ("<cities></cities>", 0), ("<cities> </cities>", 0),
    ("<cities><city><name>a</name><population>1</population></city></cities>", 1),
    ("<cities><city population=\"1\" name=\"a\"/></cities>", 1),
  ])
  func aListInXMLMayBeShort(text: String, count: Int) async throws {
    let cities = try await client(Data(text.utf8), "application/xml").send(ListCities())
    #expect(cities == Array(repeating: City(name: "a", population: 1), count: count))
  }

  @Test func theSpaceBetweenTwoEntitiesIsRead() async throws {
    let text = "<error><message>R&amp;D &lt;a&gt; &#x26; b </message></error>"
    let error = await failure(client(Data(text.utf8), "text/xml", status: 400), ListCities())
    #expect(error?.declared == .refused("R&D <a> & b "))
  }

  @Test func csvWithoutAHeaderFailsRatherThanLosingARow() async {
    let rows = Data("Kraków,804237\r\n".utf8)
    let error = await failure(client(rows, "text/csv; charset=utf-8; header=absent"), ListCities())
    #expect(error?.decodingError?.message == "the columns have no names")
    #expect(error?.body == rows)
  }

  @Test func anEmptyBodyIsWhatItIsInTheFormat() async throws {
    #expect(try await client(Data(), "application/protobuf").send(ListCities()) == [])
    #expect(
      await failure(client(Data(), "application/xml"), ListCities())?.decodingError?.kind == .emptyBody)
    #expect(
      await failure(client(Data(), "application/json"), ListCities())?.decodingError?.kind == .emptyBody)
    let csv = await failure(client(Data(), "text/csv"), ListCities())
    #expect(csv?.decodingError?.message == "the columns have no names")
    #expect(try await client(Data("name,population\r\n".utf8), "text/csv").send(ListCities()) == [])
  }

  @Test func aMessageOfNothingButWhiteSpaceBytesIsRead() async throws {
    let name = String(repeating: "\t", count: 9)
    let city = Resource(Atlas_City.self, .get("/x"))
    let bytes = Data([0x0A, 0x09]) + Data(name.utf8)
    #expect(try await client(bytes, "application/protobuf").send(city).name == name)
  }

  @Test func anOptionalOutputIsMadeOfAMessage() async throws {
    let bytes = Data([0x10, 0x07])
    let found: ResponseMap<Atlas_City?, Never> = [
      .code(200, .decode(Atlas_City.self) { $0 }), .code(404, .value(nil)),
    ]
    let resource = Resource(.get("/x"), found)
    #expect(try await client(bytes, "application/protobuf").send(resource)?.population == 7)
    #expect(try await client(bytes, "application/protobuf", status: 404).send(resource) == nil)
    let direct = await failure(client(bytes, "application/protobuf"), Resource(Atlas_City?.self, .get("/x")))
    #expect(direct?.decodingError?.message == "Optional<Atlas_City> is no protobuf message")
  }

  @Test func aMessageIsAlsoReadFromJSONByItsOwnMapping() async throws {
    let json = Data(
      #"{"city": [{"name": "Kraków", "population": "804237", "mayor": null}], "more": [1]}"#.utf8)
    let list = try await client(json, "application/json").send(Resource(Atlas_CityList.self, .get("/x")))
    #expect(list.city.map(City.init(message:)) == [Body.cities[0]])
    let atPath = Resource<Atlas_City, Never>(.get("/x"), [.code(200, .decode(at: "city", 0))])
    #expect(try await client(json, "application/json").send(atPath).population == 804_237)
    let wrong = Data(#"{"city": [{"name": 7}]}"#.utf8)
    let error = await failure(client(wrong, "application/json"), Resource(Atlas_CityList.self, .get("/x")))
    #expect(error?.decodingError?.underlying != nil)
  }
}
