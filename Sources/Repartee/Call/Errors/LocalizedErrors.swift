#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// `localizedDescription` is the error's own description, in English.

extension CallError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TransportError: LocalizedError {
  public var errorDescription: String? { description }
}

extension BodyDecodingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension RequestError: LocalizedError {
  public var errorDescription: String? { description }
}

extension AuthenticationError: LocalizedError {
  public var errorDescription: String? { description }
}
