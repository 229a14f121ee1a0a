#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Responses without content.

extension Outcome where Output: EmptyInitializable {
  /// Success without content: nil, an empty `String` or `Data`, an ``EmptyResponse``. A body that is there
  /// all the same is ignored (``EmptyDecodingStrategy/default``).
  public static var noContent: Outcome { noContent(.default) }

  /// Success without content, the body checked as `strategy` says.
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome(bodyUse: strategy.bodyUse, needsBody: strategy.needsBody) { response, decoder in
      try strategy.check(response, with: decoder).map { Output() }
    }
  }
}

extension Outcome where Output == Void {
  /// Success without content. A body that is there all the same is ignored
  /// (``EmptyDecodingStrategy/default``).
  public static var noContent: Outcome { noContent(.default) }

  /// Success without content, the body checked as `strategy` says.
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
    Outcome { _, _ in throw DecodingFailure(message: "this output has no empty value") }
  }

  @available(
    *, unavailable, message: "this output has no empty value; make it optional, or use .value(…)"
  )
  @_disfavoredOverload
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this output has no empty value") }
  }
}

/// A type with a value for a response without content. `.noContent` gives that value, and so
/// does `.decode` for an empty body.
public protocol EmptyInitializable {
  /// The value that stands for nothing.
  init()
}

extension Optional: EmptyInitializable {
  /// Nil.
  public init() { self = nil }
}
extension String: EmptyInitializable {}
extension Data: EmptyInitializable {}

/// A response of which nothing is wanted: any body decodes as it, also an empty one.
public struct EmptyResponse: Decodable, Sendable, Hashable, EmptyInitializable {
  /// The one value.
  public init() {}
  public init(from decoder: any Decoder) throws {}
}
