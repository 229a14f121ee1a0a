import Foundation
import Repartee
import TestSupport
import Testing

/// Text by its declared charset; invalid bytes are a failure, and never replacement characters.
struct ResponseCharsetTests {
  private let map: ResponseMap<String, Never> = [.any(.decode)]

  private func text(_ bytes: [UInt8], _ contentType: String?) async throws -> String {
    try await read(.bytes(Data(bytes), contentType: contentType), map)
  }

  @Test func textIsReadByItsCharsetAndAsUTF8WithoutOne() async throws {
    let utf8: [UInt8] = [0x47, 0xC3, 0xBC]
    for type in [nil, "text/plain", "text/plain; charset=utf-8", "text/plain; charset=\"UTF-8\"", "junk"] {
      #expect(try await text(utf8, type) == "Gü")
    }
    #expect(try await text([0x47, 0xFC], "text/plain; charset=ISO-8859-1") == "Gü")
    #expect(try await text([0x47, 0xFC, 0x80], "text/plain; charset=latin1") == "Gü\u{80}")
    #expect(
      try await text([0x47, 0xFC, 0x80, 0x81, 0x99, 0x9F], "text/html; charset=Windows-1252") == "Gü€\u{81}™Ÿ"
    )
    #expect(try await text([0xFF, 0xFE, 0x47, 0, 0xFC, 0], "text/plain; charset=utf-16") == "Gü")
    #expect(try await text([0xFE, 0xFF, 0, 0x47, 0, 0xFC], "text/plain; charset=utf-16") == "Gü")
    #expect(try await text([0x47, 0, 0xFC, 0], "text/plain; charset=utf-16le") == "Gü")
    #expect(try await text([0, 0x47, 0, 0xFC], "text/plain; charset=UTF-16BE") == "Gü")
    #expect(try await text([0xD8, 0x3D, 0xDE, 0x00], "text/plain; charset=utf-16be") == "😀")
  }

  @Test func utf16WithoutAMarkIsBigEndian() async throws {
    #expect(try await text([0, 0x47, 0, 0xFC], "text/plain; charset=utf-16") == "Gü")
  }

  @Test(
    arguments: [
      ([0xC3], "utf-8"), ([0x47, 0xFF], "utf-8"), ([0xED, 0xA0, 0x80], "utf-8"), ([0xC0, 0x80], "utf-8"),
      ([0x47], "utf-16le"), ([0x3D, 0xD8], "utf-16le"), ([0x3D, 0xD8, 0x47, 0x00], "utf-16le"),
      ([0xDE, 0x00, 0xD8, 0x3D], "utf-16be"), ([0xFC], "us-ascii"), ([0x41], "ebcdic"), ([0x41], "utf-7"),
    ] as [([UInt8], String)])
  func invalidBytesAndUnknownCharsetsAreAFailure(bytes: [UInt8], charset: String) async {
    let error = await failure(.bytes(Data(bytes), contentType: "text/plain; charset=\(charset)"), map)
    #expect(error?.decodingError?.kind == .corrupted)
    #expect(error?.decodingError?.message == "the body is not text in \(charset)")
    #expect(error?.body == Data(bytes) && error?.text == nil)
  }

  @Test func bytesAreNeverChanged() async throws {
    let bytes = Data([0xFF, 0xFE, 0x00, 0xC3])
    let data: ResponseMap<Data, Never> = [.any(.decode)]
    #expect(try await read(.bytes(bytes, contentType: "text/plain; charset=utf-8"), data) == bytes)
  }
}
