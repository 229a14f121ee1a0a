#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONCoder {
  /// Encodes a value as JSON that this coder can decode.
  ///
  /// Members are in the order in which the model encodes them; those of a dictionary are in no particular order, unless
  /// `value` is a ``JSONEncodable``. Of equal keys, the last value counts. A ``JSONValue`` keeps its order, keys and
  /// digits.
  ///
  /// - Throws: `EncodingError` for a value that JSON or an option does not allow, a model that encodes nothing, or a
  ///   container used after its value was encoded; and what a model throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data { try encode(value, sortingKeys: false) }

  func encode<T: Encodable>(_ value: T, sortingKeys: Bool) throws -> Data {
    if let value = value as? any JSONEncodable { return try text(of: value) }
    return try Encoding(options, sortsKeys: sortingKeys).text(of: value)
  }

  func text(of value: some JSONEncodable) throws -> Data {
    var writer = JSONWriter(options)
    try value._writeWhole(to: &writer)
    return try writer.text()
  }

  /// Returns Foundation's encoder with the same options.
  ///
  /// It does not escape slashes, or keep a ``JSONValue``'s order. A ``JSONEncodable`` is written with the default
  /// strategies.
  public func makeFoundationEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.userInfo = options.values.userInfo
    switch keys.kind {
    case .asDeclared: encoder.keyEncodingStrategy = .useDefaultKeys
    case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
    case .custom(_, let encode):
      encoder.keyEncodingStrategy = .custom { path in
        guard let key = path.last else { return JSONPath.Component.key("") }
        // A key of `[Int: …]`.
        if let number = key.intValue, key.stringValue == "\(number)" { return key }
        return JSONPath.Component.key(encode(key.stringValue))
      }
    }
    switch dates.kind {
    case .iso8601: encoder.dateEncodingStrategy = .custom(DateStrategy.encodeISO8601)
    case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
    case .deferredToDate: encoder.dateEncodingStrategy = .deferredToDate
    case .text(_, nil): encoder.dateEncodingStrategy = .custom(DateStrategy.encodeISO8601)
    case .text(_, let format?):
      encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(format(date))
      }
    case .custom(_, let encode): encoder.dateEncodingStrategy = .custom(encode)
    }
    switch data.kind {
    case .base64: encoder.dataEncodingStrategy = .base64
    case .deferredToData: encoder.dataEncodingStrategy = .deferredToData
    case .custom(_, let encode): encoder.dataEncodingStrategy = .custom(encode)
    }
    switch floats.kind {
    case .reject: encoder.nonConformingFloatEncodingStrategy = .throw
    case .strings(let positive, let negative, let nan):
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    return encoder
  }

  /// Returns Foundation's decoder with the same strategies.
  ///
  /// It has no size limit and its own depth limit (512), accepts trailing commas, and reports positions for syntax
  /// errors only. A ``JSONDecodable`` is read with the default strategies. A custom ``KeyStrategy`` also converts the
  /// keys of `[Int: …]`. `.snakeCase` reads `image_url` as `imageUrl` only, and converts keys that are
  /// `CodingKeyRepresentable`. Half of a surrogate pair is an error.
  public func makeFoundationDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo = options.values.userInfo
    switch keys.kind {
    case .asDeclared: decoder.keyDecodingStrategy = .useDefaultKeys
    case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case .custom(let decode, _):
      decoder.keyDecodingStrategy = .custom { path in
        JSONPath.Component.key(path.last.map { decode($0.stringValue) } ?? "")
      }
    }
    switch dates.kind {
    case .iso8601: decoder.dateDecodingStrategy = .custom(JSONCoder.decodeISO8601)
    case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
    case .deferredToDate: decoder.dateDecodingStrategy = .deferredToDate
    case .text(let parse, _):
      decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        guard let date = try parse(container.decode(String.self)) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "Expected a date in the format.")
        }
        return date
      }
    case .custom(let decode, _): decoder.dateDecodingStrategy = .custom(decode)
    }
    switch data.kind {
    case .base64: decoder.dataDecodingStrategy = .base64
    case .deferredToData: decoder.dataDecodingStrategy = .deferredToData
    case .custom(let decode, _): decoder.dataDecodingStrategy = .custom(decode)
    }
    switch floats.kind {
    case .reject: decoder.nonConformingFloatDecodingStrategy = .throw
    case .strings(let positive, let negative, let nan):
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    return decoder
  }

  @Sendable private static func decodeISO8601(_ decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let seconds = text.withBytes(ISO8601Reader.seconds) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected an ISO 8601 date.")
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}
