// Outcomes for which the status says all.

extension Outcome {
  /// This output, whatever the body.
  public static func value(_ output: Output) -> Outcome {
    Outcome(bodyUse: .none) { _, _ in .success(output) }
  }

  /// This failure, whatever the body. ``CallError/response`` still has the body.
  public static func error(_ failure: Failure) -> Outcome {
    Outcome(bodyUse: .none, canGiveOutput: false) { _, _ in .failure(failure) }
  }
}
