import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// The types of multipart bodies, their boundary, and the fields of their parts.
struct MultipartFormTypeTests {
  private static var form: MultipartForm {
    var form = MultipartForm()
    form.append("a", "x")
    return form
  }

  /// The Content-Type that arrives, whose boundary is that of the body.
  private func type(of request: Request, _ change: (inout Client) -> Void = { _ in }) async throws -> String?
  {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    change(&client)
    try await client.send(Resource<Void, Never>(request, [.any(.noContent)]))
    let arrived = try #require(arrivals.all.first)
    guard let type = arrived.head.headerFields[.contentType] else { return nil }
    guard MediaType(type)?.type == "multipart" else { return type }
    let boundary = try #require(MediaType(type)?.parameters["boundary"])
    #expect(arrived.bytes.starts(with: Data("--\(boundary)\r\n".utf8)))
    #expect(type.components(separatedBy: boundary).count == 2, "once")
    return type.replacingOccurrences(of: boundary, with: "B")
  }

  @Test(arguments: [
    ("multipart/form-data", "multipart/form-data; boundary=B"),
    ("multipart/form-data; boundary=mine", "multipart/form-data; boundary=B"),
    (
      "Multipart/Form-Data;BOUNDARY=\"my; boundary\"; charset=utf-8",
      "Multipart/Form-Data; charset=utf-8; boundary=B"
    ),
    ("multipart/mixed; a=\"b;c\";", "multipart/mixed; a=\"b;c\"; boundary=B"),
    ("multipart/form-data; boundary", "multipart/form-data; boundary=B"),
    ("multipart/form-data; boundary=a; boundary=b", "multipart/form-data; boundary=B"),
    ("application/x-own", "application/x-own"), ("multipart", "multipart"),
  ])
  func aContentTypeOfOnesOwnGetsTheBoundary(own: String, sent: String) async throws {
    let body = Request.Body.multipart(Self.form)
    #expect(try await type(of: .post("/x", headers: ["Content-Type": own], body: body)) == sent)
    #expect(
      try await type(of: .post("/x", body: body)) {
        $0.stages.append(SettingType(value: own))
      } == sent)
    #expect(
      try await type(of: .post("/x", body: body)) {
        $0.authentication = .signing { $0.headers[.contentType] = own }
      } == sent)
  }

  @Test func whatIsNotReplacedStays() async throws {
    let body = Request.Body.multipart(Self.form)
    #expect(try await type(of: .post("/x", headers: ["Content-Type": nil], body: body)) == nil)
    #expect(
      try await type(of: .post("/x", body: body)) { $0.headers = ["Content-Type": "text/plain"] }
        == "multipart/form-data; boundary=B")
    // A body of a middleware's own has its own boundary.
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.stages.append(SettingType(value: "multipart/mixed; boundary=own", body: "--own--\r\n"))
    try await client.send(Resource<Void, Never>(.post("/x", body: body), [.any(.noContent)]))
    #expect(arrivals.all.first?.head.headerFields[.contentType] == "multipart/mixed; boundary=own")
  }

  @Test func aBodyThatIsSentAgainKeepsItsBoundary() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.path == "/x" ? .status(307, headers: [.location: "/y"]) : .status(200)
      })
    try await client.send(
      Resource<Void, Never>(
        .post("/x", headers: ["Content-Type": "multipart/mixed"], body: .multipart(Self.form)),
        [.code(200, .noContent)]))
    let types = arrivals.all.map { $0.head.headerFields[.contentType] }
    #expect(
      types.count == 2 && types[0] == types[1] && types[0]?.contains("multipart/mixed; boundary=") == true)
  }

  private func text(_ form: MultipartForm, _ type: String) async throws -> (type: String, body: String) {
    let arrived = try await arrival(of: .post("/x", body: .multipart(form, type: type)))
    let type = try #require(arrived.head.headerFields[.contentType])
    let boundary = try #require(MediaType(type)?.parameters["boundary"])
    return (
      type.replacingOccurrences(of: boundary, with: "B"),
      String(decoding: arrived.bytes, as: UTF8.self).replacingOccurrences(of: boundary, with: "B")
    )
  }

  @Test func relatedPartsHaveFieldsOfTheirOwnAndNoDisposition() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "sea.jpg")
      try Data("JPEG".utf8).write(to: file)
      var parts = MultipartForm()
      parts.append(.json(["a": 1]), headers: ["Content-ID": "<meta>"])
      parts.append(.file(file, contentType: "image/jpeg"), headers: ["Content-Location": "sea.jpg"])
      parts.append("named", .text("x"), filename: "f", headers: ["Content-Type": "text/css"])
      let (type, body) = try await text(parts, "multipart/related")
      #expect(type == "multipart/related; type=\"application/json\"; boundary=B")
      #expect(
        body
          == "--B\r\nContent-Type: application/json\r\nContent-ID: <meta>\r\n\r\n{\"a\":1}\r\n"
          + "--B\r\nContent-Type: image/jpeg\r\nContent-Location: sea.jpg\r\n\r\nJPEG\r\n"
          + "--B\r\nContent-Type: text/css\r\n\r\nx\r\n--B--\r\n")
    }
  }

  @Test func theTypeOfTheRootIsAdded() async throws {
    var parts = MultipartForm()
    parts.append(.text("x"), headers: ["Content-ID": "<a>"])
    parts.append(.json(1), headers: ["Content-ID": "<b>"])
    #expect(
      try await text(parts, "multipart/related; start=\"<b>\"").type
        == "multipart/related; start=\"<b>\"; type=\"application/json\"; boundary=B")
    #expect(
      try await text(parts, "multipart/related; type=\"text/xml\"; boundary=z").type
        == "multipart/related; type=\"text/xml\"; boundary=B")
    #expect(try await text(parts, "multipart/mixed").type == "multipart/mixed; boundary=B")
    #expect(try await text(MultipartForm(), "multipart/related").type == "multipart/related; boundary=B")
  }

  @Test func fieldsOfAPartInAFormStandBesideItsName() async throws {
    var form = MultipartForm()
    form.append("a", .text("x", contentType: "text/plain"), headers: ["Content-ID": "<1>"])
    form.append(.text("y"), headers: ["Content-Disposition": "form-data; name=b", "Content-Type": nil])
    var inner = MultipartForm()
    inner.append(.text("z"))
    form.append(
      "c", .multipart(inner, type: "multipart/mixed"), headers: ["Content-Type": "multipart/parallel"])
    let body = try await text(form, "multipart/form-data").body
    #expect(body.contains("name=\"a\"\r\nContent-Type: text/plain\r\nContent-ID: <1>\r\n\r\nx\r\n"))
    #expect(body.contains("--B\r\nContent-Disposition: form-data; name=b\r\n\r\ny\r\n"))
    #expect(body.contains("name=\"c\"\r\nContent-Type: multipart/parallel; boundary="))
  }

  @Test func whatCantBeSentIsRefused() async {
    func refused(_ type: String = "multipart/form-data", _ make: (inout MultipartForm) -> Void) async
      -> String?
    {
      var form = MultipartForm()
      make(&form)
      let error = await refusal(of: .post("/x", body: .multipart(form, type: type)))
      #expect(error?.kind == .body)
      return error?.message
    }
    #expect(await refused { $0.append("a\u{0}b", "x") }?.contains("NUL") == true)
    #expect(await refused { $0.append("a", .none, filename: "\u{0}") }?.contains("NUL") == true)
    #expect(await refused { $0.append(.none) }?.contains("name") == true)
    #expect(await refused { $0.append("a", .none, headers: ["X": "a\r\nEvil: b"]) }?.contains("X") == true)
    #expect(await refused { $0.append("a", .none, headers: ["a b": "c"]) } != nil)
    for type in ["text/plain", "multipart", "", "multipart/", "multi part/x"] {
      #expect(await refused(type) { $0.append("a", "x") } != nil)
    }
    #expect(
      await refusal(of: .post("/x", body: .multipart(Self.form, type: "multipart/x; a=\r\nEvil: b")))?.kind
        == .header)
  }
}

private struct SettingType: Stage {
  var value: String
  var body: String?

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers[.contentType] = value
    if let body { request.body = ByteStream(Data(body.utf8)) }
    return try await next(request)
  }
}
