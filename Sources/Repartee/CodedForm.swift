import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The form in which a value is written that outlives a release: a credential, a cursor, a cookie.
///
/// There is one form so far, the first, and it is written without a word of it. Whoever changes one of these forms so
/// that an older release would misread it adds `"format": 2`: the releases before refuse it.
enum CodedForm: CodingKey {
  case format

  /// - Throws: A `DecodingError` for what a newer version of the library has written.
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

  /// Whether a newer version of the library has written this JSON.
  static func isNewer(_ json: Data) -> Bool {
    ((try? JSONCoder().decode(Int.self, from: json, at: "format")) ?? 1) != 1
  }
}
