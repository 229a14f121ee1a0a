// As NamesOfOtherLibraries.swift, for streams.

extension StreamFormat where DeclaredFailure == Never {
  @available(*, unavailable, message: ".serverSentEvents(), or .serverSentEvents(of: Token.self)")
  @_alwaysEmitIntoClient public static func sse(of type: Element.Type = Element.self, until end: String)
    -> StreamFormat
  { fatalError() }
  @available(*, unavailable, message: ".serverSentEvents(), or .serverSentEvents(of: Token.self)")
  @_alwaysEmitIntoClient public static func sse(of type: Element.Type = Element.self) -> StreamFormat {
    fatalError()
  }
  @available(*, unavailable, message: ".serverSentEvents(), or .serverSentEvents(of: Token.self)")
  @_alwaysEmitIntoClient public static var sse: StreamFormat { fatalError() }
  @available(*, unavailable, message: ".serverSentEvents(), or .serverSentEvents(of: Token.self)")
  @_alwaysEmitIntoClient public static var events: StreamFormat { fatalError() }
  @available(*, unavailable, renamed: "jsonLines(of:)")
  @_alwaysEmitIntoClient public static func ndjson(of type: Element.Type = Element.self) -> StreamFormat {
    fatalError()
  }
  @available(*, unavailable, message: "a function: .stream(.lines())")
  @_alwaysEmitIntoClient public static var lines: StreamFormat { fatalError() }
  @available(*, unavailable, renamed: "bytes")
  @_alwaysEmitIntoClient public static var data: StreamFormat { fatalError() }
}

extension ServerSentEvent {
  @available(*, unavailable, renamed: "type")
  @_alwaysEmitIntoClient public var event: String { fatalError() }
}
