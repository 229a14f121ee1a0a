#if canImport(Glibc) || canImport(Darwin)
import Foundation
import Testing

@testable import ReparteeJSON

/// Texts directly before a page that can't be read: reading on ends the process.
@Suite struct ScannerGuardedTextTests {
  static let texts =
    ScannerTests.accepted.map(\.text) + ScannerTests.refused.map(\.text)
    + [
      #"{"key":"value","other":[1.5e3,-7,true,false,null,"\ud83d\ude00é"],"key":{}}"#, #"["1234567é"]"#,
      "\u{FEFF}[]",
    ]

  @Test func noByteBehindATextIsRead() throws {
    let page = try #require(GuardedPage())
    for text in Self.texts {
      let bytes = Array(text.utf8)
      // Also each text that begins as this one.
      for count in 0...bytes.count {
        let part = Array(bytes[..<count])
        page.withSpan(part) { span in
          let ours = Result { () throws(JSONError) in try JSONCoder().decode(JSONValue.self, from: span) }
          let theirs = Result { () throws(JSONError) in try JSONCoder().decode(JSONValue.self, from: part) }
          #expect((try? ours.get()) == (try? theirs.get()))
          var coder = JSONCoder(keys: .snakeCase)
          coder.rejectsDuplicateKeys = true
          _ = try? coder.decode([String: Int].self, from: span)
          _ = try? coder.decode(Model.self, from: span)
        }
      }
    }
  }

  struct Model: Decodable {
    var key: String?
    var other: [Double]?
  }
}

private final class GuardedPage {
  private let size = Int(sysconf(Int32(_SC_PAGESIZE)))
  private let start: UnsafeMutableRawPointer

  init?() {
    guard let start = mmap(nil, size * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0),
      start != MAP_FAILED
    else { return nil }
    self.start = start
    guard mprotect(start + size, size, PROT_NONE) == 0 else { return nil }
  }

  deinit { munmap(start, size * 2) }

  func withSpan(_ bytes: [UInt8], _ body: (Span<UInt8>) -> Void) {
    let place = (start + size - bytes.count).assumingMemoryBound(to: UInt8.self)
    for (index, byte) in bytes.enumerated() { place[index] = byte }
    body(UnsafeBufferPointer(start: place, count: bytes.count).span)
  }
}
#endif
