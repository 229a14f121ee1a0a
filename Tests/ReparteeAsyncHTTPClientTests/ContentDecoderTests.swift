#if AsyncHTTPClient
import Foundation
import Repartee
@testable import ReparteeAsyncHTTPClient
import Testing

struct ContentDecoderTests {
  // Made with Python's gzip and zlib from 1,000 times `{"ok":true}`.
  static let gzip = Data(base64Encoded: gzipped) ?? Data()
  static let plain = Data(String(repeating: #"{"ok":true}"#, count: 1000).utf8)

  @Test(arguments: [1, 2, 3, 7, 20, 10_000])
  func gzipIsDecodedHoweverItIsCut(size: Int) async throws {
    #expect(try await decode(Self.gzip, .gzip, cutInto: size) == Self.plain)
  }

  @Test func membersFollowOneAnother() async throws {
    #expect(try await decode(Self.gzip + Self.gzip, .gzip, cutInto: 50) == Self.plain + Self.plain)
  }

  @Test(arguments: [false, true])
  func deflateIsDecodedWithItsWrapperAndWithout(isRaw: Bool) async throws {
    let bytes = Data(base64Encoded: isRaw ? rawDeflated : zlibDeflated) ?? Data()
    #expect(try await decode(bytes, .deflate, cutInto: 5) == Self.plain)
  }

  @Test(arguments: [1, 12, 40])
  func aBodyThatEndsTooEarlyFails(missing: Int) async {
    await #expect { try await decode(Self.gzip.dropLast(missing), .gzip, cutInto: 50) } throws: { error in
      (error as? TransportError)?.kind == .protocolViolation
    }
  }

  @Test func whatFollowsTheEndFails() async {
    await #expect { try await decode(Self.gzip + Data("more".utf8), .gzip, cutInto: 50) } throws: { error in
      (error as? TransportError)?.kind == .protocolViolation
    }
  }

  @Test func aBombIsDecodedNoFurtherThanItIsRead() async throws {
    let bomb = Data(base64Encoded: oneMegabyteOfZeros) ?? Data()
    var isFirst = true
    let next = ContentDecoder(.gzip).decoding {
      defer { isFirst = false }
      return isFirst ? bomb : nil
    }
    var total = 0
    while let chunk = try await next() {
      #expect(chunk.count <= ContentDecoder.outputSize)
      total += chunk.count
    }
    #expect(total == 1 << 20)
  }

  /// What decodes to nothing counts towards no limit of the size.
  @Test(arguments: [(1_000, true), (1_000_000, false)])
  func emptyMembersEndSomewhere(count: Int, isRead: Bool) async throws {
    let empty = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let bytes = Data(repeatElement(empty, count: count).joined()) + Self.gzip
    do {
      #expect(try await decode(bytes, .gzip, cutInto: 16 << 10) == Self.plain && isRead)
    } catch {
      #expect((error as? TransportError)?.kind == .protocolViolation && !isRead)
    }
  }

  @Test func decodingEndsWhenItIsCancelled() async throws {
    let empty = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let task = Task {
      try await decode(Data(repeatElement(empty, count: 5_000).joined()), .gzip, cutInto: .max)
    }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? TransportError)?.isCancellation == true }
  }

  private func decode(
    _ bytes: Data, _ coding: ContentDecoder.Coding, cutInto size: Int
  ) async throws -> Data {
    var rest = bytes
    let next = ContentDecoder(coding).decoding {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
    var decoded = Data()
    while let chunk = try await next() { decoded += chunk }
    return decoded
  }
}

private let gzipped =
  "H4sIAAAAAAACA+3GoQ0AIAwAsF92Bv+gECQE1LLf9waiVc3YK8Y9b1aqqqqqqqqqqqqqqqqqqqqqqqqqqqr+2gaoSS55+CoA"
  + "AA=="

private let zlibDeflated =
  "eJztxqENACAMALBfdgb/oBAkBNSy3/cGolXN2CvGPW9Wqqqqqqqqqqqqqqqqqqqqqqqqqqqq/toGYFLfYg=="

private let rawDeflated =
  "7cahDQAgDACwX3YG/6AQJATUst/3BqJVzdgrxj1vVqqqqqqqqqqqqqqqqqqqqqqqqqqqqv7aBg=="

private let oneMegabyteOfZeros =
  "H4sIAAAAAAACA+3BMQEAAADCoPVPbQhfoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPgMc6jinAAAQAA=="
#endif
