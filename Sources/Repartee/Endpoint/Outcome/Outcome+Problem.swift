extension Outcome {
  /// Creates the failure from a problem.
  public static func problem(_ transform: @escaping @Sendable (ProblemDetails) -> Failure) -> Outcome {
    var outcome = Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(ProblemDetails.self, with: decoder)))
    }
    outcome.traits.accepts = ["application/problem+json"]
    return outcome
  }
}

extension Outcome where Failure == ProblemDetails {
  /// Decodes the body as the failure.
  public static var problem: Outcome { .problem { $0 } }
}
