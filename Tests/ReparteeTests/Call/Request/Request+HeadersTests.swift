import Foundation
import TestSupport
import Testing

@testable import Repartee

struct RequestHeadersTests {
  private let invalidNames = ["", "X Y", "X:Y", ":path", "X\r\nY", "X\nEvil: 1", "X\0", "Ä", "X-(y)"]
  private let invalidValues = [
    "a\r\nEvil: 1", "a\rb", "a\n", "\nb", "a\0", "\u{D}\u{A}", "a\u{1}b", "\u{7F}",
  ]

  @Test func theClientsFieldsGoWithEveryRequestAndARequestsOwnReplaceThem() async throws {
    let headers: Request.Headers = ["X-A": "client", "X-B": "client", "Accept-Language": "de"]
    let arrived = try await arrival(of: .get("/x", headers: ["x-a": "request"]), headers: headers).head
    #expect(arrived.headerFields[fields: try #require(.init("X-A"))].map(\.value) == ["request"])
    #expect(arrived.headerFields[try #require(.init("x-b"))] == "client")
    #expect(arrived.headerFields[.acceptLanguage] == "de")
  }

  @Test func oneNameCanHaveSeveralFields() async throws {
    var own: Request.Headers = ["X-Tag": "a", "X-Tag": "b"]
    own.append("x-tag", "c")
    let arrived = try await arrival(of: .get("/x", headers: own), headers: ["X-Tag": "client"]).head
    let name = try #require(HTTPField.Name("X-Tag"))
    #expect(arrived.headerFields[fields: name].map(\.value) == ["a", "b", "c"])
    #expect(own["X-TAG"] == "a, b, c")
    #expect(own[name] == "a, b, c")
  }

  @Test func settingReplacesAndNilRemoves() throws {
    var headers: Request.Headers = ["A": "1", "B": "2", "a": "3", "C": nil]
    #expect(headers["C"] == nil)
    headers["A"] = "4"
    #expect(headers.fields.map { "\($0.name.rawName)=\($0.value)" } == ["A=4", "B=2"], "the order is kept")
    headers["b"] = nil
    #expect(headers.fields.map(\.value) == ["4"])
    headers[.ifNoneMatch] = "\"x\""
    #expect(headers["if-none-match"] == "\"x\"")
    headers[.ifNoneMatch] = nil
    #expect(headers[.ifNoneMatch] == nil)
    #expect(Request.Headers(headers.fields).fields == headers.fields)
    #expect(Request.Headers().fields.isEmpty)
  }

  @Test func aValueMayBeMoreThanText() throws {
    let tag = try #require(EntityTag("W/\"7\""))
    let other = try #require(EntityTag("\"8\""))
    let (missing, present): (String?, String?) = (nil, "p")
    let (noTag, noNumber): (EntityTag?, Int?) = (nil, nil)
    let date = Date(timeIntervalSince1970: 784_111_777)
    let headers: Request.Headers = [
      "If-Match": tag, "If-None-Match": [tag, other], "If-Modified-Since": date, "X-Page": 2, "X-Text": "t",
      "X-Sub": "abc".dropFirst(), "X-Missing": missing, "X-Present": present, "X-Nil": nil, "X-No-Tag": noTag,
      "X-No-Number": noNumber, "Content-Type": MediaType("text/html; b=\"x y\"; A=1; c=\"\""),
      "Accept": MediaRange.any, "X-Inter": "a\(1)",
    ]
    #expect(
      headers.fields.map { "\($0.name.rawName): \($0.value)" } == [
        "If-Match: W/\"7\"", "If-None-Match: W/\"7\", \"8\"",
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
        "X-Page: 2", "X-Text: t", "X-Sub: bc", "X-Present: p",
        "Content-Type: text/html; a=1; b=\"x y\"; c=\"\"",
        "Accept: */*", "X-Inter: a1",
      ])
    #expect(
      try headers.isLeftOut(#require(.init("x-missing"))) && headers.isLeftOut(#require(.init("X-NO-TAG"))))
  }

  @Test func aTagIsSetLikeAText() throws {
    let tag = try #require(EntityTag("\"7\""))
    var headers = Request.Headers()
    headers[.ifMatch] = tag
    headers["If-None-Match"] = [tag, tag]
    headers["X-Optional"] = tag as EntityTag?
    headers.append("X-Number", 5)
    #expect(headers[.ifMatch] == "\"7\"" && headers["if-none-match"] == "\"7\", \"7\"")
    #expect(headers["X-Optional"] == "\"7\"" && headers["X-Number"] == "5")
    let text = headers[.ifMatch]
    #expect(text?.count == 3, "what is read is text")
    headers[.ifMatch] = nil
    headers["X-Optional"] = nil as EntityTag?
    #expect(headers[.ifMatch] == nil && headers.isLeftOut(.ifMatch))
    #expect(try headers.isLeftOut(#require(.init("X-Optional"))))
    headers[.ifMatch] = text
    #expect(headers[.ifMatch] == "\"7\"")
  }

  @Test func aMediaTypeIsWrittenAsItIsRead() async throws {
    await forAll(runs: 1_000) { generator in
      guard let type = MediaType(generator.mangled("text/html; charset=\"utf\\\"-8\"; q=1")) else { return }
      let again = MediaType(type.headerValue)
      #expect(again == type, "\(type.headerValue.debugDescription)")
    }
  }

