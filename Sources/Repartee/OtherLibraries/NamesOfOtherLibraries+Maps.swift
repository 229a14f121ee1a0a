// As NamesOfOtherLibraries.swift, for maps and streams.

extension ResponseCase {
  @available(*, unavailable, renamed: "code(_:_:)")
  @_alwaysEmitIntoClient public static func status(_ code: Int, _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(200, …), or .success(…) for any 2xx")
  @_alwaysEmitIntoClient public static func ok(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, renamed: "any(_:)")
  @_alwaysEmitIntoClient public static func `default`(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
}

extension Outcome {
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func json<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func decodable<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var empty: Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var void: Outcome { fatalError() }
  @available(*, unavailable, renamed: "error(_:)")
  @_alwaysEmitIntoClient public static func failure(_ failure: Failure) -> Outcome { fatalError() }
}
