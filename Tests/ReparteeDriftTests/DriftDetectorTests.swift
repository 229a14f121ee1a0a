import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeDrift
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// What is reported of responses that say more than was declared.
struct DriftDetectorTests {
  struct Address: Codable, Sendable {
    var city: String
  }

  enum Color: String, Codable { case red, green }

  struct Person: Codable, Sendable {
    var name: String
    var nickname: String?
    var address: Address?
    var colors: [OpenEnum<Color>]?
    var byID: [String: Address]?
  }

  struct GetPerson: Endpoint {
    var request: Request { .get("/people/\(7)") }
    static let responses: ResponseMap<Person, UserError> = [
      .code(200, .decode.when("application/json")),
      .code(409, .decodeError(Problem.self) { .rejected($0) }),
    ]
  }

  /// What is reported of one response to a call.
  func drift<E: ResourceConvertible>(
    _ endpoint: E, _ body: String, status: Int = 200,
    headers: HTTPFields = [.contentType: "application/json"],
    by detector: DriftDetector? = DriftDetector(sampling: 1, reportsAllUnreadKeys: true),
    change: (inout Client) -> Void = { _ in }
  ) async -> [String] {
    let reported = Mutex<[Drift]>([])
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .status(status, headers: headers, body: Data(body.utf8)) })
    client.retry = .off
    client.drift = detector
    client.observers.append(
      .handler { event in
        if let drift = event.drift { reported.withLock { $0.append(drift) } }
        #expect((event.drift != nil) == (event.kind == .drifted))
      })
    change(&client)
    _ = await client.result(of: endpoint)
    return reported.withLock { $0.map { "\($0)" } }
  }

  @Test func whatIsAsDeclaredIsNoDrift() async {
    #expect(await drift(GetPerson(), #"{"name": "Ada"}"#) == [])
    #expect(
      await drift(
        GetPerson(),
        #"{"name": "Ada", "nickname": null, "address": {"city": "Bonn"}, "colors": ["red"], "byID": {"7": {"city": "x"}}}"#
      ) == [])
    #expect(await drift(GetPerson(), #"{"title": "no"}"#, status: 409) == [])
  }

  @Test func driftIsOffByDefault() async {
    #expect(await drift(GetPerson(), #"{"name": "Ada", "zip": 1}"#, by: nil) == [])
    #expect(
      await drift(
        GetPerson(), #"{"name": "Ada", "zip": 1}"#, by: DriftDetector(sampling: 0, reportsAllUnreadKeys: true)
      ) == [])
    #expect(
      await drift(
        GetPerson(), #"{"name": "Ada", "zip": 1}"#,
        by: DriftDetector(sampling: .nan, reportsAllUnreadKeys: true)) == []
    )
  }

  @Test func unreadKeysAreReported() async {
    let body = #"""
      {"name": "Ada", "zip": 53111, "more": {"a": [1, {"b": 2}]}, "odd.key\n": 1,
       "address": {"city": "Bonn", "zip": "planted"}, "byID": {"ada@example.com": {"city": "x", "zip": 1}}}
      """#
    #expect(
      await drift(GetPerson(), body).sorted()
        == [
          "DriftDetectorTests.GetPerson, 200: unread key: zip",
          "DriftDetectorTests.GetPerson, 200: unread key: more",
          #"DriftDetectorTests.GetPerson, 200: unread key: ["odd.key\\u{a}"]"#,
          "DriftDetectorTests.GetPerson, 200: unread key: address.zip",
          "DriftDetectorTests.GetPerson, 200: unread key: byID.*.zip",
        ].sorted())
  }

  @Test func elementsOfAnArrayAreOnePlace() async {
    let people = Resource<[Person], Never>(.get("/people"), [.success(.decode)])
    let body = #"[{"name": "Ada", "x": 1}, {"name": "Grace", "x": 2, "y": null}, {"name": "Ida"}]"#
    #expect(
      await drift(people, body) == [
        "GET /people, 200: unread key: [].x", "GET /people, 200: unread key: [].y",
      ])
  }

  @Test func whatOneOfSeveralModelsReadsIsRead() async {
    struct Circle: Decodable, Sendable { var radius: Int }
    struct Square: Decodable, Sendable { var side: Int }
    struct Shape: Decodable, Sendable {
      init(from decoder: any Decoder) throws {
        if let circle = try? Circle(from: decoder) { _ = circle } else { _ = try Square(from: decoder) }
      }
    }
    let shapes = Resource<[Shape], Never>(.get("/shapes"), [.success(.decode)])
    #expect(await drift(shapes, #"[{"radius": 1}, {"side": 2}, {"side": 2, "color": "red"}]"#).count == 1)
    // Alternatives of which the first does not fit.
    let either = Resource<Int, Never>(
      .get("/either"), [.success(.decode(Circle.self) { $0.radius }.or(.decode(Square.self) { $0.side }))])
    #expect(await drift(either, #"{"side": 2, "color": "red"}"#) == ["GET /either, 200: unread key: color"])
  }

  @Test func whatAnotherReadingOfTheBodyReadsIsRead() async {
    struct P: Decodable, Sendable { var p: Int }
    struct PQ: Decodable, Sendable { var p: Int; var q: Int }
    struct X<Value: Decodable & Sendable>: Decodable, Sendable { var x: Value }
    let twice = Resource<Int, Never>(.get("/x")) { response in
      try response.decode(X<P>.self).x.p + response.decode(X<PQ>.self).x.q
    }
    #expect(await drift(twice, #"{"x": {"p": 1, "q": 2}, "y": 3}"#) == ["GET /x, 200: unread key: y"])
    #expect(await drift(twice, #"{"x": {"p": 1, "q": 2}}"#) == [])
  }

  @Test(arguments: ["{}", "[]", "[{}]", #"{"x": {}}"#, #"{"x": {"x": null}}"#])
  func nothingIsReadBeyondTheLastValue(body: String) async {
    struct Empty: Decodable, Sendable {}
    struct Nested: Decodable, Sendable { var x: [String: Int?]? }
    if body.hasPrefix("[") {
      #expect(await drift(Resource<[Empty], Never>(.get("/x"), [.code(200, .decode)]), body) == [])
    } else {
      #expect(await drift(Resource<Nested, Never>(.get("/x"), [.code(200, .decode)]), body) == [])
    }
  }

  @Test func objectsOfOneKindAreDistinguishedByTheirKeys() async {
    struct Item: Decodable, Sendable { var a: Int? }
    let list = Resource<[Item], Never>(.get("/x"), [.success(.decode)])
    // Keys of the same lengths, shorter than a word and longer, with the same ends.
    for (one, other) in [
      ("bb", "cc"), ("longer-key-1-longer", "longer-key-2-longer"),
      ("12345678-primary-12345678", "12345678-another-12345678"), ("", "é"), (#"b\n"#, #"b\t"#),
    ] {
      let reported = await drift(
        list, #"[{"a": 1, "\#(one)": 1}, {"a": 1, "\#(other)": 1}, {"a": 1, "\#(one)": 1}]"#)
      #expect(reported.count == 2, "\(one), \(other): \(reported)")
    }
  }

  @Test func whatLiesBesideAPlaceIsUnread() async {
    let data = Resource<Person, Never>(.get("/x"), [.success(.decode(at: "data"))])
    #expect(
      await drift(data, #"{"data": {"name": "Ada"}, "meta": {"page": 1}}"#) == [
        "GET /x, 200: unread key: meta"
      ])
  }

  @Test func whatIsReadAsAWholeIsRead() async {
    let json = Resource<JSONValue, Never>(.get("/x"), [.success(.decode)])
    #expect(await drift(json, #"{"a": {"b": [1]}}"#) == [])
    let bytes = Resource<Data, Never>(.get("/x"), [.success(.decode)])
    #expect(await drift(bytes, #"{"a": {"b": [1]}}"#) == [])
  }

  @Test func valuesThatAnOpenEnumDoesNotKnow() async {
    #expect(
      await drift(GetPerson(), #"{"name": "Ada", "colors": ["red", "ultraviolet", "green", "infrared"]}"#)
        == [
          "DriftDetectorTests.GetPerson, 200: colors[] has a value that the model does not know"
        ])
  }

  @Test func aValueIsUnknownIfOneOfSeveralReadingsDoesNotKnowIt() async {
    struct Paint: Decodable, Sendable { var color: OpenEnum<Color> }
    struct Brush: Decodable, Sendable { var size: Int }
    let readings: [@Sendable (Response) throws -> Void] = [
      { _ = try $0.decode(Paint.self) }, { _ = try $0.decode(Brush.self) },
    ]
    for readings in [readings, readings.reversed()] {
      let both = Resource<Int, Never>(.get("/x")) { response in
        for read in readings { try read(response) }
        return 0
      }
      #expect(
        await drift(both, #"{"color": "ultraviolet", "size": 1, "x": 2}"#).sorted() == [
          "GET /x, 200: color has a value that the model does not know", "GET /x, 200: unread key: x",
        ])
    }
  }

  @Test(arguments: [
    (#"{"name": null}"#, "name is null"), (#"{"nickname": "x"}"#, "name is missing"),
    (#"{"name": 7}"#, "name is of another type"),
    (#"{"name": "Ada", "byID": {"planted": {"city": 1}}}"#, "byID.*.city is of another type"),
    (#"{"name": "Ada", "address": {}}"#, "address.city is missing"),
  ])
  func whatCanNotBeDecodedIsToldToo(body: String, text: String) async {
    #expect(await drift(GetPerson(), body) == ["DriftDetectorTests.GetPerson, 200: \(text)"])
  }

  @Test func whatIsNoJSONIsNoDrift() async {
    for body in ["", "{", "nothing"] { #expect(await drift(GetPerson(), body) == []) }
  }

  @Test func undeclaredStatusesAndContentTypes() async {
    #expect(
      await drift(GetPerson(), "", status: 418) == [
        "DriftDetectorTests.GetPerson, 418: the status is not declared"
      ])
    #expect(
      await drift(GetPerson(), "<p>", headers: [.contentType: "text/html; charset=planted"]) == [
        "DriftDetectorTests.GetPerson, 200: the content type is not declared: text/html"
      ])
  }

  @Test(arguments: [
    ("@1688169599", "deprecated: 2023-06-30T23:59:59Z"), ("true", "deprecated"),
    ("Fri, 30 Jun 2023 23:59:59 GMT", "deprecated: 2023-06-30T23:59:59Z"),
    ("@1e999", "deprecated"),
    ("@nan", "deprecated"), ("@-9223372036854775808", "deprecated: 1970-01-01T00:00:00Z"),
  ])
  func deprecation(field: String, text: String) async {
    let headers: HTTPFields = [
      .contentType: "application/json", HTTPField.Name("Deprecation") ?? .date: field,
    ]
    #expect(
      await drift(GetPerson(), #"{"name": "Ada"}"#, headers: headers) == [
        "DriftDetectorTests.GetPerson, 200: \(text)"
      ])
  }

  @Test func sunset() async {
    let headers: HTTPFields = [
      .contentType: "application/json", HTTPField.Name("Sunset") ?? .date: "Sat, 31 Dec 2118 23:59:59 GMT",
    ]
    #expect(
      await drift(GetPerson(), #"{"name": "Ada"}"#, headers: headers) == [
        "DriftDetectorTests.GetPerson, 200: sunset: 2118-12-31T23:59:59Z"
      ])
  }

  @Test func elementsOfAStreamAreExamined() async throws {
    let reported = Mutex<[String]>([])
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .status(
          200, headers: [.contentType: "application/jsonl"],
          body: Data(#"{"title": "a", "x": 1}\#n{"title": "b", "x": 2}\#n"#.utf8))
      })
    client.drift = DriftDetector(sampling: 1, reportsAllUnreadKeys: true)
    client.observers.append(
      .handler { event in if let drift = event.drift { reported.withLock { $0.append("\(drift)") } } })
    let lines = Resource<ResponseStream<Problem, Never>, Never>(
      .get("/lines"), [.code(200, .stream(.jsonLines()))])
    var titles: [String] = []
    for try await line in try await client.send(lines) { titles.append(line.title) }
    #expect(titles == ["a", "b"])
    #expect(reported.withLock { $0 } == ["GET /lines, 200: unread key: x"])
  }

  /// What is reported of a stream of lines that is read to its end.
  func drift<Element>(
    ofLines lines: String, _ outcome: Outcome<ResponseStream<Element, Never>, Never>,
    headers: HTTPFields = [.contentType: "application/jsonl"]
  ) async -> [String] {
    let reported = Mutex<[String]>([])
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .status(200, headers: headers, body: Data(lines.utf8)) })
    client.drift = DriftDetector(sampling: 1, reportsAllUnreadKeys: true)
    client.observers.append(
      .handler { event in if let drift = event.drift { reported.withLock { $0.append("\(drift)") } } })
    let call = Resource<ResponseStream<Element, Never>, Never>(.get("/lines"), [.code(200, outcome)])
    if let stream = try? await client.send(call) { do { for try await _ in stream {} } catch {} }
    return reported.withLock { $0 }
  }

  @Test func elementsThatCantBeDecodedAreReported() async {
    #expect(
      await drift(ofLines: #"{"title": null}"#, .stream(.jsonLines(of: Problem.self)))
        == ["GET /lines, 200: title is null"])
    #expect(
      await drift(
        ofLines: #"{"title": "a"}"#, .stream(.serverSentEvents(of: Problem.self)),
        headers: [.contentType: "application/json"])
        == ["GET /lines, 200: the content type is not declared: application/json"])
  }

  @Test func aFailureInAStreamIsLookedForAndNotRead() async {
    struct Fault: Error, Decodable { var text: String }
    let reported = Mutex<[String]>([])
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .status(200, headers: [.contentType: "application/jsonl"], body: Data(#"{"title": "a"}"#.utf8))
      })
    client.drift = DriftDetector(sampling: 1, reportsAllUnreadKeys: true)
    client.observers.append(
      .handler { event in if let drift = event.drift { reported.withLock { $0.append("\(drift)") } } })
    let call = Resource<ResponseStream<Problem, Fault>, Never>(
      .get("/lines"), [.code(200, .stream(.jsonLines(failure: .at("error"))))])
    if let stream = try? await client.send(call) { do { for try await _ in stream {} } catch {} }
    #expect(reported.withLock { $0 } == [])
  }

  @Test func skippedElementsAreReported() async {
    let list = Resource<LossyArray<User>, Never>(.get("/x"), [.success(.decode)])
    #expect(
      await drift(list, #"[{"id": "x", "name": "Ada"}, null]"#) == [
        "GET /x, 200: [].id is of another type", "GET /x, 200: [] is null",
      ])
  }

  /// What it hides is reported, and its keys are those of its value.
  @Test func driftInALossyValueIsReported() async {
    struct Home: Codable, Sendable {
      @Lossy var address: Address?
      @Lossy var year: Int?
    }
    let call = Resource<[Home], Never>(.get("/x"), [.success(.decode)])
    for (element, expected) in [
      (#"{"address": {"city": "x", "zip": 1}, "year": 7}"#, ["unread key: [].address.zip"]),
      (#"{"address": {"city": 7}, "year": 7}"#, ["[].address.city is of another type"]),
      (#"{"address": "x", "year": "7"}"#, ["[].address is of another type", "[].year is of another type"]),
      (#"{"address": null, "year": 7, "new": 1}"#, ["unread key: [].new"]), ("{}", []),
    ] {
      let reported = await drift(call, "[\(element)]") {
        $0.drift = DriftDetector(sampling: 1, reportsAllUnreadKeys: true)
      }
      #expect(reported == expected.map { "GET /x, 200: \($0)" })
    }
  }

  @Test func keysOfADictionaryAreNotReportedWithAnyKeyStrategy() async {
    struct Lists: Decodable, Sendable {
      var byId: [String: Address]?
      var labels: [String: String]?
      var counts: [String: Int]?
    }
    let call = Resource<Lists, Never>(.get("/x"), [.success(.decode)]).snakeCase
    for (body, place) in [
      (#"{"by_id": {"planted": {"city": "x", "zip": 1}}}"#, "unread key: by_id.*.zip"),
      (#"{"labels": {"planted": 7}}"#, "labels.* is of another type"),
      (#"{"counts": {"planted": null}}"#, "counts.* is null"),
    ] {
      let recorder = DriftRecorder(reportsAllUnreadKeys: true)
      let reported = await drift(call, body) { $0 = $0.recorded(by: recorder) }
      #expect(reported.contains("GET /x, 200: \(place)"), "\(reported)")
      #expect(!reported.joined().contains("planted"))
      let json = (try? recorder.baseline.json).map { String(decoding: $0, as: UTF8.self) }
      #expect(json?.contains("planted") == false)
    }
  }

  @Test func aKeyIsTheSameHoweverItIsWritten() async {
    #expect(await drift(GetPerson(), #"{"name": "Ada", "\u006eame": "x"}"#) == [])
  }

  @Test func whatIsReadAsAWholeIsReadInAnotherReadingToo() async {
    let twice = Resource<String, Never>(.get("/x")) { response in
      _ = try response.decode(JSONValue.self)
      return try response.decode(Person.self).name
    }
    let recorder = DriftRecorder(reportsAllUnreadKeys: true)
    #expect(await drift(twice, #"{"name": "Ada", "zip": {"a": 1}}"#) { $0 = $0.recorded(by: recorder) } == [])
  }

  @Test func anotherDecoderReportsNothingAboutBodies() async {
    #expect(
      await drift(GetPerson(), #"{"name": "Ada", "zip": 1}"#) { $0.decoders = [$0.json.foundation] } == [])
  }
}
