// As NamesOfOtherLibraries.swift, for errors.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CallErrorProtocol {
  @available(*, unavailable, message: "transportError != nil; isOffline, isTimeout")
  @_alwaysEmitIntoClient public var isSessionTaskError: Bool { fatalError() }
  @available(*, unavailable, message: "transportError != nil; isOffline, isTimeout")
  @_alwaysEmitIntoClient public var isNetworkError: Bool { fatalError() }
  @available(*, unavailable, renamed: "isCancellation")
  @_alwaysEmitIntoClient public var isExplicitlyCancelledError: Bool { fatalError() }
  @available(*, unavailable, renamed: "isCancellation")
  @_alwaysEmitIntoClient public var isCanceled: Bool { fatalError() }
  @available(*, unavailable, renamed: "isTimeout")
  @_alwaysEmitIntoClient public var isTimedOut: Bool { fatalError() }
  @available(*, unavailable, message: "decodingError != nil")
  @_alwaysEmitIntoClient public var isResponseSerializationError: Bool { fatalError() }
  @available(*, unavailable, message: "switch error.reason: .declared, .undeclared")
  @_alwaysEmitIntoClient public var isResponseValidationError: Bool { fatalError() }
  @available(*, unavailable, message: "status?.code; what went wrong: switch error.reason")
  @_alwaysEmitIntoClient public var code: Int? { fatalError() }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var errorBody: Data? { fatalError() }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var responseData: Data? { fatalError() }
  @available(*, unavailable, message: "response?.retryAfter")
  @_alwaysEmitIntoClient public var retryAfter: RetryAfter? { fatalError() }
  @available(*, unavailable, message: "request?.url")
  @_alwaysEmitIntoClient public var failingURL: String? { fatalError() }
  @available(*, unavailable, message: "report has all that is known")
  @_alwaysEmitIntoClient public var userInfo: [String: Any] { fatalError() }
}

extension TransportError {
  @available(*, unavailable, renamed: "kind")
  @_alwaysEmitIntoClient public var code: Kind { fatalError() }
}

extension TransportError.Kind {
  @available(*, unavailable, renamed: "offline")
  @_alwaysEmitIntoClient public static var notConnectedToInternet: TransportError.Kind { fatalError() }
  @available(*, unavailable, renamed: "connectionLost")
  @_alwaysEmitIntoClient public static var networkConnectionLost: TransportError.Kind { fatalError() }
  @available(*, unavailable, renamed: "hostNotFound")
  @_alwaysEmitIntoClient public static var cannotFindHost: TransportError.Kind { fatalError() }
  @available(*, unavailable, renamed: "cannotConnect")
  @_alwaysEmitIntoClient public static var cannotConnectToHost: TransportError.Kind { fatalError() }
  @available(*, unavailable, renamed: "tls")
  @_alwaysEmitIntoClient public static var secureConnectionFailed: TransportError.Kind { fatalError() }
  @available(*, unavailable, message: "isTimeout; one limit alone: .timedOut(.total)")
  @_alwaysEmitIntoClient public static var timedOut: TransportError.Kind { fatalError() }
}

extension CallError {
  @available(*, unavailable, message: "status?.code; nil without a response")
  @_alwaysEmitIntoClient public var statusCode: Int? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "status?.code; nil without a response")
  @_alwaysEmitIntoClient public var responseCode: Int? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "isCancellation")
  @_alwaysEmitIntoClient public var isCancelled: Bool {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "status?.code; what went wrong: switch error.reason")
  @_alwaysEmitIntoClient public var code: TransportError.Kind? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "description; what the API says: switch error.reason")
  @_alwaysEmitIntoClient public var message: String {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var data: Data? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "declared")
  @_alwaysEmitIntoClient public var failure: Failure? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "underlying")
  @_alwaysEmitIntoClient public var underlyingError: (any Error)? {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, message: "switch error.reason")
  @_alwaysEmitIntoClient public static func declared(_ failure: Failure) -> CallError { fatalError() }
  @available(*, unavailable, message: "switch error.reason")
  @_alwaysEmitIntoClient public static var responseSerializationFailed: CallError { fatalError() }
  @available(*, unavailable, message: "switch error.reason")
  @_alwaysEmitIntoClient public static func ~= (pattern: CallError, error: CallError) -> Bool { fatalError() }
}

extension CallErrorProtocol {
  @available(*, unavailable, message: "client.curl(for: endpoint); what was sent: report")
  @_alwaysEmitIntoClient public var curl: String { fatalError() }
  @available(*, unavailable, message: "client.curl(for: endpoint); what was sent: report")
  @_alwaysEmitIntoClient public func cURLDescription() -> String { fatalError() }
}
