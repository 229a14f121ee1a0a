import ReparteeJSON

// Alternative outcomes.

extension Outcome {
  /// Returns an outcome that tries `other` if the body does not fit this outcome.
  ///
  /// ```swift
  /// .code(
  ///   200,
  ///   .decode(User.self) { .user($0) }
  ///     .or(.decode(Team.self) { .team($0) }))
  /// .clientError(
  ///   .decodeError(Problem.self) { .rejected($0) }
  ///     .or(.error(.refused)))
  /// ```
  ///
  /// The outcomes are tried in order, on the same body. `other` is tried only after a ``BodyDecodingError``, a
  /// `DecodingError` or a `JSONError`; a declared failure, a ``TransportError`` or any other thrown error is the
  /// result. If no outcome fits, the call fails as ``CallError/Reason/undecodable(_:)``:
  /// ``BodyDecodingError/alternatives`` has each failure, and the kind is the one that they share, or
  /// ``BodyDecodingError/Kind/noneFits``.
  ///
  /// Content types and retryability are those of this outcome: set them on the whole, `.a.or(.b).when(…)`. Each outcome
  /// reads JSON with its own options (``json(_:)``); the error of a call has those of the outcome that was tried last.
  ///
  /// - Warning: A streamed outcome can't be an alternative, because its body is consumed before an element fails to
  ///   decode. The compiler does not detect this. The map has the issue
  ///   ``ResponseMapIssue/streamedAlternative(first:last:)``, which a test of its ``ResponseMap/issues`` finds, and
  ///   every call with such a status fails as ``CallError/Reason/undecodable(_:)``, with a message that says so.
  public func or(_ other: Outcome) -> Outcome {
    let streamed = "a streamed outcome can't be one of several"
    var whole: Outcome
    switch (reading, other.reading) {
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

  /// Reads a response as part of another outcome.
  func read(
    _ response: Response, _ decoder: any ResponseDecoder, unlessStreamed message: String
  ) async throws -> Result<Output, Failure> {
    let (response, decoder) = traits.reading(response, decoder)
    return switch reading {
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
  /// Creates a failure from a thrown error that says that the body does not fit; nil for other errors.
  fileprivate init?(unfit error: any Error) {
    guard error is BodyDecodingError || error is DecodingError || error is JSONError else { return nil }
    self.init(error)
  }

  /// Returns the failure of two outcomes that do not fit, with all their alternatives in one list.
  fileprivate func or(_ other: BodyDecodingError) -> BodyDecodingError {
    let all = [self, other].flatMap { $0.alternatives.isEmpty ? [$0] : $0.alternatives }
    let kind = all.allSatisfy { $0.kind == all.first?.kind } ? all.first?.kind : nil
    return BodyDecodingError(noneOf: all, kind: kind ?? .noneFits)
  }
}

extension OutcomeTraits {
  /// Returns the traits of two alternatives, with the content types and the retryability of the first.
  fileprivate func or(_ other: OutcomeTraits, hasStream: Bool) -> OutcomeTraits {
    var whole = OutcomeTraits()
    whole.hasInnerOptions = json != nil || other.json != nil || hasInnerOptions || other.hasInnerOptions
    whole.hasStreamedAlternative = hasStream || hasStreamedAlternative || other.hasStreamedAlternative
    whole.mediaRange = mediaRange
    whole.retryability = retryability
    whole.canGiveOutput = canGiveOutput || other.canGiveOutput
    whole.bodyUse = bodyUse.or(other.bodyUse)
    whole.needsBody = needsBody || other.needsBody
    // An alternative that reads any content type needs all that the decoders read, so no list is set.
    if !accepts.isEmpty || bodyUse == .none, !other.accepts.isEmpty || other.bodyUse == .none {
      whole.accepts = accepts + other.accepts
    }
    return whole
  }
}
