import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CookieJar {
  /// A cookie of one host. Its value is a credential: what `print` and `dump` show does not have it.
  ///
  /// Encode an array of them to keep cookies longer than a jar; the encoded form has the values as they are, so that it
  /// belongs where credentials are kept. ``CookieJar/init(_:)`` takes the array, and leaves out what no server could
  /// have set.
  public struct Cookie: Sendable, Hashable, Codable {
    /// Its name; empty if the server gave it none.
    public let name: String
    /// Its value, a credential.
    public let value: String
    /// The host that it is sent to, in lower case, without a port: no other, and none below it.
    public let host: String
    /// It is sent with requests whose path is this one or below it (RFC 6265, section 5.1.4).
    public let path: String
    /// When it stops being sent; nil for a session cookie, which is sent as long as the jar is there.
    public let expires: Date?
    /// Whether it is sent over https only.
    public let isSecure: Bool
    /// Whether the server asked that scripts of a browser do not see it. It means nothing here.
    public let isHTTPOnly: Bool

    /// Whether the server gave it no time to expire.
    public var isSession: Bool { expires == nil }

    private enum CodingKeys: CodingKey { case name, value, host, path, expires, isSecure, isHTTPOnly }
  }
}

extension CookieJar.Cookie {
  /// - Throws: Also for what a newer version of the library has written in a form that this one does not know.
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
  /// Whether it has expired. A date that is no number has.
  func isExpired(at now: Date) -> Bool { expires.map { !($0 > now) } ?? false }

  /// Whether a server of its host can have set it so (RFC 6265bis, section 5.7), which what was decoded has to be
  /// asked.
  var isPossible: Bool {
    let (name, value) = (name.utf8, value.utf8)
    return name.count + value.count <= SetCookie.maximumPairSize && !(name.isEmpty && value.isEmpty)
      && !name.contains { isControl($0) || "=;".utf8.contains($0) }
      && !value.contains { isControl($0) || $0 == UInt8(ascii: ";") }
      && !hasSpaceAround(name) && !hasSpaceAround(value)
      && path.utf8.first == UInt8(ascii: "/") && keepsItsPrefix(isAtRoot: path == "/")
  }

  /// What the prefix of a name promises, in any case of letters (section 4.1.3). A cookie without a name must not look
  /// like one that has a prefix.
  func keepsItsPrefix(isAtRoot: Bool) -> Bool {
    let start = (name.isEmpty ? value : name).utf8.prefix(9).map(lowercased)
    let isOfHost = start.starts(with: "__host-".utf8)
    guard isOfHost || start.starts(with: "__secure-".utf8) else { return true }
    return !name.isEmpty && isSecure && (isAtRoot || !isOfHost)
  }

  /// The same name, host and path: the newer takes the place of the older.
  func takesThePlace(of other: Self) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && path.utf8.elementsEqual(other.path.utf8)
  }

  private func hasSpaceAround(_ text: String.UTF8View) -> Bool {
    func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    return isSpace(text.first) || isSpace(text.last)
  }
}

extension CookieJar.Cookie: CustomStringConvertible, CustomReflectable {
  /// The name and where it is sent, never the value.
  public var description: String {
    // Without a name, all there is, is the value.
    let sent = isSecure ? ", https only" : ""
    return Shown.text("\(name)=\(Redaction.mask) for \(host)\(path)\(sent)", limit: Shown.message)
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
