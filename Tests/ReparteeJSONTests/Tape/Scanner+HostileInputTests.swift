import Foundation
import ReparteeJSON
import Testing

@Suite struct ScannerHostileInputTests {
  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func depthOfAHundredThousandIsAnErrorNotAnOverflow(_ opening: String) {
    let error = failure(JSONValue.self, String(repeating: opening, count: 100_000))
    #expect(error?.kind == .depth)
    let levels = opening == "[{\"a\":" ? 2 : 1
    #expect(error?.byteOffset == opening.utf8.count * (512 / levels))
  }

  @Test func theDepthLimitIsInclusiveAndConfigurable() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect((try? decode(JSONValue.self, nested(512))) != nil)
    #expect(failure(JSONValue.self, nested(513))?.kind == .depth)
    var coder = JSONCoder()
    coder.maximumDepth = 3
    #expect((try? decode(JSONValue.self, nested(3), coder)) != nil)
    #expect(failure(JSONValue.self, nested(4), coder)?.kind == .depth)
  }

  @Test func aHundredThousandLevelsThatAreAllowedAreSkippedWithoutRecursion() throws {
    var coder = JSONCoder()
    coder.maximumDepth = 200_000
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(try decode(Int.self, "{\"deep\":\(deep),\"n\":1}", coder, at: "n") == 1)
  }

  @Test func theSizeLimitIsInclusive() throws {
    var coder = JSONCoder()
    coder.maximumSize = 4
    #expect(try decode(Int.self, "1234", coder) == 1234)
    #expect(failure(Int.self, "12345", coder)?.kind == .size)
  }

  // Were it quadratic, it would take many minutes, even without the sanitizer.
  @Test(.timeLimit(.minutes(2))) func threeHundredThousandKeysTakeBoundedTime() throws {
    struct Reversed: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        for index in stride(from: 299_999, through: 0, by: -1) {
          #expect(try container.decode(Int.self, forKey: .key("k\(index)")) == index)
          if container.contains(.key("missing\(index)")) { Issue.record("found") }
        }
      }
    }
    let text = "{" + (0..<300_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    _ = try decode(Reversed.self, text)
    #expect(try decode([String: Int].self, text).count == 300_000)
    #expect(try decode(JSONValue.self, text).object?.count == 300_000)
  }

  // Were it quadratic, it would take many minutes.
  @Test(.timeLimit(.minutes(5))) func manyEqualKeysTakeBoundedTime() throws {
    struct Model: Decodable { var a: Int; var b: Int? }
    let text = "{" + Array(repeating: "\"a\":1", count: 300_000).joined(separator: ",") + "}"
    #expect(try decode(Model.self, text).a == 1)
  }

  @Test func aStringOfSixteenMegabytesDecodes() throws {
    let plain = String(repeating: "0123456789abcdef", count: 1 << 20)
    #expect(try decode(String.self, "\"\(plain)\"") == plain)
    let escaped = String(repeating: "\\n\\u00e9", count: 1 << 20)
    #expect(try decode(String.self, "\"\(escaped)\"").unicodeScalars.count == 2 << 20)
    #expect(failure(String.self, "\"\(plain)")?.byteOffset == 16 << 20 | 1)
  }

  static let document = Array(
    #"{"a":[1,-2.5e3,true,false,null,"x\u00e9\n\ud83d\ude00é😀"],"b":{"c":"","d":[]},"a":0}"#.utf8)

  @Test func noTruncationCrashesOrIsAccepted() throws {
    #expect((try? JSONCoder().decode(JSONValue.self, from: Self.document)) != nil)
    for length in 0..<Self.document.count {
      let bytes = Array(Self.document.prefix(length))
      let error = #expect(throws: JSONError.self) { try JSONCoder().decode(JSONValue.self, from: bytes) }
      #expect(error?.byteOffset ?? .max <= length)
      _ = error?.report
    }
  }

  /// Every byte replaced by every other: what our decoder accepts Foundation accepts too, with the same value.
  @Test func noMutationCrashesAndWhatIsAcceptedIsJSON() throws {
    var accepted = 0
    for index in Self.document.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = Self.document
        bytes[index] = byte
        do throws(JSONError) {
          let value = try JSONCoder().decode(JSONValue.self, from: bytes)
          accepted += 1
          if byte % 16 == 0, (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil {
            Issue.record("accepted \(value), which JSONSerialization refuses")
          }
        } catch {
          if byte % 8 == 0 { _ = error.report }
        }
      }
    }
    #expect(accepted > 1000)
  }

  @Test func randomBytesNeverCrash() {
    var random = SeededGenerator.named("randomBytesNeverCrash")
    let alphabet = Array("[]{}:,\"\\u0dD8eE+-.19truefalsn é\u{0}".utf8) + [0x80, 0xE2, 0xF0, 0xFF]
    for _ in 0..<SeededGenerator.runs(20_000) {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      do throws(JSONError) {
        _ = try JSONCoder().decode(JSONValue.self, from: bytes)
      } catch {
        _ = error.report
      }
      var elements = JSONElements(
        in: [.array(), .lines, .concatenated].randomElement(using: &random) ?? .lines)
      elements.append(bytes)
      while let element = try? elements.next() { _ = try? JSONCoder().decode(JSONValue.self, from: element) }
      _ = try? elements.finish()
    }
  }

  @Test func keysThatCollideInTheFingerprintAreStillDistinguished() throws {
    // Equal in length, in their first eight bytes and in their last eight.
    let keys = (0..<40).map { "prefix__\(100 + $0)__suffix8" }
    let text = "{" + keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        for index in (0..<40).shuffled() {
          #expect(try container.decode(Int.self, forKey: .key("prefix__\(100 + index)__suffix8")) == index)
        }
      }
    }
    _ = try decode(Model.self, text)
  }
}

extension ScannerHostileInputTests {
  private func decode<T: Decodable>(
    _ type: T.Type, _ text: String, _ coder: JSONCoder = JSONCoder(), at path: JSONPath = []
  ) throws -> T {
    try coder.decode(type, from: Array(text.utf8), at: path)
  }
}
