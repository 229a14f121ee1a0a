#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// The JSON that `JSONValue`s and `JSONEncodable`s within a model stand for, while Foundation's encoder writes the
/// model.
///
/// Foundation's encoder would rename their keys, put them in another order and round their numbers. So each of them is
/// encoded as a string that stands for it, and put in its place afterwards. The strings hold 128 random bits, which no
/// text shows: no value of a model is equal to one.
final class RawValues: Sendable {
  static let key = CodingUserInfoKey(rawValue: "ReparteeJSON.RawValues")

  /// What encodes the model.
  private unowned let options: JSONOptions  // who has these in its pool, and is held by who encodes
  private let texts = Mutex<[String]>([])
  private let name = "raw-\(UInt64.random(in: 0...UInt64.max))-\(UInt64.random(in: 0...UInt64.max))-"

  init(_ options: JSONOptions) { self.options = options }

  var coder: JSONCoder { JSONCoder(options) }

  /// Those of the call that `encoder` belongs to; nil for encoders that are not a `JSONCoder`'s.
  static func of(_ encoder: any Encoder) -> RawValues? { key.flatMap { encoder.userInfo[$0] as? RawValues } }

  /// What stands for a JSON text until the end.
  func placeholder(for text: String) -> String {
    texts.withLock {
      $0.append(text)
      return "\(name)\($0.count - 1)"
    }
  }

  /// The JSON with each text in its place. The texts are forgotten.
  func inserted(into data: Data) -> Data {
    let texts = texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
    if texts.isEmpty { return data }
    let mark = Array("\"\(name)".utf8)
    var result = Data()
    result.reserveCapacity(data.count)
    let bytes = Array(data)
    var (index, copied) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == mark[0], bytes[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let digits = bytes[(index + mark.count)...].prefix { $0 != mark[0] }
      let end = digits.endIndex
      if end < bytes.count, let number = Int(String(decoding: digits, as: UTF8.self)),
        texts.indices.contains(number)
      {
        result.append(contentsOf: bytes[copied..<index])
        result.append(contentsOf: texts[number].utf8)
        copied = end + 1
      }
      index = end + 1
    }
    result.append(contentsOf: bytes[copied...])
    return result
  }
}
