import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The resource that a partial file is a part of.
struct DownloadRecord: Codable, Sendable, Hashable {
  private var format = 1
  /// A digest of the request and its user.
  let identity: String
  /// For If-Range; nil if the download can't be resumed.
  private(set) var validator: String?
  /// The length of the whole; nil if unknown.
  var total: Int64?
  /// The length of the partial file; nil while it is written.
  var length: Int64?
  /// Whether the last response had another part than expected.
  var isDoubted = false

  init(_ fields: HTTPFields, of total: Int64?, identity: String, isResumable: Bool = true) {
    self.identity = identity
    self.total = total
    let validator = isResumable && fields.contentCodings.isEmpty ? Self.validator(fields) : nil
    self.validator = validator.flatMap { $0.utf8.count > 400 ? nil : $0 }
  }

  /// RFC 9110, section 13.1.5: a date only without a tag, and if it is strong (section 8.8.2.2). After a minute it is
  /// strong even if two clocks made the fields.
  private static func validator(_ fields: HTTPFields) -> String? {
    if fields.contains(.eTag) {
      return fields.single(.eTag).flatMap(EntityTag.init).flatMap { $0.isWeak ? nil : $0.description }
    }
    guard let text = fields.single(.lastModified), let modified = HTTPDate.date(text),
      let date = fields.single(.date).flatMap({ HTTPDate.date($0) }), date.timeIntervalSince(modified) >= 60
    else { return nil }
    return text
  }

  func contradicts(_ fields: HTTPFields) -> Bool {
    guard let tag = validator.flatMap(EntityTag.init) else {
      return fields.contains(.lastModified) && fields.single(.lastModified) != validator
    }
    guard fields.contains(.eTag) else { return false }
    return fields.single(.eTag).flatMap(EntityTag.init)?.stronglyMatches(tag) != true
  }
}

extension DownloadRecord {
  /// Every record has this size, so that a new one needs no space on a full disk.
  static let size = 1_024

  /// Padded with spaces.
  var encoded: Data {
    get throws {
      let json = try JSONCoder().encode(self)
      return json + Data(String(repeating: " ", count: max(Self.size - json.count, 0)).utf8)
    }
  }

  /// Nil for anything that was not written by this version.
  init?(encoded: Data) {
    guard encoded.count == Self.size,
      let record = try? JSONCoder().decode(DownloadRecord.self, from: encoded), record.format == 1,
      record.validator.map({ EntityTag($0)?.isWeak == false || HTTPDate.date($0) != nil }) ?? true,
      record.total ?? 0 >= 0, record.length ?? 0 >= 0
    else { return nil }
    self = record
  }
}

/// Hexadecimal digits of a digest of 128 bits.
func digest(_ lines: [String]) -> String {
  SHA256.hash(Array(lines.joined(separator: "\n").utf8)).prefix(16)
    .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
