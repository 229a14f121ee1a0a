// Outcomes for which the status says all.

extension Outcome {
  /// This output, whatever the body, also one that breaks off or is larger than ``Client/maximumBodySize``.
  public static func value(_ output: Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { _, _ in .success(output) }
  }

  /// An output made of the response's head: the status, a header field.
  ///
  /// ```swift
  /// .code(303, .value { .elsewhere($0.location) })
  /// ```
  ///
  /// What the function throws, say a ``DecodingFailure`` where a field is missing, makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``.
  public static func value(_ make: @escaping @Sendable (Response) throws -> Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { response, _ in .success(try make(response)) }
  }

  /// This failure, whatever the body, also one that breaks off or is larger than ``Client/maximumBodySize``.
  /// ``CallError/response`` still has the body, as far as it came.
  public static func error(_ failure: Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { _, _ in .failure(failure) }
  }

  /// A failure made of the response's head: the status, a header field.
  ///
  /// ```swift
  /// .code(429, .error { .tooManyRequests(retry: $0.retryAfter) })
  /// ```
  ///
  /// ``CallError/response`` still has the body. What the function throws makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``.
  public static func error(_ make: @escaping @Sendable (Response) throws -> Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { response, _ in
      .failure(try make(response))
    }
  }
}
