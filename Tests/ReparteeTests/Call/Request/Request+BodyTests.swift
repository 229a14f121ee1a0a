import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct RequestBodyTests {
  struct Note: Codable, Equatable {
    var firstLine: String
    var written: Date
  }
  struct Fails: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        "hunter2", .init(codingPath: encoder.codingPath, debugDescription: "can't be written"))
    }
  }

  private func sent(
    _ body: Request.Body, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) async throws -> (text: String, contentType: String?) {
    let arrived = try await arrival(of: .post("/x", headers: headers, body: body), json: json)
    return (String(decoding: arrived.bytes, as: UTF8.self), arrived.head.headerFields[.contentType])
  }

  @Test func noBodyHasNoContentType() async throws {
    let sent = try await sent(.none)
    #expect(sent.text == "" && sent.contentType == nil)
    let request = try await arrival(of: .get("/x"))
    #expect(request.bytes.isEmpty && request.head.headerFields[.contentType] == nil)
  }

  @Test func bytesAndTextGoAsTheyAre() async throws {
    let bytes = try await sent(.bytes(Data("a\0b".utf8)))
    #expect(bytes.text == "a\0b" && bytes.contentType == "application/octet-stream")
    let text = try await sent(.text("grüß"))
    #expect(text.text == "grüß" && text.contentType == "text/plain; charset=utf-8")
    #expect(try await sent(.bytes(Data(), contentType: "image/png")).contentType == "image/png")
    #expect(try await sent(.text("a,b", contentType: "text/csv")).contentType == "text/csv")
  }

  @Test func dataGoesAsItIs() async throws {
    let bytes = try await sent(.data(Data("a\0b".utf8)))
    #expect(bytes.text == "a\0b" && bytes.contentType == "application/octet-stream")
    #expect(try await sent(.data(Data(), contentType: "image/png")).contentType == "image/png")
  }

  @Test func membersOfDifferentTypesAreOneObject() async throws {
    let (missing, name): (Int?, String) = (nil, "Ada")
    let note = Note(firstLine: "x", written: Date(timeIntervalSince1970: 5))
    let written = Date(timeIntervalSince1970: 7)
    let json = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
    let sent = try await sent(
      .json(["id": 7, "fullName": name, "note": note, "none": missing, "tags": ["a"], "at": written]),
      json: json)
    #expect(sent.contentType == "application/json")
    let value = try JSONCoder().decode(JSONValue.self, from: Data(sent.text.utf8))
    #expect(
      value == [
        "id": 7, "fullName": "Ada", "note": ["first_line": "x", "written": 5], "none": nil, "tags": ["a"],
        "at": 7,
      ])
  }

  @Test func aMemberThatCantBeEncodedFailsTheCall() async {
    let refused = await refusal(of: .post("/x", body: .json(["a": 1, "b": Fails()])))
    #expect(refused?.kind == .body && refused?.message.contains("hunter2") == false)
  }

  @Test func jsonIsEncodedWithTheClientsCoder() async throws {
    let note = Note(firstLine: "x", written: Date(timeIntervalSince1970: 5))
    let plain = try await sent(.json(note))
    #expect(plain.contentType == "application/json")
    #expect(try JSONCoder().decode(Note.self, from: Data(plain.text.utf8)) == note)
    #expect(plain.text.contains("\"firstLine\"") && plain.text.contains("1970-01-01T00:00:05Z"))
    let snake = try await sent(.json(note), json: JSONCoder(keys: .snakeCase, dates: .millisecondsSince1970))
    #expect(snake.text.contains("\"first_line\"") && snake.text.contains("5000"))
    let seconds = try await sent(.json(note), json: JSONCoder(dates: .secondsSince1970))
    #expect(seconds.text.contains(":5}") || seconds.text.contains(":5,"))
    #expect(
      try await sent(.json(7, contentType: "application/vnd.x+json")).contentType == "application/vnd.x+json")
  }

  @Test func aFormatOfYourOwnIsEncodedWhenTheRequestIsSent() async throws {
    let calls = Mutex(0)
    let counted = Request.Body.encoded(as: "application/x-count") {
      calls.withLock { $0 += 1 }
      return Data("\(calls.withLock(\.self))".utf8)
    }
    #expect(calls.withLock(\.self) == 0)
    for call in 1...2 {
      let arrived = try await sent(counted)
      #expect(arrived.text == "\(call)" && arrived.contentType == "application/x-count")
    }
  }

  @Test func aFormatOfYourOwnThatThrowsIsNotSent() async throws {
    struct Odd: Error {}
    let refused = await refusal(of: .post("/x", body: .encoded(as: "application/x-odd") { throw Odd() }))
    #expect(refused?.kind == .body)
    #expect(refused?.message == "the body can't be encoded as application/x-odd: Odd")
    #expect(refused?.underlying is Odd)
  }

  @Test func aFormIsURLEncodedWithPlusForSpace() async throws {
    let form = try await sent(
      .form(["a b": "c d+e&f=g%20ä", "n": 7, "none": String?.none, "t": ["x", "y"]]))
    #expect(form.text == "a+b=c+d%2Be%26f%3Dg%2520%C3%A4&n=7&t=x&t=y")
    #expect(form.contentType == "application/x-www-form-urlencoded")
    #expect(try await sent(.form([:])).text == "")
    #expect(try await sent(.form(["a": "~*"])).text == "a=%7E*")
    #expect(try await sent(.form(["-._": " !'()+"])).text == "-._=+%21%27%28%29%2B")
    var flag = Request.Query()
    flag.items = [.init("flag", nil), .init("empty", "")]
    #expect(try await sent(.form(flag)).text == "flag=&empty=", "a form has no name alone")
    #expect(try await sent(.form(Request.Query(encoding: ["a": 1]))).text == "a=1")
  }

  @Test func aStreamIsSentAsItArrives() async throws {
    let stream = ByteStream(length: nil, once: chunks(["a", "", "bc"]))
    let sent = try await sent(.stream(stream, contentType: "text/csv"))
    #expect(sent.text == "abc" && sent.contentType == "text/csv")
  }

  @Test func aContentTypeOfTheRequestTakesThePlaceOfTheBodys() async throws {
    #expect(try await sent(.json(7), headers: ["content-type": "text/x"]).contentType == "text/x")
  }

  @Test func aContentTypeOfTheClientDoesNotTakeThePlaceOfTheBodys() async throws {
    let arrived = try await arrival(
      of: .post("/x", body: .form(["a": 1])), headers: ["Content-Type": "application/json"])
    #expect(arrived.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
  }

  @Test func aBrokenContentTypeIsNeverRepaired() async {
    for body in [
      Request.Body.text("x", contentType: "text/x\r\nEvil: 1"), .bytes(Data(), contentType: "a\0"),
    ] {
      #expect(await refusal(of: .post("/x", body: body))?.kind == .header)
    }
  }

  @Test func whatCantBeEncodedIsNotSentAndNotShown() async {
    for body in [Request.Body.json(["a": Fails()]), .form(Request.Query(encoding: ["a": Fails()]))] {
      let refused = await refusal(of: .post("/x", body: body))
      #expect(refused?.kind == .body)
      #expect(refused?.message.contains("can't be written (at a)") == true)
      #expect(refused?.message.contains("hunter2") == false)
      #expect(refused?.underlying is EncodingError)
    }
    struct Odd: Error {}
    struct Throws: Encodable {
      func encode(to encoder: any Encoder) throws { throw Odd() }
    }
    #expect(await refusal(of: .post("/x", body: .json(Throws())))?.underlying is Odd)
  }

  @Test func theRecordSaysTheLengthOfTheBody() async throws {
    let lengths: [(Request.Body, Int64?)] = [
      (.none, 0), (.bytes(Data(count: 5)), 5), (.json("ab"), 4), (.form(["a": 1]), 3),
      (.stream(ByteStream(length: nil, once: chunks(["a"]))), nil),
      (.stream(ByteStream(length: 1, once: chunks(["a"]))), 1),
    ]
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    for (body, length) in lengths {
      let response = try await client.response(
        to: Resource<Void, Never>(.post("/x", body: body), [.any(.noContent)]))
      #expect(response.request.bodyLength == length)
    }
  }

  @Test func descriptionAndMirrorShowNothingOfIt() {
    let bodies: [Request.Body] = [
      .text("hunter2"), .bytes(Data("hunter2".utf8)), .json("hunter2"), .form(["a": "hunter2"]), .none,
      .encoded(as: "application/x-secret") { Data("hunter2".utf8) },
    ]
    for body in bodies {
      var dumped = ""
      dump(body, to: &dumped)
      #expect(!"\(body)\(String(reflecting: body))\(dumped)".contains("hunter2"))
    }
    #expect(bodies[0].description == "7 bytes, text/plain; charset=utf-8")
    #expect(bodies[2].description == "application/json")
    #expect(bodies[4].description == "none")
    #expect(bodies[5].description == "application/x-secret")
  }
}
