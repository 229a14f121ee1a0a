import HTTPTypes

extension Response {
  /// A challenge in WWW-Authenticate (RFC 9110, section 11.3).
  ///
  /// ```swift
  /// let challenges = error.response?.challenges ?? []
  /// for bearer in challenges where bearer.scheme == "bearer" {
  ///   print(bearer["realm"] ?? "", bearer["scope"] ?? "")
  /// }
  /// ```
  public struct Challenge: Sendable, Hashable {
    /// The authentication scheme, in lower case: `bearer`, `basic`.
    public let scheme: String
    /// The token68 in place of parameters, if any (RFC 9110, section 11.2).
    public let token: String?
    /// The parameters, by name in lower case, the first of each name.
    public let parameters: [String: String]
    var origin = ValueOrigin()

    /// Creates a challenge, for your tests.
    public init(scheme: String, token: String? = nil, parameters: [String: String] = [:]) {
      self.scheme = scheme.lowercased()
      self.token = token
      self.parameters = parameters
    }

    /// Returns the parameter with this name, in any case.
    public subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// The protection space (RFC 9110, section 11.5).
    public var realm: String? { self["realm"] }
  }
}

extension Response.Challenge {
  static let limit = 50

  static func all(in text: String) -> [Response.Challenge] {
    var reader = ChallengeReader(rest: text[...].utf8)
    return reader.read()
  }

  static func all(in head: HTTPResponse, of request: SentRequest? = nil) -> [Response.Challenge] {
    var challenges: [Response.Challenge] = []
    for field in head.headerFields where field.name == .wwwAuthenticate && challenges.count < limit {
      challenges += all(in: field.value).prefix(limit - challenges.count)
    }
    for index in challenges.indices { challenges[index].origin = ValueOrigin(request: request) }
    return challenges
  }
}

/// Reads bytes: a combining mark after a quote would hide the quote.
private struct ChallengeReader {
  var rest: Substring.UTF8View
  private var challenges: [Response.Challenge] = []
  private var scheme: String?
  private var token: String?
  private var parameters: [String: String] = [:]

  init(rest: Substring.UTF8View) { self.rest = rest }

  mutating func read() -> [Response.Challenge] {
    while challenges.count < Response.Challenge.limit {
      let between = rest.prefix { $0.isFieldSpace || $0 == UInt8(ascii: ",") }
      rest = rest[between.endIndex...]
      if rest.isEmpty { break }
      let isElement = scheme == nil || between.contains(UInt8(ascii: ","))
      guard let name = take(\.isTokenByte) else {
        skipElement()
        continue
      }
      let isSpaced = rest.first?.isFieldSpace ?? false
      // A name with an equals sign is a parameter of the current challenge; one without begins the next challenge.
      if let value = parameterValue() {
        add(name, value)
        continue
      }
      guard isElement else {
        skipElement()
        continue
      }
      finish()
      scheme = name.lowercased()
      if isSpaced { readBehindScheme() }
    }
    if challenges.count < Response.Challenge.limit { finish() }
    return challenges
  }

  private mutating func readBehindScheme() {
    let start = rest
    rest = rest.drop(while: \.isFieldSpace)
    if let text = take(\.isToken68Byte) {
      let padding = rest.prefix { $0 == UInt8(ascii: "=") }
      let behind = rest[padding.endIndex...].drop(while: \.isFieldSpace)
      if behind.isEmpty || behind.first == UInt8(ascii: ",") {
        token = text + String(Substring(padding))
        rest = behind
        return
      }
    }
    rest = start
  }

  private mutating func parameterValue() -> String? {
    let behind = rest.drop(while: \.isFieldSpace)
    guard behind.first == UInt8(ascii: "=") else { return nil }
    rest = behind.dropFirst().drop(while: \.isFieldSpace)
    if rest.first == UInt8(ascii: "\"") { return quoted() }
    return take { !$0.isFieldSpace && $0 != UInt8(ascii: ",") } ?? ""
  }

  private mutating func quoted() -> String {
    var value: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func take(_ isPart: (UInt8) -> Bool) -> String? {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part.isEmpty ? nil : String(Substring(part))
  }

  private mutating func skipElement() {
    while let byte = rest.first, byte != UInt8(ascii: ",") {
      if byte == UInt8(ascii: "\"") { _ = quoted() } else { rest = rest.dropFirst() }
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    let name = name.lowercased()
    if parameters[name] == nil { parameters[name] = value }
  }

  private mutating func finish() {
    if let scheme {
      challenges.append(Response.Challenge(scheme: scheme, token: token, parameters: parameters))
    }
    scheme = nil
    token = nil
    parameters = [:]
  }
}

extension UInt8 {
  fileprivate var isFieldSpace: Bool { self == 0x20 || self == 0x09 }
  fileprivate var isAlphanumeric: Bool {
    self &- 0x30 < 10 || self &- 0x41 < 26 || self &- 0x61 < 26
  }
  /// RFC 9110, section 5.6.2.
  fileprivate var isTokenByte: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
  /// RFC 9110, section 11.2.
  fileprivate var isToken68Byte: Bool { isAlphanumeric || "-._~+/".utf8.contains(self) }
}
