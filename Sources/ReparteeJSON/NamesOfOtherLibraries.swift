// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONCoder {
  @available(
    *, unavailable, message: "the coder itself: keys, dates, data; Foundation's: makeFoundationDecoder()"
  )
  @_alwaysEmitIntoClient public var decoder: JSONCoder {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "the coder itself: keys, dates, data; Foundation's: makeFoundationEncoder()"
  )
  @_alwaysEmitIntoClient public var encoder: JSONCoder {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "floats")
  @_alwaysEmitIntoClient public var nonConformingFloatDecodingStrategy: NonConformingFloatStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "dates")
  @_alwaysEmitIntoClient public var dateStrategy: DateStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "keys")
  @_alwaysEmitIntoClient public var keyStrategy: KeyStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "init(keys:)")
  @_alwaysEmitIntoClient public init(keyDecodingStrategy: KeyStrategy) { fatalError() }
  @available(*, unavailable, renamed: "init(keys:dates:)")
  @_alwaysEmitIntoClient public init(keyDecodingStrategy: KeyStrategy, dateDecodingStrategy: DateStrategy) {
    fatalError()
  }
  @available(
    *, unavailable, message: "Foundation's decoder is not a coder: client.decoders = [client.json.foundation]"
  )
  @_alwaysEmitIntoClient public init(decoder: Any) { fatalError() }
  @available(*, unavailable, message: "keys = .snakeCase")
  @_alwaysEmitIntoClient public var keyDecodingStrategy: KeyStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "keys = .snakeCase")
  @_alwaysEmitIntoClient public var keyEncodingStrategy: KeyStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "dates")
  @_alwaysEmitIntoClient public var dateDecodingStrategy: DateStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "dates")
  @_alwaysEmitIntoClient public var dateEncodingStrategy: DateStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "dates = .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public var dateFormatter: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "data")
  @_alwaysEmitIntoClient public var dataDecodingStrategy: DataStrategy {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "only Foundation's encoder has it: makeFoundationEncoder()")
  @_alwaysEmitIntoClient public var outputFormatting: JSONEncoder.OutputFormatting {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "init(dates:)")
  @_alwaysEmitIntoClient public init(dateDecodingStrategy: DateStrategy) { fatalError() }
}

extension KeyStrategy {
  @available(*, unavailable, renamed: "snakeCase")
  @_alwaysEmitIntoClient public static var convertFromSnakeCase: KeyStrategy { fatalError() }
  @available(*, unavailable, renamed: "snakeCase")
  @_alwaysEmitIntoClient public static var convertToSnakeCase: KeyStrategy { fatalError() }
  @available(*, unavailable, renamed: "asDeclared")
  @_alwaysEmitIntoClient public static var useDefaultKeys: KeyStrategy { fatalError() }
}

extension DateStrategy {
  @available(*, unavailable, message: "a formatter reads by a function: .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public static func formatted(_ format: String) -> DateStrategy { fatalError() }
  @available(*, unavailable, message: "a formatter reads by a function: .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public static func format(_ format: String) -> DateStrategy { fatalError() }
  @available(*, unavailable, message: "a formatter reads by a function: .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public static func formatter(_ formatter: some AnyObject) -> DateStrategy {
    fatalError()
  }
  @available(*, unavailable, renamed: "iso8601")
  @_alwaysEmitIntoClient public static var iso8601withFractionalSeconds: DateStrategy { fatalError() }
  @available(*, unavailable, renamed: "iso8601")
  @_alwaysEmitIntoClient public static var rfc3339: DateStrategy { fatalError() }
  @available(*, unavailable, renamed: "secondsSince1970")
  @_alwaysEmitIntoClient public static var timestamp: DateStrategy { fatalError() }
  @available(*, unavailable, renamed: "iso8601")
  @_alwaysEmitIntoClient public static var iso8601WithFractionalSeconds: DateStrategy { fatalError() }
  @available(*, unavailable, renamed: "secondsSince1970")
  @_alwaysEmitIntoClient public static var unixTimestamp: DateStrategy { fatalError() }
  @available(*, unavailable, message: "a formatter reads by a function: .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public static func formatted(_ formatter: some AnyObject) -> DateStrategy {
    fatalError()
  }
}

extension NonConformingFloatStrategy {
  @available(*, unavailable, renamed: "reject")
  @_alwaysEmitIntoClient public static var `throw`: NonConformingFloatStrategy { fatalError() }
}

extension JSONValue {
  @available(*, unavailable, renamed: "int")
  @_alwaysEmitIntoClient public var intValue: Int { fatalError() }
  @available(*, unavailable, renamed: "string")
  @_alwaysEmitIntoClient public var stringValue: String { fatalError() }
  @available(*, unavailable, renamed: "bool")
  @_alwaysEmitIntoClient public var boolValue: Bool { fatalError() }
  @available(*, unavailable, renamed: "double")
  @_alwaysEmitIntoClient public var doubleValue: Double { fatalError() }
  @available(*, unavailable, renamed: "array")
  @_alwaysEmitIntoClient public var arrayValue: [JSONValue] { fatalError() }
  @available(*, unavailable, renamed: "object")
  @_alwaysEmitIntoClient public var dictionaryValue: JSONObject { fatalError() }
}
