#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One Set-Cookie field, taken apart as RFC 6265bis, section 5.6 says. Any text is read; one that says nothing usable
/// is none.
struct SetCookie: Hashable {
  /// The most bytes of a name and its value together.
  static let maximumPairSize = 4_096
  /// The most bytes of an attribute's value; a longer one counts as not there.
  static let maximumAttributeSize = 1_024
  /// The longest a cookie is kept from now, whatever the server says (section 5.5): 400 days.
  static let maximumAge: TimeInterval = 400 * 86_400

  /// Empty if the server names none.
  var name: String
  var value: String
  /// When it expires, by Max-Age before Expires; nil for a session cookie.
  var expires: Date?
  /// In lower case, without its first dot; nil without one, and if it is empty.
  var domain: String?
  /// Nil without one that begins with a slash.
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
      default: break  // SameSite as well: no site makes this client send anything.
      }
    }
    expires = maxAge ?? expires
  }

  /// What stands before the next semicolon.
  private static func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let part = rest.prefix { $0 != UInt8(ascii: ";") }
    rest = rest[part.endIndex...].dropFirst()
    return part
  }

  /// What stands before and behind the first `=`, without the space around it. Without a `=` it is all name, or all
  /// value.
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

  /// An empty attribute takes back one that stands before it.
  private static func domain(_ value: ArraySlice<UInt8>) -> String? {
    let domain = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
    return domain.isEmpty ? nil : String(decoding: domain.map(lowercased), as: UTF8.self)
  }

  /// Nil for what is no whole number. Zero and less is the past.
  private static func date(afterSeconds value: ArraySlice<UInt8>, from now: Date) -> Date? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative ? value.dropFirst() : value
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // A number that is too large for an Int is larger than the limit.
    let seconds = Int(String(decoding: digits, as: UTF8.self)).map(Double.init) ?? maximumAge
    return isNegative || seconds == 0 ? .distantPast : now + min(seconds, maximumAge)
  }
}

/// A control character but the tab: nothing that holds one is a cookie.
func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

/// Letters of ASCII only: another alphabet's must not become one of them.
func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
