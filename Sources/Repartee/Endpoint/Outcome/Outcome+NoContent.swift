// Responses without content.

extension Outcome where Output: EmptyInitializable {
  /// Succeeds with nil, an empty `String` or `Data`, or an ``EmptyResponse``. Any body is ignored, even one cut off or
  /// larger than ``Client/maximumBodySize``.
  public static var noContent: Outcome { noContent(Outcome<Void, Failure>.noContent) }

  /// Succeeds with the empty value if `check` does, and fails as `check` fails.
  ///
  /// ```swift
  /// // a body is a failure
  /// .code(204, .noContent(.validatedEmpty))
  /// // a check of your own
  /// .success(.noContent(.confirmed))
  ///
  /// extension Outcome<Void, AppError> {
  ///   static var confirmed: Outcome {
  ///     .decode(Confirmation.self, result: \.result)
  ///   }
  /// }
  /// ```
  public static func noContent(_ check: Outcome<Void, Failure>) -> Outcome {
    Outcome<Void, Failure>.noContent(check).mapResult { result in result.map { Output() } }
  }
}

extension Outcome where Output == Void {
  /// Succeeds without content. Any body is ignored, even one cut off or larger than ``Client/maximumBodySize``.
  public static var noContent: Outcome {
    Outcome(bodyUse: .none, needsBody: false) { _, _ in .success(()) }
  }

  /// Succeeds without a body; a body is a ``BodyDecodingError`` of kind
  /// ``BodyDecodingError/Kind/invalidEmptyResponse``.
  public static var validatedEmpty: Outcome {
    Outcome(bodyUse: .none) { response, _ in
      guard response.body.isEmpty else {
        throw BodyDecodingError(
          .invalidEmptyResponse,
          message: "a body of \(byteCount(response.body.count)) where none was declared")
      }
      return .success(())
    }
  }

  /// Succeeds if `check` does, and fails as `check` fails. For a check with a function of your own, `Accept` has the
  /// content types of the decoders in place of `*/*`.
  public static func noContent(_ check: Outcome) -> Outcome {
    var outcome = check
    if outcome.traits.bodyUse == .raw { outcome.traits.bodyUse = .decoded }
    return outcome
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
  public static func noContent(_ check: Outcome<Void, Failure>) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output has no empty value") }
  }
}
