/// A set of content types: `application/json`, `text/*`, `application/*+json`, `*/*` (RFC 9110, section 12.5.1;
/// suffixes by RFC 6839).
///
/// Parameters make no difference. `*+json` contains every subtype with that suffix.
public struct MediaRange: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Every content type.
  public static let any: MediaRange = "*/*"

  /// The text in `Accept`, with parameters such as `;q=0.5`.
  public let description: String
  private let type: String
  private let subtype: String
  private let isAnyType: Bool
  private let isAnySubtype: Bool
  private let suffix: String?

  public init(stringLiteral value: String) {
    let essence = value.utf8.prefix { $0 != UInt8(ascii: ";") }
    let parts = essence.split(separator: UInt8(ascii: "/"), maxSplits: 1).map { part in
      Substring(part).lowercased().filter { $0 != " " }
    }
    self.init(
      type: parts.first ?? "*", subtype: parts.count == 2 ? parts[1] : "*",
      parameters: String(value[essence.endIndex...]))
  }

  private init(type: String, subtype: String, parameters: String) {
    self.type = type
    self.subtype = subtype
    description = "\(type)/\(subtype)\(parameters)"
    isAnyType = type == "*"
    isAnySubtype = subtype == "*"
    suffix = subtype.hasPrefix("*+") ? String(subtype.dropFirst()) : nil
  }

  var contentType: MediaType? {
    if type == "application", subtype == "json" { return .json }
    return type.contains("*") || subtype.contains("*") ? nil : MediaType("\(type)/\(subtype)")
  }

  /// The range in the syntax of `Accept`, which has no suffixes of wildcards.
  var acceptable: MediaRange {
    suffix == nil ? self : MediaRange(type: type, subtype: "*", parameters: parameters)
  }

  var parameters: String {
    String(description.utf8.dropFirst(type.utf8.count + 1 + subtype.utf8.count)) ?? ""
  }

  var essence: String { "\(type)/\(subtype)" }

  /// Returns whether a content type is in the range.
  public func contains(_ mediaType: MediaType) -> Bool {
    contains(type: mediaType.type, subtype: mediaType.subtype)
  }

  func contains(_ other: MediaRange) -> Bool {
    contains(type: other.type, subtype: other.subtype)
  }

  private func contains(type other: String, subtype otherSubtype: String) -> Bool {
    guard isAnyType || type == other else { return false }
    if let suffix, otherSubtype.utf8.ends(with: suffix.utf8) { return true }
    return isAnySubtype || subtype == otherSubtype
  }
}

extension String.UTF8View {
  /// `hasSuffix` allocates.
  fileprivate func ends(with suffix: String.UTF8View) -> Bool {
    count >= suffix.count && dropFirst(count - suffix.count).elementsEqual(suffix)
  }
}
