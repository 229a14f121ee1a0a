import Foundation
import ReparteeBase
import TestSupport
import Testing

@testable import Repartee

struct MultipartFormTests {
  private func parts(of form: MultipartForm) async throws -> [Part] {
    let arrived = try await arrival(of: .post("/x", body: .multipart(form)))
    let type = try #require(arrived.head.headerFields[.contentType])
    let mark = "multipart/form-data; boundary="
    try #require(type.hasPrefix(mark))
    return try Part.all(in: arrived.bytes, boundary: String(type.dropFirst(mark.count)))
  }

  @Test func textsAndFilesArriveInOrder() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "sea.jpg")
      try Data([0xFF, 0xD8, 0x0D, 0x0A]).write(to: file)
      var form = MultipartForm()
      form.append("title", "Holidays\r\n--x")
      form.append("photo", .file(file, contentType: "image/jpeg"), filename: "sea.jpg")
      form.append("meta", .json(["a": 1]))
      form.append("title", "")
      form.append("none", .none)
      let parts = try await parts(of: form)
      #expect(parts.map(\.name) == ["title", "photo", "meta", "title", "none"])
      #expect(parts.map(\.filename) == [nil, "sea.jpg", nil, nil, nil])
      #expect(parts.map(\.contentType) == [nil, "image/jpeg", "application/json", nil, nil])
      #expect(parts[0].body == Data("Holidays\r\n--x".utf8))
      #expect(parts[1].body == Data([0xFF, 0xD8, 0x0D, 0x0A]))
      #expect(parts[2].body == Data(#"{"a":1}"#.utf8))
      #expect(parts[3].body.isEmpty && parts[4].body.isEmpty)
    }
  }

  @Test func aFileFromMemoryHasItsNameAndType() async throws {
    var form = MultipartForm()
    form.append("photo", Data([0xFF, 0xD8]), filename: "sea.jpg", contentType: "image/jpeg")
    form.append("raw", Data(), filename: "a\"b")
    let parts = try await parts(of: form)
    #expect(parts.map(\.filename) == ["sea.jpg", "a%22b"] && parts[0].body == Data([0xFF, 0xD8]))
    #expect(parts.map(\.contentType) == ["image/jpeg", "application/octet-stream"])
  }

  @Test func aFormWithoutPartsIsOnlyItsEnd() async throws {
    #expect(try await parts(of: MultipartForm()).isEmpty)
  }

  @Test(arguments: [
    #"a"; filename="evil.sh"#, "a\r\nContent-Type: text/html\r\n\r\n<script>", "ä/../€ 👩‍🚀.txt", #"back\slash"#,
    "%22", "a;b=c", "",
  ])
  func aHostileNameIsANameAndNothingElse(name: String) async throws {
    var form = MultipartForm()
    form.append(name, .bytes(Data("x".utf8)), filename: name)
    form.append("next", "y")
    let parts = try await parts(of: form)
    let written = name.replacingOccurrences(of: "\"", with: "%22")
      .replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
    #expect(parts.map(\.name) == [written, "next"] && parts[0].filename == written)
    #expect(parts[0].contentType == "application/octet-stream" && parts[0].body == Data("x".utf8))
  }

  @Test func aBrokenContentTypeOfAPartIsRefused() async {
    var form = MultipartForm()
    form.append("a", .text("x", contentType: "text/x\r\nEvil: 1"))
    #expect(await refusal(of: .post("/x", body: .multipart(form)))?.kind == .body)
  }

  private func encoded(_ form: MultipartForm) throws -> Request.Body.Encoded {
    try Request.Body.multipart(form).encoded(with: JSONCoder(), randomness: { 0 })
  }

  @Test(arguments: [0, 1, UInt64.max]) func aBoundaryThatIsInAPartIsNotTaken(bits: UInt64) throws {
    func boundary(of form: MultipartForm) throws -> String {
      let body = try Request.Body.multipart(form).encoded(with: JSONCoder(), randomness: { bits })
      return try #require(body.contentType?.components(separatedBy: "boundary=").last)
    }
    let first = try boundary(of: MultipartForm())
    #expect(first.count == 30)
    var bad = MultipartForm()
    bad.append("n\(first)", "x")
    // Randomness that is always the same doesn't keep it from ending.
    bad.append("t", (1...9).map { "\(first)\($0)" }.joined(separator: " "))
    #expect(try boundary(of: bad) == first + "10")
  }

  @Test func theBoundaryIsMadeOfTheRandomnessOfTheClient() async throws {
    let next = Mutex<UInt64>(0)
    var client = Client(baseURL: "http://api.example", transport: InMemoryTransport { _ in .status(200) })
    client.randomness = {
      next.withLock { bits in
        defer { bits += 1 }
        return bits
      }
    }
    var inner = MultipartForm()
    inner.append("a", "x")
    var form = MultipartForm()
    form.append("inner", .multipart(inner))
    let resource = Resource<Void, Never>(.post("/x", body: .multipart(form)), [.success(.noContent)])
    for first in [0, 6] {
      let request = try await client.response(to: resource).request
      let letters = Array("ABCDEFGHIJKL").map(String.init)
      // Three words each, the inner one's first; the lowest bits of a word go first.
      let boundary = (first + 3..<first + 6).map { letters[$0] + String(repeating: "A", count: 9) }.joined()
      #expect(request.headers[.contentType] == "multipart/form-data; boundary=\(boundary)")
    }
    #expect(next.withLock { $0 } == 12)
  }

  @Test func aFormWithinAFormHasItsOwnBoundary() async throws {
    var inner = MultipartForm()
    inner.append("a", "x")
    var form = MultipartForm()
    form.append("inner", .multipart(inner))
    let part = try #require(try await parts(of: form).first)
    let mark = "multipart/form-data; boundary="
    let type = try #require(part.contentType)
    #expect(type.hasPrefix(mark))
    let found = try Part.all(in: part.body, boundary: String(type.dropFirst(mark.count)))
    #expect(found.map(\.name) == ["a"] && found.map(\.body) == [Data("x".utf8)])
  }

  @Test func theLengthIsKnownIfThatOfEveryPartIs() async throws {
    var form = MultipartForm()
    form.append("a", "x")
    form.append("b", .stream(ByteStream(length: 2, once: chunks(["yz"]))))
    let stream = try #require(try encoded(form).stream)
    #expect(!stream.isReplayable)
    let length = try #require(stream.length)
    #expect(try await stream.collect(upTo: 1 << 20).count == Int(length))

    form.append("c", .stream(ByteStream(length: nil, replayable: chunks(["u"]))))
    #expect(try encoded(form).stream?.length == nil)
  }

  @Test func aLengthThatNoNumberHoldsIsUnknown() async throws {
    var form = MultipartForm()
    for name in ["a", "b"] {
      form.append(name, .stream(ByteStream(length: .max, replayable: chunks(["x"]))))
    }
    #expect(try encoded(form).stream?.length == nil)
  }

  @Test func aFormOfReplayablePartsCanBeSentAgainAndIsTheSame() async throws {
    var form = MultipartForm()
    form.append("a", "x")
    form.append("b", .stream(ByteStream(length: nil, replayable: chunks(["y", "z"]))))
    let stream = try #require(try encoded(form).stream)
    #expect(stream.isReplayable)
    let first = try await stream.collect(upTo: 1 << 20)
    #expect(try await stream.collect(upTo: 1 << 20) == first)
  }

  @Test func anyFormIsReadBack() async throws {
    try await forAll(runs: 100) { generator in
      let texts = generator.array(0...5) { generator in
        // Scalars: as characters, some marks hide the NUL before them.
        (String(generator.text().unicodeScalars.filter { $0 != "\0" }), generator.text(0...40))
      }
      var form = MultipartForm()
      for (name, text) in texts { form.append(name, text) }
      let parts = try await parts(of: form)
      #expect(parts.map { Array($0.body) } == texts.map { Array($0.1.utf8) })
    }
  }
}