  @Test func aFieldIsLeftOutFromItsNilUntilItIsSetAgain() throws {
    var headers: Request.Headers = ["Accept": nil]
    #expect(headers.isLeftOut(.accept) && !headers.isLeftOut(.contentType))
    headers[.contentType] = "text/csv"
    #expect(!headers.isLeftOut(.contentType))
    headers["content-type"] = nil
    #expect(headers.isLeftOut(.contentType))
    headers.append("Accept", "text/csv")
    #expect(!headers.isLeftOut(.accept))
    headers["Accept"] = nil
    headers["Accept"] = "a\nb"
    #expect(!headers.isLeftOut(.accept), "it is wrong, and not left out")
    headers["Accept"] = nil
    #expect(headers.isLeftOut(.accept))
  }

  @Test func anInvalidNameIsNeverSent() async throws {
    for name in invalidNames {
      var appended = Request.Headers()
      appended.append(name, "v")
      var set = Request.Headers()
      set[name] = "v"
      for headers in [appended, set, [name: "v"]] {
        let refused = await refusal(of: .get("/x", headers: headers))
        #expect(refused?.kind == .header, "\(name.debugDescription)")
        let inClient = await refusal(of: .get("/x"), headers: headers)
        #expect(inClient?.kind == .header)
        #expect(refused?.message.contains { $0.isNewline } == false)
      }
    }
  }

  @Test func anInvalidValueIsNeverRepairedAndNeverShown() async throws {
    for value in invalidValues {
      var appended = Request.Headers()
      appended.append("X-Secret", "hunter2\(value)")
      var set: Request.Headers = ["X-Secret": "valid"]
      set["X-Secret"] = "hunter2\(value)"
      var typed = Request.Headers()
      typed[.authorization] = "hunter2\(value)"
      for headers in [appended, set, typed] {
        let refused = await refusal(of: .get("/x", headers: headers))
        #expect(refused?.kind == .header)
        #expect(refused?.message.contains("hunter2") == false)
        #expect(await refusal(of: .get("/x"), headers: headers)?.kind == .header)
      }
      #expect(await refusal(of: .get("/x", headers: appended))?.message.contains("X-Secret") == true)
    }
  }

  @Test func aFaultIsGoneWhenItsFieldIsSetAnewOrRemoved() async throws {
    var headers: Request.Headers = ["X-A": "a\nb", "X B": "c"]
    headers["X-A"] = "valid"
    headers["X B"] = nil
    let name = try #require(HTTPField.Name("X-A"))
    #expect(try await arrival(of: .get("/x", headers: headers)).head.headerFields[name] == "valid")
    headers["X-A"] = "a\nb"
    headers["x-a"] = nil
    #expect(try await arrival(of: .get("/x", headers: headers)).head.headerFields[name] == nil)
  }

  @Test(arguments: ["Host", "content-length", "Transfer-Encoding"])
  func framingFieldsAreRefusedWhereverTheyAreSet(name: String) async {
    #expect(await refusal(of: .get("/x", headers: [name: "1"]))?.kind == .header)
    let refused = await refusal(of: .get("/x"), headers: [name: "1"])
    #expect(refused?.kind == .header)
    #expect(refused?.message.contains(name.lowercased()) == true)
  }

  @Test func descriptionAndMirrorShowNamesAndNoValues() {
    let headers: Request.Headers = ["Authorization": "hunter2", "X-A": "b", "X B": "hunter2"]
    var dumped = ""
    dump(headers, to: &dumped)
    for shown in [headers.description, String(reflecting: headers), dumped] {
      #expect(shown.contains("Authorization") && shown.contains("X-A"))
      #expect(!shown.contains("hunter2"))
    }
  }

  @Test func anyValueArrivesAsItIsOrNotAtAll() async throws {
    let name = try #require(HTTPField.Name("X-Value"))
    await forAll { generator in
      let value = generator.text().trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      let result = try? await arrival(of: .get("/x", headers: ["X-Value": value]))
      let isInvalid = value.unicodeScalars.contains {
        $0.isASCII && $0.properties.generalCategory == .control && $0 != "\t"
      }
      #expect(result?.head.headerFields[name] == (isInvalid ? nil : value))
    }
  }
}

struct RequestHeadersNilTests {
  @Test func nilLeavesOutAFieldThatTheClientHas() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api, transport: arrivals.transport { _ in .status(204) },
      headers: ["X-Api-Key": "k", "X-Kept": "yes"])
    var headers = Request.Headers()
    headers["x-api-key"] = nil
    for headers in [["x-api-key": nil], headers, [:]] {
      try await client.send(Resource<Void, Never>(.get("/x", headers: headers), [.any(.noContent)]))
    }
    let sent = arrivals.all.map { $0.head.headerFields.map { "\($0.name.rawName): \($0.value)" } }
    let without = ["X-Kept: yes", "Accept: */*"]
    #expect(sent == [without, without, ["X-Api-Key: k"] + without])
  }

  @Test func nilLeavesOutWhatTheLibraryWouldAdd() async throws {
    let body = Request.Body.json(["a": 1])
    let plain = try await arrival(of: .post("/x", body: body)).head.headerFields
    #expect(plain[.accept] == "*/*" && plain[.contentType] == "application/json")
    var request = Request.post("/x", headers: ["Accept": nil, "Content-Type": nil], body: body)
    let bare = try await arrival(of: request, headers: ["Content-Type": "text/html"]).head.headerFields
    #expect(bare[.accept] == nil && bare[.contentType] == nil)
    request.headers[.contentType] = "text/plain"
    #expect(try await arrival(of: request).head.headerFields[.contentType] == "text/plain")
  }

  @Test func aLongContentTypeIsSentWhole() throws {
    let type = try #require(MediaType("\(String(repeating: "b", count: 130))/html; a=1"))
    #expect(MediaType(type.headerValue) == type)
  }
}
