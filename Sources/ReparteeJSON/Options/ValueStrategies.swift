#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Structs, not enums: adding a strategy breaks no `switch`.

/// A strategy for dates in the JSON.
public struct DateStrategy: Sendable {
  enum Kind: Sendable {
    case iso8601, secondsSince1970, millisecondsSince1970, deferredToDate
    case text(parse: @Sendable (String) throws -> Date?, format: (@Sendable (Date) -> String)?)
    case custom(
      decode: @Sendable (any Decoder) throws -> Date, encode: @Sendable (Date, any Encoder) throws -> Void)
  }

  let kind: Kind

  /// ISO 8601 / RFC 3339 text; the default.
  ///
  /// Parsing accepts `T`, `t` or a space between date and time, any number of fractional digits after a point or a
  /// comma, a time without seconds, `Z`, `z`, `±hh:mm`, `±hhmm` or `±hh`, a date alone (midnight UTC), and a time
  /// without offset (UTC). Second 60 is the first of the next minute. Dates are written as RFC 3339 in UTC, with three
  /// fractional digits unless they are zero, for the years 0 to 9999.
  public static let iso8601 = DateStrategy(kind: .iso8601)

  /// Seconds since 1970, as a number.
  public static let secondsSince1970 = DateStrategy(kind: .secondsSince1970)

  /// Milliseconds since 1970, as a number.
  public static let millisecondsSince1970 = DateStrategy(kind: .millisecondsSince1970)

  /// `Date`'s own `Codable` format: seconds since 2001, as a number.
  public static let deferredToDate = DateStrategy(kind: .deferredToDate)

  /// Decodes and encodes text in a custom format; see also ``formatted(_:)``.
  ///
  /// ```swift
  /// json.dates = .text { formatter.date(from: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - parse: Returns the date; nil, or an error, if the text is none.
  ///   - format: Returns the text; by default that of ``iso8601``.
  public static func text(
    parse: @escaping @Sendable (String) throws -> Date?,
    format: (@Sendable (Date) -> String)? = nil
  ) -> DateStrategy {
    DateStrategy(kind: .text(parse: parse, format: format))
  }

  /// Decodes and encodes dates with custom functions; by default they are encoded as by ``iso8601``.
  public static func custom(
    decode: @escaping @Sendable (any Decoder) throws -> Date,
    encode: (@Sendable (Date, any Encoder) throws -> Void)? = nil
  ) -> DateStrategy {
    DateStrategy(kind: .custom(decode: decode, encode: encode ?? encodeISO8601))
  }

  /// Decodes and encodes text in the format of a style.
  public static func formatted<Style>(_ style: Style) -> DateStrategy
  where
    Style: ParseableFormatStyle & Sendable, Style.FormatInput == Date, Style.FormatOutput == String,
    Style.Strategy: Sendable
  {
    let strategy = style.parseStrategy
    return .text(parse: { try strategy.parse($0) }, format: { style.format($0) })
  }
}

extension DateStrategy {
  @Sendable static func encodeISO8601(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let text = iso8601Text(date.timeIntervalSinceReferenceDate) else {
      throw EncodingError.invalidValue(
        date,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "ISO 8601 has four digits for the year."))
    }
    try container.encode(text)
  }
}

/// A strategy for `Data` in the JSON.
public struct DataStrategy: Sendable {
  enum Kind: Sendable {
    case base64, deferredToData
    case custom(
      decode: @Sendable (any Decoder) throws -> Data, encode: @Sendable (Data, any Encoder) throws -> Void)
  }

  let kind: Kind

  /// Base64 text (RFC 4648 section 4, with padding); the default.
  public static let base64 = DataStrategy(kind: .base64)

  /// `Data`'s own `Codable` format: an array of numbers.
  public static let deferredToData = DataStrategy(kind: .deferredToData)

  /// Decodes and encodes data with custom functions.
  public static func custom(
    decode: @escaping @Sendable (any Decoder) throws -> Data,
    encode: @escaping @Sendable (Data, any Encoder) throws -> Void
  ) -> DataStrategy {
    DataStrategy(kind: .custom(decode: decode, encode: encode))
  }
}

/// A strategy for infinities and not-a-number.
public struct NonConformingFloatStrategy: Sendable {
  enum Kind: Sendable {
    case reject
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  let kind: Kind

  /// Infinities and not-a-number are errors; the default.
  public static let reject = NonConformingFloatStrategy(kind: .reject)

  /// Represents infinities and not-a-number by strings.
  public static func strings(
    positiveInfinity: String, negativeInfinity: String, nan: String
  ) -> NonConformingFloatStrategy {
    NonConformingFloatStrategy(
      kind: .strings(positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan))
  }

  func plain(_ text: String) -> String {
    switch kind {
    case .strings(text, _, _): "Infinity"
    case .strings(_, text, _): "-Infinity"
    case .strings(_, _, text): "NaN"
    case .strings, .reject: text
    }
  }
}