/// A part as a strict reader of RFC 2046, section 5.1.1, sees it.
private struct Part {
  var name: String?
  var filename: String?
  var contentType: String?
  var body: Data

  struct Malformed: Error {}

  static func all(in body: Data, boundary: String) throws -> [Part] {
    let delimiter = Data("\r\n--\(boundary)".utf8)
    var rest = Data("\r\n".utf8) + body
    guard let first = rest.range(of: delimiter), first.lowerBound == 0 else { throw Malformed() }
    rest = Data(rest[first.upperBound...])
    var parts: [Part] = []
    while rest.starts(with: Data("\r\n".utf8)) {
      guard let end = rest.range(of: delimiter) else { throw Malformed() }
      parts.append(try Part(Data(rest[2..<end.lowerBound])))
      rest = Data(rest[end.upperBound...])
    }
    guard rest == Data("--\r\n".utf8) else { throw Malformed() }
    return parts
  }

  private init(_ bytes: Data) throws {
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { throw Malformed() }
    body = Data(bytes[end.upperBound...])
    // Latin-1, so that a character is a byte.
    let head = String(String.UnicodeScalarView(bytes[..<end.lowerBound].map { Unicode.Scalar($0) }))
    func utf8(_ text: String) -> String {
      String(decoding: text.unicodeScalars.map { UInt8($0.value) }, as: UTF8.self)
    }
    for line in head.components(separatedBy: "\r\n") {
      let parts = line.components(separatedBy: ": ")
      let value = parts.dropFirst().joined(separator: ": ")
      switch parts[0] {
      case "Content-Type": contentType = value
      case "Content-Disposition":
        guard value.hasPrefix("form-data; name=\"") else { throw Malformed() }
        let quoted = value.components(separatedBy: "\"")
        name = utf8(quoted[1])
        if quoted.count > 3 {
          guard quoted[2] == "; filename=", quoted.count == 5 else { throw Malformed() }
          filename = utf8(quoted[3])
        }
      default: throw Malformed()
      }
    }
  }
}
