import Foundation
@testable import Repartee
import TestSupport
import Testing

struct ResponseTests {
  private func response(
    _ body: Data, _ contentType: String? = nil, status: Int = 200, headers: HTTPFields = [:]
  ) async throws -> Response {
    var headers = headers
    headers[.contentType] = contentType
    let map: ResponseMap<Response, Never> = [.any(Outcome { response, _ in .success(response) })]
    return try await read(.status(status, headers: headers, body: body), map)
  }

  @Test func descriptionSaysStatusTypeAndSizeOnly() async throws {
    #expect(try await response(Data(), status: 204).description == "204 No Content, no body")
    let html = try await response(Data(count: 100_000), "text/html; charset=utf-8", status: 502)
    #expect(html.description == "502 Bad Gateway, text/html, 100 kB")
    #expect(try await response(Data("x".utf8), "junk", status: 299).description == "299, 1 byte")
  }

  @Test func mirrorShowsHeaderNamesAndNoValues() async throws {
    let shown = try await response(Data("hunter2".utf8), headers: [.setCookie: "a=hunter2"])
    var dumped = ""
    dump(shown, to: &dumped)
    #expect(dumped.contains("Set-Cookie") && !dumped.contains("hunter2"))
    #expect(!String(reflecting: shown).contains("hunter2"))
  }

  @Test func headAndBodyAreKeptAsReceived() async throws {
    let fields: HTTPFields = [.eTag: "\"x\"", .setCookie: "a", .setCookie: "b"]
    let response = try await response(Data("{}".utf8), "application/json", status: 418, headers: fields)
    #expect(response.status.code == 418)
    #expect(response.headers[.eTag] == "\"x\"")
    #expect(response.headers[fields: .setCookie].map(\.value) == ["a", "b"])
    #expect(response.body == Data("{}".utf8))
    #expect(response.contentType == MediaType("application/json"))
    #expect(response.request.description == "GET /x")
  }

  @Test func theIndicesOfTheBodyBeginAtZero() async throws {
    let slice = Data("0123456789".utf8).dropFirst(4)
    let whole = try await response(slice)
    #expect(whole.body.startIndex == 0 && whole.body == Data("456789".utf8))
  }

  @Test(arguments: [
    (1, "1 byte"), (0, "0 bytes"), (2, "2 bytes"), (999, "999 bytes"), (1_000, "1 kB"), (1_049, "1 kB"),
    (1_050, "1.1 kB"), (1_500, "1.5 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"), (10_400, "10 kB"),
    (999_499, "999 kB"), (999_500, "1 MB"), (1_500_000, "1.5 MB"), (64 << 20, "67 MB"),
    (999_500_000, "1 GB"), (2_000_000_000_000, "2 TB"), (2_000_000_000_000_000, "2000 TB"),
  ])
  func aNumberOfBytesIsShortForPeople(count: Int, text: String) {
    #expect(byteCount(count) == text)
  }
}

struct ResponseTextTests {
  private func text(_ bytes: [UInt8], _ charset: String?) async throws -> String? {
    let type = charset.map { "text/plain; charset=\($0)" } ?? "text/plain"
    let map: ResponseMap<String?, Never> = [.any(Outcome { response, _ in .success(response.text) })]
    let text = try await read(.bytes(Data(bytes), contentType: type), map)
    let decoded = await failure(
      .bytes(Data(bytes), contentType: type), [.any(.decode)] as ResponseMap<String, Never>)
    #expect((text == nil) == (decoded?.decodingError?.kind == .corrupted), ".decode agrees with .text")
    return text
  }

  @Test(arguments: [nil, "utf-8", "UTF8", "\"utf-8\"", "us-ascii", "ascii"])
  func textIsUTF8WithoutACharset(charset: String?) async throws {
    #expect(try await text(Array("grüß".utf8), charset) == "grüß")
    #expect(
      try await text([0xEF, 0xBB, 0xBF, 0x61], charset) == "a", "a byte order mark is none of the text")
    for invalid in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      #expect(try await text(invalid, charset) == nil)
    }
  }

  @Test(arguments: ["iso-8859-1", "ISO_8859-1", "latin1"])
  func latin1IsReadByteByByte(charset: String) async throws {
    #expect(try await text([0x67, 0xFC, 0xDF, 0xFF], charset) == "güßÿ")
  }

  @Test func utf16IsReadByItsMarkOrItsName() async throws {
    #expect(try await text([0xFE, 0xFF, 0x00, 0x67, 0x00, 0xFC], "utf-16") == "gü")
    #expect(try await text([0xFF, 0xFE, 0x67, 0x00, 0xFC, 0x00], "utf-16") == "gü")
    #expect(
      try await text([0x00, 0x67, 0x00, 0xFC], "utf-16") == "gü", "big-endian without a mark (RFC 2781)")
    #expect(try await text([0x00, 0x67, 0x00, 0xFC], "utf-16be") == "gü")
    #expect(try await text([0x67, 0x00, 0xFC, 0x00], "utf-16le") == "gü")
    for charset in ["utf-16", "utf-16be"] {
      #expect(try await text([0x00, 0x67, 0x00], charset) == nil, "half a unit")
      #expect(try await text([0xD8, 0x3D, 0x00, 0x67], charset) == nil, "half a pair")
    }
    #expect(try await text([0x67, 0x00, 0x3D, 0xD8], "utf-16le") == nil, "half a pair")
  }

  @Test func anUnknownCharsetIsAFailure() async throws {
    #expect(try await text([0x61], "ebcdic") == nil)
    let error = await failure(
      .bytes(Data([0x61]), contentType: "text/plain; charset=ebcdic"),
      [.any(.decode)] as ResponseMap<String, Never>)
    #expect(error?.decodingError?.message.contains("ebcdic") == true)
    #expect(error?.decodingError?.type == String.self)
  }
}
