import ReparteeJSON

/// A value of an enum that may get new cases: an unknown raw value is no failure.
///
/// ```swift
/// enum Color: String { case red, green }
/// struct Car: Decodable { var color: OpenEnum<Color> }
///
/// switch car.color {
/// case .known(.red): …
/// case .known(.green): …
/// case .unknown(let name): …
/// }
/// ```
///
/// With texts or integers as raw values it is also the key of a dictionary: `[OpenEnum<Color>: Int]` is an object.
public enum OpenEnum<Known: RawRepresentable> {
  /// A case of the enum.
  case known(Known)
  /// Any other raw value.
  case unknown(Known.RawValue)

  /// Creates the known or unknown value.
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue)
  }

  /// The raw value, known or not.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let known): known.rawValue
    case .unknown(let rawValue): rawValue
    }
  }

  /// The case of the enum; nil if unknown.
  public var known: Known? {
    if case .known(let known) = self { known } else { nil }
  }
}

extension OpenEnum: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text of the raw value: `red`.
  public var description: String { "\(rawValue)" }
  /// The debug description of the raw value: `"red"`.
  public var debugDescription: String { String(reflecting: rawValue) }
}

extension OpenEnum: Sendable where Known: Sendable, Known.RawValue: Sendable {}
extension OpenEnum: Equatable where Known: Equatable, Known.RawValue: Equatable {}
extension OpenEnum: Hashable where Known: Hashable, Known.RawValue: Hashable {}

extension OpenEnum: CodingKeyRepresentable where Known.RawValue: CodingKeyRepresentable {
  /// The raw value as a key.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates the known or unknown value of a key; nil for an integer type and a key that is none.
  public init?<T: CodingKey>(codingKey: T) {
    guard let rawValue = Known.RawValue(codingKey: codingKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    if case .unknown = self { (decoder as? any ProbedDecoder)?.noteUnknownValue() }
  }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
