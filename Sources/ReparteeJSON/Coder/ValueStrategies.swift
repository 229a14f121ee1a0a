#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Structs, not enums: there may be more of them one day, and nobody's `switch` has to hear of it.

/// How dates are written in the JSON.
public struct DateStrategy: Sendable {
  enum Kind: Sendable {
    case iso8601, secondsSince1970, millisecondsSince1970, deferredToDate
    case text(parse: @Sendable (String) throws -> Date, format: @Sendable (Date) -> String)
    case custom(
      decode: @Sendable (any Decoder) throws -> Date, encode: @Sendable (Date, any Encoder) throws -> Void)
  }

  let kind: Kind

  /// ISO 8601 / RFC 3339 text; the default.
  ///
  /// Read with tolerance: `T`, `t` or a space between date and time, any number of fractional digits, seconds left
  /// out, `Z`, `±hh:mm`, `±hhmm` or `±hh`, a date alone (midnight UTC), a time without offset (UTC). Ranges are
  /// checked, leap years included; second 60 is the first of the next minute. Written as RFC 3339 in UTC, with three
  /// fractional digits where they are not zero, for the years 0 to 9999; a leap second after their end is written as
  /// the last millisecond.
  public static let iso8601 = DateStrategy(kind: .iso8601)

  /// A number of seconds since 1970.
  public static let secondsSince1970 = DateStrategy(kind: .secondsSince1970)

  /// A number of milliseconds since 1970.
  public static let millisecondsSince1970 = DateStrategy(kind: .millisecondsSince1970)

  /// What `Date` does by itself: a number of seconds since 2001.
  public static let deferredToDate = DateStrategy(kind: .deferredToDate)

  /// Text in a format of your own: see ``formatted(_:)``.
  public static func text(
    parse: @escaping @Sendable (String) throws -> Date, format: @escaping @Sendable (Date) -> String
  ) -> DateStrategy {
    DateStrategy(kind: .text(parse: parse, format: format))
  }

  /// Two functions of your own.
  public static func custom(
    decode: @escaping @Sendable (any Decoder) throws -> Date,
    encode: @escaping @Sendable (Date, any Encoder) throws -> Void
  ) -> DateStrategy {
    DateStrategy(kind: .custom(decode: decode, encode: encode))
  }

  /// Text in the format of a style that both parses and formats dates.
  public static func formatted<Style>(_ style: Style) -> DateStrategy
  where
    Style: ParseableFormatStyle & Sendable, Style.FormatInput == Date, Style.FormatOutput == String,
    Style.Strategy: Sendable
  {
    let strategy = style.parseStrategy
    return .text(parse: { try strategy.parse($0) }, format: { style.format($0) })
  }
}

/// How `Data` is written in the JSON.
public struct DataStrategy: Sendable {
  enum Kind: Sendable {
    case base64, deferredToData
    case custom(
      decode: @Sendable (any Decoder) throws -> Data, encode: @Sendable (Data, any Encoder) throws -> Void)
  }

  let kind: Kind

  /// Base64 text (RFC 4648 section 4, with padding); the default.
  public static let base64 = DataStrategy(kind: .base64)

  /// What `Data` does by itself: an array of numbers.
  public static let deferredToData = DataStrategy(kind: .deferredToData)

  /// Two functions of your own.
  public static func custom(
    decode: @escaping @Sendable (any Decoder) throws -> Data,
    encode: @escaping @Sendable (Data, any Encoder) throws -> Void
  ) -> DataStrategy {
    DataStrategy(kind: .custom(decode: decode, encode: encode))
  }
}

/// How infinities and not-a-number, which JSON has no numbers for, are written.
public struct NonConformingFloatStrategy: Sendable {
  enum Kind: Sendable {
    case reject
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  let kind: Kind

  /// They are errors; the default.
  public static let reject = NonConformingFloatStrategy(kind: .reject)

  /// They are these strings.
  public static func strings(
    positiveInfinity: String, negativeInfinity: String, nan: String
  ) -> NonConformingFloatStrategy {
    NonConformingFloatStrategy(
      kind: .strings(positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan))
  }
}

/// What becomes of an object that has a key twice (RFC 8259 section 4 leaves it open).
public struct DuplicateKeyStrategy: Sendable {
  enum Kind: Sendable { case firstWins, reject }

  let kind: Kind

  /// The first counts, as in Foundation; the default.
  public static let firstWins = DuplicateKeyStrategy(kind: .firstWins)

  /// It is an error, at the second key, before anything is decoded.
  public static let reject = DuplicateKeyStrategy(kind: .reject)
}
