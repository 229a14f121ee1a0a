import Foundation
import Repartee
import Testing

/// Forms that httpbin reads, with Werkzeug's parser, and that it hands back as it got them, when they are called
/// another type.
@Suite(.enabled(if: Httpbin.isRunning, "REPARTEE_HTTPBIN is not set; Scripts/integration starts one"))
struct MultipartTests {
  @Test(
    arguments: Wire.allCases,
    [
      ("sea.jpg", "sea.jpg"),
      (#"a"; name="b"#, #"a%22; name=%22b"#),
      ("a\r\nContent-Type: text/html\r\n\r\n<b>", "a%0D%0AContent-Type: text/html%0D%0A%0D%0A<b>"),
      ("a\rb\nc", "a%0Db%0Ac"),
      (#"C:\sea.jpg"#, #"C:\sea.jpg"#),
      ("größe 海 👩‍🚀.jpg", "größe 海 👩‍🚀.jpg"),
      ("a;b=c,d.jpg", "a;b=c,d.jpg"),
      ("../../etc/passwd", "../../etc/passwd"),
      ("", ""),
      (String(repeating: "長", count: 30_000), String(repeating: "長", count: 30_000)),
    ])
  func aFilenameIsOneParameter(over wire: Wire, name: (given: String, written: String)) async throws {
    let client = wire.client(of: Httpbin.baseURL)
    var form = MultipartForm()
    form.append("photo", .text("the sea", contentType: "text/plain"), filename: name.given)
    form.append("next", "one")

    let received = try await client.send(Post(form))
    #expect(received.files == ["photo": "the sea"])
    #expect(received.form == ["next": ["one"]])

    let raw = try await client.send(Post(form)) { $0.headers[.contentType] = "text/plain" }.data
    let head =
      "Content-Disposition: form-data; name=\"photo\"; filename=\"\(name.written)\"\r\nContent-Type: text/plain\r\n\r\n"
    #expect(raw.unicodeScalars.firstRange(of: head.unicodeScalars) != nil)
  }

  @Test(
    arguments: Wire.allCases,
    [
      ("title", "title"),
      // `%22` is a quote again, as browsers mean it; `%0D` and `%0A` stay as they are.
      (#"a"; filename="b"#, #"a"; filename="b"#),
      ("a\r\nb", "a%0D%0Ab"),
      ("größe 海 👩‍🚀;a=b", "größe 海 👩‍🚀;a=b"),
      ("", ""),
      // What looks like an escape is taken for one, as browsers write none: `%22`, and a backslash.
      ("a%22b", #"a"b"#),
      (#"a\b"#, "ab"),
    ])
  func aNameIsReadByTheServer(over wire: Wire, name: (given: String, read: String)) async throws {
    var form = MultipartForm()
    form.append(name.given, "one")
    form.append("next", "two")
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.form == [name.read: ["one"], "next": ["two"]])
    #expect(received.files.isEmpty)
  }

  /// Werkzeug takes the backslash for an escape of the quote: the filename never ends, and counts as none.
  @Test(arguments: Wire.allCases)
  func aBackslashAtTheEndOfAFilenameHidesIt(over wire: Wire) async throws {
    var form = MultipartForm()
    form.append("photo", .text("the sea"), filename: #"C:\"#)
    form.append("next", "one")
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.form == ["photo": ["the sea"], "next": ["one"]])
    #expect(received.files.isEmpty)
  }

  @Test(arguments: Wire.allCases) func fieldsOfOneNameStayInOrder(over wire: Wire) async throws {
    var form = MultipartForm()
    for tag in ["swift", "", "http", "swift"] { form.append("tag", tag) }
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.form == ["tag": ["swift", "", "http", "swift"]])
  }

  @Test(
    arguments: Wire.allCases,
    [
      "", "\r\n", "\r\n\r\nx\r\n", "--", "\r\n--\r\n", "\r\n--x--\r\n",
      "\r\n--\r\nContent-Disposition: form-data; name=\"evil\"\r\n\r\nx",
    ])
  func aValueIsNoBoundary(over wire: Wire, value: String) async throws {
    var form = MultipartForm()
    form.append("value", value)
    form.append("next", "one")
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.form == ["value": [value], "next": ["one"]])
  }

  /// The boundary of an earlier form, which another one must not be taken in by.
  @Test(arguments: Wire.allCases) func aFormMayHoldAnother(over wire: Wire) async throws {
    var inner = MultipartForm()
    inner.append("evil", "x")
    let client = wire.client(of: Httpbin.baseURL)
    let text = try await client.send(Post(inner)) { $0.headers[.contentType] = "text/plain" }.data
    var form = MultipartForm()
    form.append("value", text)
    let received = try await client.send(Post(form))
    #expect(received.form == ["value": [text]])
  }

  @Test(arguments: Wire.allCases) func aFileIsStreamedWithItsLength(over wire: Wire) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "numbers.txt")
      try Data(numbers.utf8).write(to: file)
      var form = MultipartForm()
      form.append("title", "Numbers")
      form.append("file", .file(file, contentType: "text/plain"), filename: "numbers.txt")
      let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
      #expect(received.files == ["file": numbers])
      #expect(received.form == ["title": ["Numbers"]])
      #expect(received.headers["Content-Length"].flatMap { Int($0) } ?? 0 > numbers.utf8.count)
    }
  }

  @Test(arguments: Wire.allCases) func aPartWithoutALengthMakesChunks(over wire: Wire) async throws {
    let pieces = Pieces(bytes: Data(numbers.utf8), size: 10_000)
    var form = MultipartForm()
    form.append("file", .stream(once: pieces, length: nil, contentType: "text/plain"), filename: "a")
    form.append("title", "Numbers")
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.files == ["file": numbers])
    #expect(received.form == ["title": ["Numbers"]])
    #expect(received.headers["Transfer-Encoding"] == (wire.sendsInChunks ? "chunked" : nil))
  }

  @Test(arguments: Wire.allCases) func bytesAreBytes(over wire: Wire) async throws {
    let bytes = Data(0...255) + Data("\r\n--".utf8)
    var form = MultipartForm()
    form.append("photo", .bytes(bytes, contentType: "image/png"), filename: "a.png")
    let received = try await wire.client(of: Httpbin.baseURL).send(Post(form))
    #expect(received.files == ["photo": "data:image/png;base64,\(bytes.base64EncodedString())"])
  }

  private let numbers = (1...50_000).map { "\($0)\n" }.joined()
}

/// httpbin says what it got: the files without their names, and of those of one field the first only.
private struct Post: Endpoint {
  struct Received: Decodable {
    var form: [String: OneOrMore]
    var files: [String: String]
    var data: String
    var headers: [String: String]
  }

  var form: MultipartForm

  init(_ form: MultipartForm) { self.form = form }

  var request: Request { .post("/post", body: .multipart(form)) }

  static let responses: ResponseMap<Received, Never> = [.code(200, .decode)]
}
