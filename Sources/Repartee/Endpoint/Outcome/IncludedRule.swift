/// A rule of an included map, without its types.
///
/// `declared` are the failures of included outcomes, the innermost first and the last as the call's map declares it;
/// empty if the error has another reason.
typealias IncludedRule =
  @Sendable (_ error: CallError<Never>, _ declared: [any Error]) -> Retryability?

extension [IncludedRule] {
  func retryability(of error: CallError<Never>, _ declared: [any Error]) -> Retryability? {
    for rule in self {
      if let retryability = rule(error, declared) { return retryability }
    }
    return nil
  }
}

extension ResponseMap where Output == Never {
  /// The rules for a map that includes this one.
  var rulesForOthers: [IncludedRule] {
    guard let rule = storage.rule else { return storage.includedRules }
    let own: IncludedRule = { error, declared in
      let failure = declared.lazy.compactMap { $0 as? Failure }.first
      return rule(.failure(error.replacing(failure.map { .declared($0) } ?? error.reason.withFailure())))
    }
    return [own] + storage.includedRules
  }

  /// This map for an including one, without the rules that ``rulesForOthers`` has.
  func included<NewOutput, NewFailure>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> ResponseMap<NewOutput, NewFailure> {
    let isNoted = storage.untyped.hasRule
    let kept = cases.filter { each in
      if case .rule(.some) = each.content { false } else { true }
    }
    return ResponseMap(storage: Storage(kept, resolution: storage.resolution, json: storage.json)).mapOutcomes
    {
      $0.noting(isNoted).mapResult { $0.map { never in never }.mapError(transform) }
    }
  }
}

extension Outcome {
  /// Notes the failure, unless the outcome streams.
  fileprivate func noting(_ isNoted: Bool) -> Outcome {
    guard isNoted else { return self }
    var new = self
    switch handler {
    case .buffered(let handler):
      new.handler = .buffered { response, decoder in response.noting(try handler(response, decoder)) }
    case .bufferedAsync(let handler):
      new.handler = .bufferedAsync { response, decoder in
        response.noting(try await handler(response, decoder))
      }
    case .streamed, .handedOver: return self
    }
    new.traits.notesFailure = true
    return new
  }
}

extension Response {
  fileprivate func noting<Output, Failure>(_ result: Result<Output, Failure>) -> Result<Output, Failure> {
    if case .failure(let failure) = result { note?.note(failure) }
    return result
  }
}
