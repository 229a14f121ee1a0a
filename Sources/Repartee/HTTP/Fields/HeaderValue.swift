#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value of a header field: text, an `Int`, a date, an ``EntityTag``, a ``MediaType``, a ``MediaRange``, an array of
/// these, or your own type.
///
/// ```swift
/// // trace is a String?
/// let headers: Request.Headers = [
///   "If-Match": tag, "X-Page": 2, "X-Trace": trace,
/// ]
/// ```
///
/// `Bool` does not conform: APIs write it differently (`true`, `1`, `?1`).
public protocol HeaderValue: Sendable {
  /// The text of the field. A control character other than the tab fails the request.
  var headerValue: String { get }
}

extension String: HeaderValue {
  public var headerValue: String { self }
}

extension Substring: HeaderValue {
  public var headerValue: String { String(self) }
}

extension Int: HeaderValue {
  public var headerValue: String { String(self) }
}

extension EntityTag: HeaderValue {
  public var headerValue: String { description }
}

extension MediaRange: HeaderValue {
  public var headerValue: String { description }
}

extension MediaType: HeaderValue {
  /// Parameters are sorted by name; a value that is not a token is quoted.
  public var headerValue: String {
    parameters.keys.sorted().reduce("\(type)/\(subtype)") { text, name in
      let value = parameters[name, default: ""]
      if !value.isEmpty, value.utf8.allSatisfy(\.isTokenCharacter) {
        return "\(text); \(name)=\(value)"
      }
      let escaped = value.utf8.flatMap { byte in
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
      }
      return "\(text); \(name)=\"\(String(decoding: escaped, as: UTF8.self))\""
    }
  }
}

extension Date: HeaderValue {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, limited to the years 0000 to 9999.
  public var headerValue: String { HTTPDate.text(self) }
}

extension Array: HeaderValue where Element: HeaderValue {
  /// The values separated by commas.
  public var headerValue: String { map(\.headerValue).joined(separator: ", ") }
}
