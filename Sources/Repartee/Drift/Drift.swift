public import HTTPTypes

/// Something that an API says beyond what was declared: an event, never an error, see ``DriftDetector``. It has places
/// and types, and no values.
public struct Drift: Sendable, Hashable {
  /// What is different. There may be other kinds in a minor version.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// Its name, as it is written in Swift.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The response has a status for which the endpoint declares nothing.
    public static let undeclaredStatus = Kind(rawValue: "undeclaredStatus")
    /// The response has a content type that is not declared for its status: ``Drift/detail``.
    public static let undeclaredContentType = Kind(rawValue: "undeclaredContentType")
    /// There is a key, or an element, that nobody has read.
    public static let unreadKey = Kind(rawValue: "unreadKey")
    /// There is null where the model wants a value, or where there was none in the baseline.
    public static let undeclaredNull = Kind(rawValue: "undeclaredNull")
    /// There is a value of the right type that the model does not know: one of an ``OpenEnum``, or one that could not
    /// be decoded.
    public static let unknownValue = Kind(rawValue: "unknownValue")
    /// A key is not there that the model wants, or that was always there in the baseline. What the model wants is named
    /// as it names it, whatever the key strategy.
    public static let missingKey = Kind(rawValue: "missingKey")
    /// A value is of another type than the model wants, or than in the baseline: ``Drift/detail``.
    public static let changedType = Kind(rawValue: "changedType")
    /// The endpoint is deprecated, or going to be (RFC 9745); since when is in ``Drift/detail``.
    public static let deprecated = Kind(rawValue: "deprecated")
    /// The endpoint is going to be switched off (RFC 8594); when is in ``Drift/detail``.
    public static let sunset = Kind(rawValue: "sunset")
    /// There was more than ``DriftDetector/limit``; the rest of the interval nothing new is told.
    public static let more = Kind(rawValue: "more")
  }

  /// What is different.
  public let kind: Kind
  /// The endpoint's type, without its module; of a ``Resource`` its method and path template.
  public let endpoint: String
  /// The status of the response.
  public let status: HTTPResponse.Status
  /// Where in the body it is, `users[].name`: all elements of an array are one place, and so are the values of a
  /// dictionary, `byID.*.name`. Keys below that of a secret are `***`. Empty of the whole body, and of what is about
  /// none. Of a stream it is in an element.
  public let place: String
  /// More about it: the content type, the types of JSON, a date in ISO 8601; empty where there is nothing to say.
  public let detail: String

  /// A drift, for tests of your own code.
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
  /// One line: `GetUser, 200: nobody reads address.zip`.
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
