#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What `localizedDescription` says: the error's own sentence, in English.

extension CallError: LocalizedError {
  public var errorDescription: String? { description }
}

extension PlainError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TransportError: LocalizedError {
  public var errorDescription: String? { description }
}

extension DecodingFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension RequestError: LocalizedError {
  public var errorDescription: String? { description }
}

extension AuthenticationError: LocalizedError {
  public var errorDescription: String? { description }
}
