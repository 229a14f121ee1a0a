#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What can be the value of a header field: text, a number, an ``EntityTag``, a date, a ``MediaType``, or a list of
/// one of these.
///
/// ```swift
/// // trace is a String?
/// let headers: Request.Headers = [
///   "If-Match": tag, "X-Page": 2, "X-Trace": trace,
/// ]
/// ```
///
/// Conform a type of your own to write it down in the same way. `Bool` does not conform: there is no one way to write
/// it (`true`, `1`, `?1`).
public protocol HeaderValue: Sendable {
  /// The text of the field. It is checked like any other: a CR, an LF or a NUL in it fails the request.
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
  /// The tag with its quotes.
  public var headerValue: String { description }
}

extension MediaRange: HeaderValue {
  public var headerValue: String { description }
}

extension MediaType: HeaderValue {
  /// Type, subtype and the parameters, in the order of their names; a value that is not a token is quoted.
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
  /// As HTTP writes dates, `Sun, 06 Nov 1994 08:49:37 GMT`: to the second, and within the years 0000 to 9999.
  public var headerValue: String { HTTPDate.text(self) }
}

extension Array: HeaderValue where Element: HeaderValue {
  /// The values with commas between them; an empty text without any.
  public var headerValue: String { map(\.headerValue).joined(separator: ", ") }
}
