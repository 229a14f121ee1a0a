import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The version of an encoded value; form 1 has no key `format`. A form that older releases would misread must contain
/// `"format": 2`, which they refuse.
enum CodedForm: CodingKey {
  case format

  static func check(_ decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Self.self)
    let format = try container.decodeIfPresent(Int.self, forKey: .format) ?? 1
    guard format == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container,
        debugDescription: "a newer version of Repartee has written it; this one reads format 1, not \(format)"
      )
    }
  }

  static func isNewer(_ json: Data) -> Bool {
    ((try? JSONCoder().decode(Int.self, from: json, at: "format")) ?? 1) != 1
  }
}
