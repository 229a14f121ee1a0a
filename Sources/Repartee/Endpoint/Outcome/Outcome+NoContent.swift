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
