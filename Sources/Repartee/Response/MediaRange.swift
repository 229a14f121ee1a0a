/// A set of content types: `application/json`, `text/*`, `application/*+json`, `*/*` (RFC 9110, section 12.5.1;
/// structured suffixes by RFC 6839).
///
/// `application/json` holds exactly itself, whatever the parameters; `*+json` in place of a subtype holds every
/// subtype with that suffix.
public struct MediaRange: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Every content type.
  public static let any: MediaRange = "*/*"

  /// What goes into `Accept`, parameters such as `;q=0.5` included.
  public let description: String
  private let type: String
  private let subtype: String
  private let isAnyType: Bool
  private let isAnySubtype: Bool
  /// `+json` of `*+json`.
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

  /// The one content type that is in it, or nil if it has a wildcard.
  var contentType: MediaType? {
    if type == "application", subtype == "json" { return .json }
    return type.contains("*") || subtype.contains("*") ? nil : MediaType("\(type)/\(subtype)")
  }

  /// The range as `Accept` can have it, where a wildcard stands for a whole subtype only.
  var acceptable: MediaRange {
    suffix == nil ? self : MediaRange(type: type, subtype: "*", parameters: parameters)
  }

  /// What stands after type and subtype, the semicolon included.
  var parameters: String {
    String(description.utf8.dropFirst(type.utf8.count + 1 + subtype.utf8.count)) ?? ""
  }

  /// Type and subtype.
  var essence: String { "\(type)/\(subtype)" }

  /// Whether a content type is in the range.
  public func contains(_ mediaType: MediaType) -> Bool {
    contains(type: mediaType.type, subtype: mediaType.subtype)
  }

  /// Whether every content type of another range is in this one.
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
  /// Byte by byte: `hasSuffix` allocates.
  fileprivate func ends(with suffix: String.UTF8View) -> Bool {
    count >= suffix.count && dropFirst(count - suffix.count).elementsEqual(suffix)
  }
}
