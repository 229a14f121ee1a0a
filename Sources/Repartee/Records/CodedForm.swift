import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The version of the encoded form of a value that outlives a release: a credential, a cursor or a cookie.
///
/// So far there is only form 1, which is encoded without the key `format`. If a change of a form would make an older
/// release misread it, the new form must contain `"format": 2`: older releases then refuse to decode it.
enum CodedForm: CodingKey {
  case format

  /// Checks that this version of the library can read the encoded value.
  /// - Throws: A `DecodingError` if a newer version of the library has encoded it.
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

  /// Whether a newer version of the library has encoded this JSON.
  static func isNewer(_ json: Data) -> Bool {
    ((try? JSONCoder().decode(Int.self, from: json, at: "format")) ?? 1) != 1
  }
}
