#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How dates are written in the JSON.
public enum DateStrategy: Sendable {
  /// ISO 8601 / RFC 3339 text; the default.
  ///
  /// Read with tolerance: `T`, `t` or a space between date and time, any number of fractional digits, seconds left
  /// out, `Z`, `±hh:mm`, `±hhmm` or `±hh`, a date alone (midnight UTC), a time without offset (UTC). Ranges are
  /// checked, leap years included; second 60 is the first of the next minute. Written as RFC 3339 in UTC, with three
  /// fractional digits where they are not zero, for the years 0 to 9999; a leap second after their end is written as
  /// the last millisecond.
  case iso8601

  /// A number of seconds since 1970.
  case secondsSince1970

  /// A number of milliseconds since 1970.
  case millisecondsSince1970

  /// Text in a format of your own: see ``formatted(_:)``.
  case text(parse: @Sendable (String) throws -> Date, format: @Sendable (Date) -> String)

  /// What `Date` does by itself: a number of seconds since 2001.
  case deferredToDate

  /// Two functions of your own.
  case custom(
    decode: @Sendable (any Decoder) throws -> Date,
    encode: @Sendable (Date, any Encoder) throws -> Void
  )

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
public enum DataStrategy: Sendable {
  /// Base64 text (RFC 4648 section 4, with padding); the default.
  case base64

  /// What `Data` does by itself: an array of numbers.
  case deferredToData

  /// Two functions of your own.
  case custom(
    decode: @Sendable (any Decoder) throws -> Data,
    encode: @Sendable (Data, any Encoder) throws -> Void
  )
}

/// How infinities and not-a-number, which JSON has no numbers for, are written.
public enum NonConformingFloatStrategy: Sendable {
  /// They are errors; the default.
  case reject

  /// They are these strings.
  case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// What becomes of an object that has a key twice (RFC 8259 section 4 leaves it open).
public enum DuplicateKeyStrategy: Sendable {
  /// The first counts, as in Foundation; the default.
  case firstWins

  /// It is an error, at the second key, before anything is decoded.
  case reject
}
