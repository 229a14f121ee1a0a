#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Nothing to say.

extension Outcome where Output: EmptyInitializable {
  /// Success without an answer: nil, an empty `String` or `Data`, an ``EmptyResponse``. A body that is there
  /// all the same is ignored (``EmptyDecodingStrategy/default``).
  public static var noContent: Outcome { noContent(.default) }

  /// Success without an answer, the body checked as `strategy` says.
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome(bodyUse: strategy.bodyUse, needsBody: strategy.needsBody) { response, decoder in
      try strategy.check(response, decoder).map { Output() }
    }
  }
}

extension Outcome where Output == Void {
  /// Success without an answer. A body that is there all the same is ignored
  /// (``EmptyDecodingStrategy/default``).
  public static var noContent: Outcome { noContent(.default) }

  /// Success without an answer, the body checked as `strategy` says.
  public static func noContent(_ strategy: EmptyDecodingStrategy<Failure>) -> Outcome {
    Outcome(bodyUse: strategy.bodyUse, needsBody: strategy.needsBody) { response, decoder in
      try strategy.check(response, decoder)
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

/// A type with a value for an answer that has nothing to say. `.noContent` gives that value, and so
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

/// An answer of which nothing is wanted: any body decodes as it, also an empty one.
public struct EmptyResponse: Decodable, Sendable, Hashable, EmptyInitializable {
  /// The one value.
  public init() {}
  public init(from decoder: any Decoder) throws {}
}
