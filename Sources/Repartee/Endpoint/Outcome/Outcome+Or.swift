import ReparteeJSON

// Alternative outcomes.

extension Outcome {
  /// Returns an outcome that tries `other` if the body does not fit.
  ///
  /// ```swift
  /// .clientError(
  ///   .decodeError(Problem.self) { .rejected($0) }
  ///     .or(.error(.refused)))
  /// ```
  ///
  /// `other` is tried after a ``BodyDecodingError``, a `DecodingError` or a `JSONError`. If none fits, the call fails
  /// as ``CallError/Reason/undecodable(_:)``, with each error in ``BodyDecodingError/alternatives`` and the kind that
  /// they share, or ``BodyDecodingError/Kind/noneFits``.
  ///
  /// Content types and retryability are those of this outcome: `.a.or(.b).when(…)`. Each keeps its ``json(_:)``
  /// options; the call's error has the last one's.
  ///
  /// - Warning: A streamed outcome is no alternative: every such response fails
  ///   (``ResponseMapIssue/streamedAlternative(first:last:)``).
  public func or(_ other: Outcome) -> Outcome {
    let streamed = "a streamed outcome can't be one of several"
    var whole: Outcome
    switch (handler, other.handler) {
    case (.streamed, _), (_, .streamed), (.handedOver, _), (_, .handedOver):
      whole = Outcome { _, _ in
        throw BodyDecodingError(
          message: "\(streamed): its body is read only once")
      }
      whole.traits.hasStreamedAlternative = true
    case (.buffered(let first), .buffered(let second)):
      let (traits, others) = (traits, other.traits)
      whole = Outcome { response, decoder in
        do {
          let (response, decoder) = traits.reading(response, decoder)
          return try first(response, decoder)
        } catch {
          guard let failure = BodyDecodingError(unfit: error) else { throw error }
          do {
            let (response, decoder) = others.reading(response, decoder)
            return try second(response, decoder)
          } catch {
            throw BodyDecodingError(unfit: error).map(failure.or) ?? error
          }
        }
      }
    case (.buffered, .bufferedAsync), (.bufferedAsync, .buffered), (.bufferedAsync, .bufferedAsync):
      whole = Outcome(async: { response, decoder in
        do {
          return try await self.read(response, decoder, unlessStreamed: streamed)
        } catch {
          guard let failure = BodyDecodingError(unfit: error) else { throw error }
          do {
            return try await other.read(response, decoder, unlessStreamed: streamed)
          } catch {
            throw BodyDecodingError(unfit: error).map(failure.or) ?? error
          }
        }
      })
    }
    whole.traits = traits.or(other.traits, hasStream: whole.traits.hasStreamedAlternative)
    return whole
  }

  /// Reads a response that another outcome got, with this outcome's ``json(_:)`` options. The content types of
  /// ``when(_:)`` are not compared.
  ///
  /// ```swift
  /// Outcome(async: { response, decoder in
  ///   if response.status == .accepted { return .success(()) }
  ///   return try await Outcome.validatedEmpty
  ///     .read(response, with: decoder)
  /// })
  /// ```
  ///
  /// - Throws: What the outcome's function throws: for a body that does not fit usually a ``BodyDecodingError``; always
  ///   one for a streamed outcome.
  public func read(
    _ response: Response, with decoder: any ResponseDecoder
  ) async throws -> Result<Output, Failure> {
    try await read(
      response, decoder, unlessStreamed: "a streamed outcome can't read a response that is complete")
  }

  func read(
    _ response: Response, _ decoder: any ResponseDecoder, unlessStreamed message: String
  ) async throws -> Result<Output, Failure> {
    let (response, decoder) = traits.reading(response, decoder)
    return switch handler {
    case .buffered(let handler): try handler(response, decoder)
    case .bufferedAsync(let handler): try await handler(response, decoder)
    case .streamed, .handedOver: throw BodyDecodingError(message: message)
    }
  }
}

extension BodyUse {
  fileprivate func or(_ other: BodyUse) -> BodyUse {
    switch (self, other) {
    case (.raw, _), (_, .raw): .raw
    case (.decoded, _), (_, .decoded): .decoded
    case (.none, .none): .none
    }
  }
}

extension BodyDecodingError {
  /// Nil unless the error says that the body does not fit.
  fileprivate init?(unfit error: any Error) {
    guard error is BodyDecodingError || error is DecodingError || error is JSONError else { return nil }
    self.init(error)
  }

  fileprivate func or(_ other: BodyDecodingError) -> BodyDecodingError {
    let all = [self, other].flatMap { $0.alternatives.isEmpty ? [$0] : $0.alternatives }
    let kind = all.allSatisfy { $0.kind == all.first?.kind } ? all.first?.kind : nil
    return BodyDecodingError(noneOf: all, kind: kind ?? .noneFits)
  }
}

extension OutcomeTraits {
  fileprivate func or(_ other: OutcomeTraits, hasStream: Bool) -> OutcomeTraits {
    var whole = OutcomeTraits()
    whole.hasInnerOptions = json != nil || other.json != nil || hasInnerOptions || other.hasInnerOptions
    whole.hasStreamedAlternative = hasStream || hasStreamedAlternative || other.hasStreamedAlternative
    whole.mediaRange = mediaRange
    whole.retryability = retryability
    whole.canGiveOutput = canGiveOutput || other.canGiveOutput
    whole.bodyUse = bodyUse.or(other.bodyUse)
    whole.needsBody = needsBody || other.needsBody
    // If an alternative reads any content type, `Accept` needs all of the decoders.
    if !accepts.isEmpty || bodyUse == .none, !other.accepts.isEmpty || other.bodyUse == .none {
      whole.accepts = accepts + other.accepts
    }
    return whole
  }
}
