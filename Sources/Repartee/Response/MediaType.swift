import ReparteeJSON

/// What a Content-Type field says: `text/html; charset=utf-8` (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// `text`, in lower case.
  public let type: String
  /// `html`, in lower case.
  public let subtype: String
  /// Names in lower case, values as they were, without their quotes.
  public let parameters: [String: String]

  /// Reads the value of a Content-Type field, or gives nil if it is none.
  public init?(_ text: some StringProtocol) {
    let parts = Self.split(text)
    let essence = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard essence.count == 2 else { return nil }
    let type = Self.trimmed(essence[0]).lowercased()
    let subtype = Self.trimmed(essence[1]).lowercased()
    guard Self.isToken(type), Self.isToken(subtype) else { return nil }
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = Self.trimmed(part[..<equals]).lowercased()
      let value = Self.unquoted(Self.trimmed(part[part.index(after: equals)...]))
      if Self.isToken(name), parameters[name] == nil { parameters[name] = value }
    }
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  /// Type and subtype, without the parameters, in at most 120 characters.
  public var description: String { Shown.text("\(type)/\(subtype)", limit: 120) }

  /// The `charset` parameter, in lower case.
  public var charset: String? { parameters["charset"]?.lowercased() }

  /// Splits at semicolons that stand outside quoted strings.
  private static func split(_ text: some StringProtocol) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var value = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        value.append(character)
        isEscaped = false
      }
    }
    return value
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

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

  public init(stringLiteral value: String) {
    let essence = value.prefix { $0 != ";" }
    let parts = essence.lowercased().filter { $0 != " " }.split(separator: "/", maxSplits: 1)
    type = parts.first.map(String.init) ?? "*"
    subtype = parts.count == 2 ? String(parts[1]) : "*"
    description = "\(type)/\(subtype)\(value[essence.endIndex...])"
  }

  /// The one content type that is in it, or nil if it has a wildcard.
  var contentType: MediaType? {
    type.contains("*") || subtype.contains("*") ? nil : MediaType("\(type)/\(subtype)")
  }

  /// The range as `Accept` can have it, where a wildcard stands for a whole subtype only.
  var acceptable: MediaRange {
    subtype.hasPrefix("*+") ? MediaRange(stringLiteral: "\(type)/*") : self
  }

  /// Whether a content type is in the range.
  public func contains(_ mediaType: MediaType) -> Bool {
    guard type == "*" || type == mediaType.type else { return false }
    if subtype.hasPrefix("*+") { return mediaType.subtype.hasSuffix(subtype.dropFirst()) }
    return subtype == "*" || subtype == mediaType.subtype
  }

  /// Whether every content type of another range is in this one.
  func contains(_ other: MediaRange) -> Bool {
    guard type == "*" || type == other.type else { return false }
    if subtype.hasPrefix("*+"), other.subtype.hasSuffix(subtype.dropFirst()) { return true }
    return subtype == "*" || subtype == other.subtype
  }
}
