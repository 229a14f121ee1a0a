// Outcomes that need no body.

extension Outcome {
  /// Returns this output, whatever the body is, even if it is cut off or larger than ``Client/maximumBodySize``.
  public static func value(_ output: Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { _, _ in .success(output) }
  }

  /// Makes the output from the response's head: the status, a header field.
  ///
  /// ```swift
  /// .code(303, .value { .elsewhere($0.location) })
  /// ```
  ///
  /// An error that the function throws, for example a ``BodyDecodingError`` for a missing field, makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``.
  public static func value(_ make: @escaping @Sendable (Response) throws -> Output) -> Outcome {
    Outcome(bodyUse: .none, needsBody: false) { response, _ in .success(try make(response)) }
  }

  /// Fails with this failure, whatever the body is, even if it is cut off or larger than ``Client/maximumBodySize``.
  /// ``CallError/response`` still has the body, as far as it was received.
  public static func error(_ failure: Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { _, _ in .failure(failure) }
  }

  /// Makes the failure from the response's head: the status, a header field.
  ///
  /// ```swift
  /// .code(429, .error { .tooManyRequests(retry: $0.retryAfter) })
  /// ```
  ///
  /// ``CallError/response`` still has the body. An error that the function throws makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``.
  public static func error(_ make: @escaping @Sendable (Response) throws -> Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false, needsBody: false) { response, _ in
      .failure(try make(response))
    }
  }
}
