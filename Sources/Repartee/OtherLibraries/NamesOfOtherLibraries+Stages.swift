// As NamesOfOtherLibraries.swift, for stages and transports.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

extension AttemptRequest {
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
    fatalError()
  }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var headerFields: HTTPFields {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "head.method")
  @_alwaysEmitIntoClient public var httpMethod: String { fatalError() }
  @available(*, unavailable, renamed: "head.method")
  @_alwaysEmitIntoClient public var method: HTTPRequest.Method { fatalError() }
  @available(*, unavailable, message: "number; earlier has the attempts before it")
  @_alwaysEmitIntoClient public var retryCount: Int { fatalError() }
}

extension AttemptResponse {
  @available(*, unavailable, renamed: "head.status.code")
  @_alwaysEmitIntoClient public var statusCode: Int { fatalError() }
  @available(*, unavailable, renamed: "head.status")
  @_alwaysEmitIntoClient public var status: HTTPResponse.Status { fatalError() }
  @available(*, unavailable, renamed: "head.headerFields")
  @_alwaysEmitIntoClient public var headers: HTTPFields { fatalError() }
  @available(*, unavailable, renamed: "head.headerFields")
  @_alwaysEmitIntoClient public var headerFields: HTTPFields { fatalError() }
}

extension NextStage {
  @available(*, unavailable, message: "a function: try await next(request)")
  @_alwaysEmitIntoClient public func proceed(_ request: AttemptRequest) async throws(AttemptError)
    -> AttemptResponse
  { fatalError() }
}

extension CustomReflectable where Self == NextStage {
  @available(*, unavailable, message: "a function: try await next(request)")
  @_alwaysEmitIntoClient public func send(_ request: AttemptRequest) async throws(AttemptError)
    -> AttemptResponse
  { fatalError() }
}

extension Array where Element == any Stage {
  @available(
    *, unavailable, message: "a type that conforms to Stage: struct Trace: Stage { func send(_:next:) … }"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public mutating func append(
    _ stage: (AttemptRequest, NextStage) async throws -> AttemptResponse
  ) { fatalError() }
}

extension Array where Element == any CallObserver {
  @available(*, unavailable, message: "client.observers.append(.handler { … })")
  @_disfavoredOverload @_alwaysEmitIntoClient public mutating func append(_ observe: (CallEvent) -> Void) {
    fatalError()
  }
}

extension TransportRequest {
  @available(*, unavailable, message: "head.path, head.authority")
  @_alwaysEmitIntoClient public var url: String { fatalError() }
  @available(*, unavailable, renamed: "head.method")
  @_alwaysEmitIntoClient public var httpMethod: String? { fatalError() }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var httpBody: Data? { fatalError() }
  @available(*, unavailable, renamed: "head.headerFields")
  @_alwaysEmitIntoClient public var allHTTPHeaderFields: [String: String]? { fatalError() }
  @available(*, unavailable, renamed: "head.headerFields")
  @_alwaysEmitIntoClient public var headers: HTTPFields { fatalError() }
}

extension TransportResponse {
  @available(*, unavailable, message: ".bytes(data), .json(text), .status(404)")
  @_alwaysEmitIntoClient public init(statusCode: Int, data: Data) { fatalError() }
}

extension TransportResponse {
  @available(*, unavailable, message: ".status(404); with a body: .bytes(data), .json(text)")
  @_alwaysEmitIntoClient public init(statusCode: Int) { fatalError() }
  @available(*, unavailable, message: ".status(404); with a body: .bytes(data), .json(text)")
  @_alwaysEmitIntoClient public init(status: Int) { fatalError() }
  @available(*, unavailable, message: ".json(text), .json(text, status: 404)")
  @_alwaysEmitIntoClient public init(statusCode: Int, body: Any) { fatalError() }
}

extension TransportRequest {
  @available(*, unavailable, message: "head.path")
  @_alwaysEmitIntoClient public var path: String? { fatalError() }
  @available(*, unavailable, message: "head.method")
  @_alwaysEmitIntoClient public var method: String { fatalError() }
}

extension TransportResponse {
  @available(*, unavailable, message: "try .json(encoding: value)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func json(_ value: some Encodable)
    -> TransportResponse
  { fatalError() }
}
