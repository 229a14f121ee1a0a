#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Responses without content.

extension Outcome where Output: EmptyInitializable {
  /// Succeeds with nil, an empty `String` or `Data`, or an ``EmptyResponse``. Any body is ignored.
  public static var noContent: Outcome { noContent(.default) }

  /// Succeeds without content if `strategy` accepts the body.
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome(bodyUse: strategy.bodyUse, needsBody: strategy.needsBody) { response, decoder in
      try strategy.check(response, with: decoder).map { Output() }
    }
  }
}

extension Outcome where Output == Void {
  /// Succeeds without content. Any body is ignored.
  public static var noContent: Outcome { noContent(.default) }

  /// Succeeds without content if `strategy` accepts the body.
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome(bodyUse: strategy.bodyUse, needsBody: strategy.needsBody) { response, decoder in
      try strategy.check(response, with: decoder)
    }
  }
}

extension Outcome {
  @available(
    *, unavailable, message: "this output has no empty value; make it optional, or use .value(…)"
  )
  @_disfavoredOverload
  public static var noContent: Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output has no empty value") }
  }

  @available(
    *, unavailable, message: "this output has no empty value; make it optional, or use .value(…)"
  )
  @_disfavoredOverload
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output has no empty value") }
  }
}

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
