public import HTTPTypes

/// A difference between a response and its declaration: an event, never an error, see ``DriftDetector``. It has places
/// and types, but no values.
public struct Drift: Sendable, Hashable {
  /// The kind of a difference. Minor versions may add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the kind, as it is written in Swift.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The endpoint declares nothing for the status code of the response.
    public static let undeclaredStatus = Kind(rawValue: "undeclaredStatus")
    /// The content type of the response is not declared for its status code: ``Drift/detail``.
    public static let undeclaredContentType = Kind(rawValue: "undeclaredContentType")
    /// A key, or an element, is not read by any code. See ``DriftDetector/UnreadKeys`` for which are reported.
    public static let unreadKey = Kind(rawValue: "unreadKey")
    /// A value is null, but the model requires a value, or the baseline has no null there.
    public static let undeclaredNull = Kind(rawValue: "undeclaredNull")
    /// A value has the right type, but the model does not know it: a value of an `OpenEnum`, or one that could not be
    /// decoded.
    public static let unknownValue = Kind(rawValue: "unknownValue")
    /// A key is missing that the model requires, or that was always present in the baseline. A key of the model has the
    /// model's name, whatever the key strategy.
    public static let missingKey = Kind(rawValue: "missingKey")
    /// A value has another type than the model requires, or than in the baseline; in the latter case ``Drift/detail``
    /// has both.
    public static let changedType = Kind(rawValue: "changedType")
    /// The endpoint is deprecated, or will be (RFC 9745); ``Drift/detail`` has the date.
    public static let deprecated = Kind(rawValue: "deprecated")
    /// The endpoint will be switched off (RFC 8594); ``Drift/detail`` has the date.
    public static let sunset = Kind(rawValue: "sunset")
    /// There are more differences than ``DriftDetector/limit``; no new ones are reported for the rest of the interval.
    public static let more = Kind(rawValue: "more")
  }

  /// The kind of the difference.
  public let kind: Kind
  /// The name of the operation (`CallEvent.operation`), or else the method and the path template.
  public let endpoint: String
  /// The status code of the response.
  public let status: HTTPResponse.Status
  /// The place in the body, `users[].name`: all elements of an array are one place, and so are the values of a
  /// dictionary, `byID.*.name`. Keys below the key of a secret are `***`. Empty for the whole body, and for differences
  /// outside the body. In a stream, the place in an element.
  public let place: String
  /// Details: the content type, JSON types, or a date in ISO 8601; empty if there are none.
  public let detail: String

  /// Creates a drift, for tests of your own code.
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
  /// The drift in one line: `GetUser, 200: nobody reads address.zip`.
  public var description: String {
    let place = place.isEmpty ? "the body" : place
    let more = detail.isEmpty ? "" : ": \(detail)"
    let what =
      switch kind {
      case .undeclaredStatus: "the status is not declared"
      case .undeclaredContentType: "the content type is not declared\(more)"
      case .unreadKey: "nobody reads \(place)"
      case .undeclaredNull: "\(place) is null"
      case .unknownValue: "\(place) has a value that the model does not know"
      case .missingKey: "\(place) is not there"
      case .changedType: "\(place) is of another type\(more)"
      case .deprecated: "it is deprecated\(more)"
      case .sunset: "it is going to be switched off\(more)"
      case .more: "there is more than is told"
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
