import Foundation

/// The bytes of one run. They are the content as a server would send it, so that any file can be a seed; where a
/// target needs numbers beside (where to cut, which option), they come from ``random``, which follows from the bytes.
struct Input {
  let bytes: [UInt8]

  var data: Data { Data(bytes) }

  /// The bytes as text, repaired where they are no UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Several texts, between bytes 0xFF, which UTF-8 does not have; at least `count` of them.
  func texts(_ count: Int) -> [String] {
    let parts = bytes.split(separator: 0xFF, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return texts + Array(repeating: "", count: max(0, count - texts.count))
  }

  /// Numbers that are the same for the same bytes.
  var random: SplitMix64 {
    SplitMix64(state: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// The bytes in chunks, cut anywhere; some are empty.
  func chunks(_ random: inout SplitMix64) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    let longest = [1, 2, 7, 40, 1_000].randomElement(using: &random) ?? 1
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 0...longest, using: &random))
      chunks.append(Array(bytes[start..<end]))
      start = end
    }
    return chunks
  }
}

struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Waits for a function that never waits for anything outside of this process.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let box = Box<Value>()
  Task {
    box.value = await body()
    done.signal()
  }
  done.wait()
  guard let value = box.value else { preconditionFailure("the function gave nothing") }
  return value
}

private final class Box<Value>: @unchecked Sendable {  // written before the semaphore, read behind it
  var value: Value?
}

extension Result where Failure == any Error {
  var value: Success? { try? get() }
  var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension StringProtocol {
  /// With every `%XX` decoded.
  var unescaped: String {
    var decoded: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      let isEscape = byte == 0x25 && digits.count == 2 && !digits.contains(0x2B) && !digits.contains(0x2D)
      if isEscape, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
