// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONCoder {
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
  @available(*, unavailable, renamed: "iso8601")
  @_alwaysEmitIntoClient public static var iso8601WithFractionalSeconds: DateStrategy { fatalError() }
  @available(*, unavailable, renamed: "secondsSince1970")
  @_alwaysEmitIntoClient public static var unixTimestamp: DateStrategy { fatalError() }
  @available(*, unavailable, message: "a formatter reads by a function: .text { formatter.date(from: $0) }")
  @_alwaysEmitIntoClient public static func formatted(_ formatter: some AnyObject) -> DateStrategy {
    fatalError()
  }
}
