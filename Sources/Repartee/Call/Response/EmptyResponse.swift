#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type with a value for a response without content: for `.noContent`, and `.decode` of an empty body.
public protocol EmptyInitializable {
  /// Creates the value for a response without content.
  init()
}

extension Optional: EmptyInitializable {
  /// Creates nil.
  public init() { self = nil }
}
extension String: EmptyInitializable {}
extension Data: EmptyInitializable {}

/// A response whose body is not used; any body decodes as it.
public struct EmptyResponse: Decodable, Sendable, Hashable, EmptyInitializable {
  /// Creates the only value.
  public init() {}
  public init(from decoder: any Decoder) throws {}
}
