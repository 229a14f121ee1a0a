// As NamesOfOtherLibraries.swift, for errors.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
  @_alwaysEmitIntoClient public var code: Any {
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
  @_alwaysEmitIntoClient public static func ~= (pattern: CallError, error: CallError) -> Bool { fatalError() }
}
