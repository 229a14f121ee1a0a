// As NamesOfOtherLibraries.swift, for responses and their header fields.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension TypedResponse {
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var body: Any {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var data: Any {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var statusCode: Int {
    get { fatalError() }
    set {}
  }
}

extension Response {
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var data: Data {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var statusCode: Int {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "decode(_:)")
  @_alwaysEmitIntoClient public func json<Value>(_ type: Value.Type = Value.self) throws -> Value {
    fatalError()
  }
  @available(*, unavailable, renamed: "header(_:)")
  @_alwaysEmitIntoClient public func value(forHTTPHeaderField name: String) -> String? { fatalError() }
}
