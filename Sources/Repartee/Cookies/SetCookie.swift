#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A Set-Cookie field (RFC 6265bis, section 5.6).
struct SetCookie: Hashable {
  /// The limit of name and value together, in bytes.
  static let maximumPairSize = 4_096
  /// The limit of an attribute, in bytes; a longer one is ignored.
  static let maximumAttributeSize = 1_024
  /// 400 days (section 5.5).
  static let maximumAge: TimeInterval = 400 * 86_400

  /// Empty if the server sent none.
  var name: String
  var value: String
  /// From Max-Age or else from Expires; nil for a session cookie.
  var expires: Date?
  /// In lower case, without its leading dot; nil if missing or empty.
  var domain: String?
  var path: String?
  var isSecure = false
  var isHTTPOnly = false

  init?(_ text: String, at now: Date) {
    var rest = Array(text.utf8)[...]
    guard !rest.contains(where: isControl) else { return nil }
    let (name, value) = Self.pair(Self.next(&rest), isName: false)
    guard !name.isEmpty || !value.isEmpty, name.count + value.count <= Self.maximumPairSize else {
      return nil
    }
    self.name = String(decoding: name, as: UTF8.self)
    self.value = String(decoding: value, as: UTF8.self)

    var maxAge: Date?
    while !rest.isEmpty {
      let (name, value) = Self.pair(Self.next(&rest), isName: true)
      guard value.count <= Self.maximumAttributeSize else { continue }
      switch String(decoding: name.map(lowercased), as: UTF8.self) {
      case "expires": if let date = CookieDate.date(value) { expires = min(date, now + Self.maximumAge) }
      case "max-age": if let date = Self.date(afterSeconds: value, from: now) { maxAge = date }
      case "domain": domain = Self.domain(value)
      case "path": path = value.first == UInt8(ascii: "/") ? String(decoding: value, as: UTF8.self) : nil
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      default: break  // SameSite too: no site makes this client send requests.
      }
    }
    expires = maxAge ?? expires
  }

  private static func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let part = rest.prefix { $0 != UInt8(ascii: ";") }
    rest = rest[part.endIndex...].dropFirst()
    return part
  }

  private static func pair(
    _ part: ArraySlice<UInt8>, isName: Bool
  ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      return isName ? (trimmed(part), []) : ([], trimmed(part))
    }
    return (trimmed(part[..<equals]), trimmed(part[(equals + 1)...]))
  }

  private static func trimmed(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var part = part.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = part.last, last == 0x20 || last == 0x09 { part.removeLast() }
    return part
  }

  /// An empty attribute is nil, and cancels an earlier one.
  private static func domain(_ value: ArraySlice<UInt8>) -> String? {
    let domain = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
    return domain.isEmpty ? nil : String(decoding: domain.map(lowercased), as: UTF8.self)
  }

  /// Zero and negative numbers are in the past.
  private static func date(afterSeconds value: ArraySlice<UInt8>, from now: Date) -> Date? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative ? value.dropFirst() : value
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let seconds = Int(String(decoding: digits, as: UTF8.self)).map(Double.init) ?? maximumAge
    return isNegative || seconds == 0 ? .distantPast : now + min(seconds, maximumAge)
  }
}

/// Other than the tab.
func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

/// Only ASCII.
func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
