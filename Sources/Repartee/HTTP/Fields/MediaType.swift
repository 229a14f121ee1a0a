import ReparteeRedaction

/// A content type: `text/html; charset=utf-8` (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// The type, in lower case: `text`.
  public let type: String
  /// The subtype, in lower case: `html`.
  public let subtype: String
  /// The parameters: names in lower case, values without quotes.
  public let parameters: [String: String]

  /// Parses a Content-Type field; nil if type or subtype is not a token. Leaves out malformed and repeated parameters.
  public init?(_ text: some StringProtocol) {
    self.init(field: String(text))
  }

  init?(field text: String) {
    if let common = Self.common(text) {
      self = common
      return
    }
    var rest = text.utf8[...]
    let essence = rest.part(upTo: UInt8(ascii: ";"))
    guard let slash = essence.firstIndex(of: UInt8(ascii: "/")),
      let type = essence[..<slash].trimmingFieldWhitespace.lowercaseToken,
      let subtype = essence[slash...].dropFirst().trimmingFieldWhitespace.lowercaseToken
    else { return nil }
    self.init(type: type, subtype: subtype, parameters: rest.parameters())
  }

  private init(type: String, subtype: String, parameters: [String: String] = [:]) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  static let json = MediaType(type: "application", subtype: "json")
  private static let jsonUTF8 = MediaType(
    type: "application", subtype: "json", parameters: ["charset": "utf-8"])
  private static let jsonUpperUTF8 = MediaType(
    type: "application", subtype: "json", parameters: ["charset": "UTF-8"])

  /// Of one length, strings that are equal have the same bytes.
  private static func common(_ text: String) -> MediaType? {
    switch text.utf8.count {
    case 16 where text == "application/json": json
    case 30 where text == "application/json;charset=utf-8": jsonUTF8
    case 30 where text == "application/json;charset=UTF-8": jsonUpperUTF8
    case 31 where text == "application/json; charset=utf-8": jsonUTF8
    case 31 where text == "application/json; charset=UTF-8": jsonUpperUTF8
    default: nil
    }
  }

  /// The type and subtype, in at most 120 characters.
  public var description: String { DisplayText.text("\(type)/\(subtype)", limit: 120) }

  /// The `charset` parameter, in lower case.
  public var charset: String? { parameters["charset"]?.lowercased() }

  func hasEssence(of other: MediaType) -> Bool { type == other.type && subtype == other.subtype }
}
