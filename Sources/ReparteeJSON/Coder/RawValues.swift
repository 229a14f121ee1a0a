#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// The JSON of the `JSONValue`s and `JSONEncodable`s inside a model, while Foundation's encoder encodes the model.
///
/// Foundation's encoder would rename and reorder their keys and round their numbers. So each of these values is encoded
/// as a placeholder string, which its JSON replaces afterwards. The placeholders contain 128 random bits that no output
/// shows, so no value of a model equals one.
final class RawValues: Sendable {
  static let key = CodingUserInfoKey(rawValue: "ReparteeJSON.RawValues")

  /// The options for encoding the model, which own this object in their pool. The caller of the encoding holds them.
  private unowned let options: JSONOptions
  private let texts = Mutex<[String]>([])
  private let name = "raw-\(UInt64.random(in: 0...UInt64.max))-\(UInt64.random(in: 0...UInt64.max))-"

  init(_ options: JSONOptions) { self.options = options }

  var coder: JSONCoder { JSONCoder(options) }

  /// Returns the values of the encoding that `encoder` belongs to; nil for encoders that are not a `JSONCoder`'s.
  static func of(_ encoder: any Encoder) -> RawValues? { key.flatMap { encoder.userInfo[$0] as? RawValues } }

  /// Stores a JSON text and returns its placeholder.
  func placeholder(for text: String) -> String {
    texts.withLock {
      $0.append(text)
      return "\(name)\($0.count - 1)"
    }
  }

  /// Returns the JSON with each text in place of its placeholder, and removes the stored texts. Throws if a placeholder
  /// is inside another string: a model that encodes JSON in a string has to do so with an encoder of its own.
  func inserted(into data: Data) throws -> Data {
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
      guard end < bytes.count, let number = Int(String(decoding: digits, as: UTF8.self)),
        texts.indices.contains(number)
      else {
        throw EncodingError.invalidValue(
          JSONValue.null,
          EncodingError.Context(
            codingPath: [],
            debugDescription: "JSON in a string has to be encoded without the userInfo of the outer encoder.")
        )
      }
      result.append(contentsOf: bytes[copied..<index])
      result.append(contentsOf: texts[number].utf8)
      copied = end + 1
      index = end + 1
    }
    result.append(contentsOf: bytes[copied...])
    return result
  }
}
