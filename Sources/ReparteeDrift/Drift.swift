public import HTTPTypes

/// A difference between a response and its declaration, without values; see ``DriftDetector``.
public struct Drift: Sendable, Hashable {
  /// The kind of a difference; minor versions may add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name as written in Swift.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The endpoint declares nothing for this status code.
    public static let undeclaredStatus = Kind(rawValue: "undeclaredStatus")
    /// The endpoint declares no such content type for the status code; see ``Drift/detail``.
    public static let undeclaredContentType = Kind(rawValue: "undeclaredContentType")
    /// Nothing reads a key or an element; see ``DriftDetector/reportsAllUnreadKeys``.
    public static let unreadKey = Kind(rawValue: "unreadKey")
    /// A value is null, where the model requires one or the baseline has no null.
    public static let undeclaredNull = Kind(rawValue: "undeclaredNull")
    /// The model does not know a value of the right type: of an `OpenEnum`, or one that could not be decoded.
    public static let unknownValue = Kind(rawValue: "unknownValue")
    /// A key is missing that the model requires (named as in the model), or that the baseline always had.
    public static let missingKey = Kind(rawValue: "missingKey")
    /// A value's type differs from the model's, or from the baseline's; then ``Drift/detail`` has both.
    public static let changedType = Kind(rawValue: "changedType")
    /// The endpoint is deprecated, or will be (RFC 9745); ``Drift/detail`` has the date.
    public static let deprecated = Kind(rawValue: "deprecated")
    /// The endpoint will be switched off (RFC 8594); ``Drift/detail`` has the date.
    public static let sunset = Kind(rawValue: "sunset")
    /// The interval has more drift than ``DriftDetector/limit``, and reports no more.
    public static let more = Kind(rawValue: "more")
  }

  /// The kind of the difference.
  public let kind: Kind
  /// The operation (`CallEvent.operation`), or else the method and the path template.
  public let endpoint: String
  /// The status code of the response.
  public let status: HTTPResponse.Status
  /// The place in the body: `users[].name`, or `byID.*.name` in a dictionary; empty for the whole body and outside it.
  ///
  /// Keys below a secret's key are `***`. In a stream, the place is in an element.
  public let place: String
  /// The content type, JSON types, or a date in ISO 8601; otherwise empty.
  public let detail: String

  /// Creates a drift, for tests.
  public init(
    _ kind: Kind, endpoint: String, status: HTTPResponse.Status, place: String = "", detail: String = ""
  ) {
    self.kind = kind
    self.endpoint = endpoint
    self.status = status
    self.place = place
    self.detail = detail
  }
}

extension Drift: CustomStringConvertible {
  /// One line: `GetUser, 200: unread key: address.zip`.
  public var description: String {
    let place = place.isEmpty ? "the body" : place
    let more = detail.isEmpty ? "" : ": \(detail)"
    let what =
      switch kind {
      case .undeclaredStatus: "the status is not declared"
      case .undeclaredContentType: "the content type is not declared\(more)"
      case .unreadKey: "unread key: \(place)"
      case .undeclaredNull: "\(place) is null"
      case .unknownValue: "\(place) has a value that the model does not know"
      case .missingKey: "\(place) is missing"
      case .changedType: "\(place) is of another type\(more)"
      case .deprecated: "deprecated\(more)"
      case .sunset: "sunset\(more)"
      case .more: "limit reached; more drift was suppressed"
      default: "\(kind) \(place)\(more)"
      }
    return "\(endpoint), \(status.code): \(what)"
  }
}

extension Drift: Codable {
  private enum CodingKeys: CodingKey {
    case kind, endpoint, status, place, detail
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let code = try container.decode(Int.self, forKey: .status)
    guard (0...999).contains(code) else {
      throw DecodingError.dataCorruptedError(
        forKey: .status, in: container, debugDescription: "a status has three digits")
    }
    self.init(
      try container.decode(Kind.self, forKey: .kind),
      endpoint: try container.decode(String.self, forKey: .endpoint),
      status: HTTPResponse.Status(code: code),
      place: try container.decodeIfPresent(String.self, forKey: .place) ?? "",
      detail: try container.decodeIfPresent(String.self, forKey: .detail) ?? "")
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(endpoint, forKey: .endpoint)
    try container.encode(status.code, forKey: .status)
    if !place.isEmpty { try container.encode(place, forKey: .place) }
    if !detail.isEmpty { try container.encode(detail, forKey: .detail) }
  }
}
