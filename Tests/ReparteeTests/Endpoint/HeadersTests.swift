import Foundation
import Repartee
import Testing

struct HeadersTests {
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

struct ClientHeaderTests {
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
}
