import ReparteeRedaction

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CookieJar {
  /// A cookie of one host. `print` and `dump` do not show its value.
  ///
  /// Encode an array of cookies for a later ``CookieJar/init(_:)``. It has the plain values: store it like a
  /// credential.
  public struct Cookie: Sendable, Hashable, Codable {
    /// The name; empty if the server sent none.
    public let name: String
    /// The value, a credential.
    public let value: String
    /// The only host that receives the cookie, in lower case, without a port.
    public let host: String
    /// The path; requests to it or below it have the cookie (RFC 6265, section 5.1.4).
    public let path: String
    /// The expiration date; nil for a session cookie.
    public let expires: Date?
    /// Whether the cookie is sent over https only.
    public let isSecure: Bool
    /// Whether the cookie is `HttpOnly`, which has no effect here.
    public let isHTTPOnly: Bool

    /// Whether the cookie has no expiration date.
    public var isSession: Bool { expires == nil }

    private enum CodingKeys: CodingKey { case name, value, host, path, expires, isSecure, isHTTPOnly }
  }
}

extension CookieJar.Cookie {
  /// - Throws: Any decoding error, also for a form of a newer version of the library.
  public init(from decoder: any Decoder) throws {
    try CodedForm.check(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      value: try container.decode(String.self, forKey: .value),
      host: try container.decode(String.self, forKey: .host),
      path: try container.decode(String.self, forKey: .path),
      expires: try container.decodeIfPresent(Date.self, forKey: .expires),
      isSecure: try container.decode(Bool.self, forKey: .isSecure),
      isHTTPOnly: try container.decode(Bool.self, forKey: .isHTTPOnly))
  }
}

extension CookieJar.Cookie {
  /// A NaN counts as expired.
  func isExpired(at now: Date) -> Bool { expires.map { !($0 > now) } ?? false }

  /// Whether a server could have set this cookie (RFC 6265bis, section 5.7).
  var isPossible: Bool {
    let (name, value) = (name.utf8, value.utf8)
    return name.count + value.count <= SetCookie.maximumPairSize && !(name.isEmpty && value.isEmpty)
      && !name.contains { isControl($0) || "=;".utf8.contains($0) }
      && !value.contains { isControl($0) || $0 == UInt8(ascii: ";") }
      && !hasSpaceAround(name) && !hasSpaceAround(value)
      && path.utf8.first == UInt8(ascii: "/") && followsPrefixRules(isAtRoot: path == "/")
  }

  /// In any letter case (section 4.1.3). The value of a cookie without a name must not begin with a prefix.
  func followsPrefixRules(isAtRoot: Bool) -> Bool {
    let start = (name.isEmpty ? value : name).utf8.prefix(9).map(lowercased)
    let isOfHost = start.starts(with: "__host-".utf8)
    guard isOfHost || start.starts(with: "__secure-".utf8) else { return true }
    return !name.isEmpty && isSecure && (isAtRoot || !isOfHost)
  }

  func replaces(_ other: Self) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && path.utf8.elementsEqual(other.path.utf8)
  }

  private func hasSpaceAround(_ text: String.UTF8View) -> Bool {
    func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    return isSpace(text.first) || isSpace(text.last)
  }
}

extension CookieJar.Cookie: CustomStringConvertible, CustomReflectable {
  public var description: String {
    // A nameless cookie has only a value.
    let sent = isSecure ? ", https only" : ""
    return DisplayText.text("\(name)=\(Redaction.mask) for \(host)\(path)\(sent)", limit: DisplayText.message)
  }

  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
