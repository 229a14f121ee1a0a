// Outcomes that need no body.

extension Outcome {
  /// Gives this output with any body, even one cut off or larger than ``Client/maximumBodySize``.
  public static func value(_ output: Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { _, _ in .success(output) }
  }

  /// Makes the output from the head.
  ///
  /// ```swift
  /// .code(303, .value { .elsewhere($0.location) })
  /// ```
  public static func value(_ make: @escaping @Sendable (Response) throws -> Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { response, _ in .success(try make(response)) }
  }

  /// Gives this failure with any body, even one cut off or larger than ``Client/maximumBodySize``.
  public static func error(_ failure: Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { _, _ in .failure(failure) }
  }

  /// Makes the failure from the head.
  ///
  /// ```swift
  /// .code(429, .error { .tooManyRequests(retry: $0.retryAfter) })
  /// ```
  public static func error(_ make: @escaping @Sendable (Response) throws -> Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { response, _ in
      .failure(try make(response))
    }
  }
}
