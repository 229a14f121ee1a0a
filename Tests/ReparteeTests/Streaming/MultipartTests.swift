import Foundation
import Testing

@testable import Repartee

struct MultipartTests {
  private func parts(of form: MultipartForm) async throws -> [Part] {
    let arrived = try await arrival(of: .post("/x", body: .multipart(form)))
    let type = try #require(arrived.head.headerFields[.contentType])
    let mark = "multipart/form-data; boundary="
    try #require(type.hasPrefix(mark))
    return try Part.all(in: arrived.body, boundary: String(type.dropFirst(mark.count)))
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

  @Test func aBoundaryThatIsInAPartIsNotTaken() async throws {
    /// The same letter thirty times, then another one.
    struct Rigged: RandomNumberGenerator {
      var count = 0
      mutating func next() -> UInt64 {
        count += 1
        return count <= 30 ? 1 << 60 : 1 << 62
      }
    }
    var free = Rigged()
    guard case .multipart(_, let first) = Request.Body.multipart(MultipartForm(), using: &free).content else {
      Issue.record("it is no form")
      return
    }
    #expect(first.count == 30)
    for part in [("t", "x\(first)y"), ("n\(first)", "x")] {
      var form = MultipartForm()
      form.append(part.0, part.1)
      var rigged = Rigged()
      guard case .multipart(_, let second) = Request.Body.multipart(form, using: &rigged).content else {
        return
      }
      #expect(second != first && second.count == 30)
    }
  }

  @Test func theLengthIsKnownIfThatOfEveryPartIs() async throws {
    var form = MultipartForm()
    form.append("a", "x")
    form.append("b", .stream(ByteStream(length: 2, once: chunks(["yz"]))))
    let body = Request.Body.multipart(form)
    let stream = try #require(try body.encoded(with: JSONCoder()))
    #expect(!stream.isReplayable)
    let length = try #require(stream.length)
    #expect(try await stream.collect(upTo: 1 << 20).count == Int(length))

    form.append("c", .stream(ByteStream(length: nil, replayable: chunks(["u"]))))
    #expect(try Request.Body.multipart(form).encoded(with: JSONCoder())?.length == nil)
  }

  @Test func aLengthThatNoNumberHoldsIsUnknown() async throws {
    var form = MultipartForm()
    for name in ["a", "b"] {
      form.append(name, .stream(ByteStream(length: .max, replayable: chunks(["x"]))))
    }
    #expect(try Request.Body.multipart(form).encoded(with: JSONCoder())?.length == nil)
  }

  @Test func aFormOfReplayablePartsCanBeSentAgainAndIsTheSame() async throws {
    var form = MultipartForm()
    form.append("a", "x")
    form.append("b", .stream(ByteStream(length: nil, replayable: chunks(["y", "z"]))))
    let stream = try #require(try Request.Body.multipart(form).encoded(with: JSONCoder()))
    #expect(stream.isReplayable)
    let first = try await stream.collect(upTo: 1 << 20)
    #expect(try await stream.collect(upTo: 1 << 20) == first)
  }

  @Test func anyFormIsReadBack() async throws {
    try await forAll(runs: 100) { generator in
      let texts = generator.array(0...5) { ($0.text(), $0.text(0...40)) }
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
