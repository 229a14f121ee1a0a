import Foundation
import Repartee
import TestSupport
import Testing

/// Header fields as output: what servers say beside the body.
struct ResponseFieldsTests {
  private func response(
    _ headers: [(String, String)], path: Request.Path = "/v1/users/7",
    change: (inout Client) -> Void = { _ in }
  ) async throws -> TypedResponse<Void> {
    var fields = HTTPFields()
    for (name, value) in headers {
      fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    let head = HTTPResponse(status: .ok, headerFields: fields)
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .init(head: head, body: ByteStream(Data())) })
    change(&client)
    return try await client.response(to: Resource<Void, Never>(.get(path), [.any(.noContent)]))
  }

  private func retryAfter(_ text: String) async throws -> RetryAfter? {
    try await response([("Retry-After", text)]).retryAfter
  }

  @Test func metadataIsDeclaredAsOutputBesideTheBody() async throws {
    struct Versioned: Sendable {
      var user: User
      var tag: EntityTag?
      var rate: RateLimit?
      var status: Int
    }
    let map: ResponseMap<Versioned, Never> = [
      .success(
        .decode { (user: User, response) in
          Versioned(
            user: user, tag: response.entityTag, rate: response.rateLimit, status: response.status.code)
        })
    ]
    let headers: HTTPFields = [.eTag: "W/\"7\"", .init("X-RateLimit-Remaining")!: "3"]
    let body = Data(#"{"id":1,"name":"a"}"#.utf8)
    let versioned = try await read(.status(201, headers: headers, body: body), map)
    #expect(versioned.user.id == 1 && versioned.status == 201)
    #expect(versioned.tag?.value == "7" && versioned.tag?.isWeak == true)
    #expect(versioned.rate?.remaining == 3)
  }

  @Test func aFieldIsFoundByANameInAnyCase() async throws {
    let response = try await response([("X-Request-ID", "r1"), ("Via", "a"), ("via", "b")])
    #expect(response.header("x-request-id") == "r1" && response.header("VIA") == "a, b")
    #expect(response.header("nothing") == nil && response.header("not a name\r\n") == nil)
  }

  @Test(arguments: [
    ("\"abc\"", "abc", false), ("W/\"abc\"", "abc", true), ("\"\"", "", false), ("\"a,b\"", "a,b", false),
  ])
  func entityTagsAreReadAndWrittenAsTheyStand(text: String, value: String, isWeak: Bool) async throws {
    let tag = try #require(try await response([("ETag", text)]).entityTag)
    #expect(tag.value == value && tag.isWeak == isWeak && tag.description == text)
  }

  @Test func lastModifiedIsADate() async throws {
    let response = try await response([("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")])
    #expect(response.lastModified == Date(timeIntervalSince1970: 784_111_777))
    #expect(try await self.response([]).lastModified == nil)
    #expect(try await self.response([("Last-Modified", "yesterday")]).lastModified == nil)
  }

  @Test(arguments: [
    "abc", "\"", "w/\"abc\"", "\"a\"b\"", "\"a b\"", "W/", "", "\"a\", \"b\"", "\"a\u{7F}\"", "a\"", "\"a",
    "*",
  ])
  func whatIsNoEntityTagIsNil(text: String) async throws {
    #expect(try await response([("ETag", text)]).entityTag == nil)
  }

  @Test(arguments: [
    ("/v1/operations/7", "https://api.example.com/v1/operations/7"),
    ("operations/7?v=2#a", "https://api.example.com/v1/users/operations/7?v=2#a"),
    ("https://jobs.example/7", "https://jobs.example/7"), (" /x ", "https://api.example.com/x"),
    ("/a b", "https://api.example.com/a%20b"), ("", nil), ("  ", nil), ("https://", nil),
    ("http://h:x/", nil),
  ])
  func aReferenceInAnyFieldOrBodyIsMadeAbsolute(text: String, url: String?) async throws {
    let response = try await response([("Operation-Location", text)])
    let expected = url.flatMap { URL(string: $0) }
    #expect(response.url(in: "operation-location") == expected && response.url(text) == expected)
  }

  @Test func aFieldThatIsMissingOrDiffersHasNoURL() async throws {
    let response = try await response([("A", "/1"), ("A", "/2"), ("B", "/3"), ("B", "/3")])
    #expect(
      response.url(in: "A") == nil && response.url(in: "C") == nil && response.url(in: "no name") == nil)
    #expect(response.url(in: "B")?.path == "/3" && response.url(nil) == nil && response.url("/a\nb") == nil)
  }

  /// It is relative to the request that was answered; the client's credentials go only to its own origin.
  @Test func aReferenceIsOfTheLastRequestAndKeepsTheOriginsOfCredentials() async throws {
    let transport = InMemoryTransport { request in
      let target = "\(request.head.authority ?? "")\(request.head.path ?? "")"
      switch target {
      case "api.example.com/jobs": return .status(307, headers: [.location: "/v2/jobs/"])
      case "api.example.com/v2/jobs/":
        var fields = HTTPFields()
        for (name, value) in [("Operation-Location", "7"), ("Result", "//files.example/7")] {
          if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return .status(202, headers: fields)
      default: return .text("\(target) \(request.head.headerFields[.authorization] ?? "none")")
      }
    }
    let client = Client(baseURL: api, transport: transport, headers: ["Authorization": "Bearer t"])
    let response = try await client.response(to: Resource<Void, Never>(.get("/jobs"), [.any(.noContent)]))
    let expected = [
      "Operation-Location": "api.example.com/v2/jobs/7 Bearer t", "Result": "files.example/7 none",
    ]
    for (field, text) in expected {
      let url = try #require(response.url(in: field))
      #expect(try await client.send(Resource(String.self, Request(.get, url: url))) == text)
    }
  }

  @Test(arguments: [
    ("/users/8", "https://api.example.com/users/8"), ("8", "https://api.example.com/v1/users/8"),
    ("../8?x=1", "https://api.example.com/v1/8?x=1"), ("https://b.example/x", "https://b.example/x"),
    ("//b.example/x", "https://b.example/x"), ("?page=2", "https://api.example.com/v1/users/7?page=2"),
  ])
  func locationIsMadeAbsolute(text: String, url: String) async throws {
    #expect(try await response([("Location", text)]).location?.absoluteString == url)
  }

  /// Middleware may change the path; a credential's query item is in no URL.
  @Test(arguments: [
    ("8", "https://api.example.com/v2/acme/users/8"), ("/8", "https://api.example.com/8"),
    ("?page=2", "https://api.example.com/v2/acme/users/7?page=2"),
    ("#a", "https://api.example.com/v2/acme/users/7?own=1#a"),
  ])
  func aReferenceIsResolvedAgainstTheURLAsItWasSent(text: String, url: String) async throws {
    struct Rewrites: Stage {
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.head.path = request.head.path?.replacing("/v1", with: "/v2/acme")
        return try await next(request)
      }
    }
    let response = try await response(
      [
        ("Location", text), ("Link", "<\(text)>; rel=a"),
        ("Link", "<x>; rel=b; anchor=\"/v2/acme/users/7?own=1\""),
      ],
      path: "/v1/users/7?own=1"
    ) {
      $0.stages = [Rewrites()]
      $0.authentication = .apiKey("planted", query: "key")
    }
    #expect(response.location?.absoluteString == url && response.link("a")?.absoluteString == url)
    #expect(response.link("b")?.absoluteString == "https://api.example.com/v2/acme/users/x")
  }

  @Test func aMissingLocationIsNil() async throws {
    #expect(try await response([]).location == nil)
  }

  @Test func aLocationWithoutAUsableURLIsNil() async throws {
    for text in ["", " ", "https://", "//b.example:0", "https://b\u{FC}cher.example/", "/a\u{0}b"] {
      #expect(
        try await response([("Location", text)]).location == nil || text.contains("\u{0}"),
        "\(text.debugDescription)")
    }
    #expect(try await response([("Location", "mailto:a@b.example")]).location?.scheme == "mailto")
  }

  @Test func severalLocationsAreNoneUnlessTheyAreEqual() async throws {
    #expect(try await response([("Location", "/a"), ("location", "/b")]).location == nil)
    let same = try await response([("Location", "/a"), ("location", "/a")])
    #expect(same.location?.absoluteString == "https://api.example.com/a")
  }

  @Test func severalOfAnyFieldThatMayStandOnceAreNoneUnlessTheyAreEqual() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let other = "Sun, 06 Nov 1994 08:49:38 GMT"
    let twice = try await response([
      ("ETag", "\"a\""), ("ETag", "\"a\""), ("Last-Modified", date), ("Last-Modified", date),
      ("Retry-After", "7"),
      ("Retry-After", "7"),
    ])
    #expect(twice.entityTag?.value == "a" && twice.retryAfter == .delay(.seconds(7)))
    #expect(twice.lastModified == Date(timeIntervalSince1970: 784_111_777))
    let differing = try await response([
      ("ETag", "\"a\""), ("ETag", "\"b\""), ("Last-Modified", date), ("Last-Modified", other),
      ("Retry-After", "7"),
      ("Retry-After", "8"),
    ])
    #expect(differing.entityTag == nil && differing.lastModified == nil && differing.retryAfter == nil)
  }

  @Test(
    arguments: [
      (["text/csv", "text/csv"], "text/csv", nil), (["text/csv", "text/html"], nil, nil),
      (["text/csv; charset=utf-8", "text/csv; charset=latin1"], "text/csv", "latin1"),
      (["", "text/csv", "junk"], "text/csv", nil), (["junk"], nil, nil), (["text/csv, text/csv"], nil, nil),
    ] as [([String], String?, String?)])
  func severalContentTypesAreOneIfTheTypeIsTheSame(values: [String], type: String?, charset: String?)
    async throws
  {
    var fields = HTTPFields()
    for value in values { fields.append(HTTPField(name: .contentType, value: value)) }
    let map: ResponseMap<MediaType?, Never> = [.any(.value { $0.contentType })]
    let read = try await read(.status(200, headers: fields), map)
    #expect(read?.description == type && read?.charset == charset)
  }

  @Test func retryAfterIsSecondsOrADateInAnyOfItsForms() async throws {
    #expect(try await retryAfter("120") == .delay(.seconds(120)))
    #expect(try await retryAfter("0") == .delay(.zero))
    let date = Date(timeIntervalSince1970: 784_111_777)
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(try await retryAfter(text) == .date(date), "\(text)")
    }
    #expect(RetryAfter.date(date).delay(from: date.addingTimeInterval(-90)) == .seconds(90))
    #expect(RetryAfter.date(date).delay(from: date.addingTimeInterval(90)) == .zero)
    #expect(RetryAfter.delay(.seconds(5)).delay(from: date) == .seconds(5))
  }

  @Test(arguments: [
    "", "soon", "-1", "1.5.5", "1 minute", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "٣", "120, 60",
  ])
  func whatIsNoRetryAfterIsNil(text: String) async throws {
    #expect(try await retryAfter(text) == nil)
  }

  @Test func aNumberOfSecondsThatOverflowsIsVeryLong() async throws {
    let delay = try #require(try await retryAfter(String(repeating: "9", count: 40))?.delay(from: Date()))
    #expect(delay > .seconds(1_000_000_000))
  }

  @Test func aLeapDayAndATwoDigitYearOfTheLastCenturyAreRead() async throws {
    #expect(
      try await retryAfter("Thu, 29 Feb 2024 00:00:00 GMT")
        == .date(Date(timeIntervalSince1970: 1_709_164_800)))
    #expect(try await retryAfter("Thu, 29 Feb 2023 00:00:00 GMT") == nil)
    #expect(
      try await retryAfter("Tuesday, 01-Jan-80 00:00:00 GMT")
        == .date(Date(timeIntervalSince1970: 315_532_800)))
  }
}
