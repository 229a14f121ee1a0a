import Repartee

/// Why a callback has no code; see ``AuthorizationRequest/code(from:)``.
public enum CallbackError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The server refused the request, for example with ``OAuthError/Code/accessDenied`` (RFC 6749, section 4.1.2.1).
  case refused(OAuthError)
  /// The callback has no `state`, or that of another request; any page can make it.
  case otherState
  /// The callback is from another server, or does not name its server (RFC 9207, section 2.4).
  case otherIssuer
  /// The callback is not at the redirect URI of the request (RFC 9700, section 4.4.2.2).
  case otherURI
  /// A parameter is repeated (RFC 6749, section 3.1), or there is no error and no valid code.
  case malformed

  /// The server's error code, or what is wrong.
  public var description: String {
    switch self {
    case .refused(let error): "the authorization server refused the request: \(error)"
    case .otherState: "the callback has another state: it belongs to another request"
    case .otherIssuer: "the callback names another issuer, or none"
    case .otherURI:
      "the callback is not at the redirect URI of the request; behind a proxy that changes it, pass the query alone"
    case .malformed: "the callback has no valid code, or repeats a parameter"
    }
  }
}

extension CallbackError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

/// RFC 6749, appendix B.
struct FormFields {
  private var values: [[UInt8]: [String]] = [:]

  init(callback: String) {
    let url = callback.utf8.prefix { $0 != UInt8(ascii: "#") }
    self.init(url.drop { $0 != UInt8(ascii: "?") }.dropFirst())
  }

  init(_ form: Substring.UTF8View) {
    for item in form.split(separator: UInt8(ascii: "&")) {
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      let value = item.dropFirst(name.count + 1)
      values[Array(Self.decoded(name).utf8), default: []].append(Self.decoded(value))
    }
  }

  var hasRepetitions: Bool { values.values.contains { $0.count > 1 } }

  func has(_ name: String, _ value: String) -> Bool {
    values[Array(name.utf8), default: []].contains { $0.utf8.elementsEqual(value.utf8) }
  }

  subscript(name: String) -> String? { values[Array(name.utf8)]?.first }

  var object: JSONObject {
    var object = JSONObject()
    for (name, texts) in values {
      object[String(decoding: name, as: UTF8.self)] = texts.first.map(JSONValue.string)
    }
    return object
  }

  private static func decoded(_ bytes: Substring.UTF8View) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: percentDecoded(spaced[...]), as: UTF8.self)
  }
}
