import HTTPTypes

// From an untyped exchange to the output or the error of a call.

/// The outcome's function runs at most once.
struct Interpretation<Output: Sendable, Failure: Error>: Sendable {
  private let exchange: Exchange
  private let outcome: Outcome<Output, Failure>?
  private let decoder: any ResponseDecoder
  private let map: ResponseMap<Output, Failure>
  private let reopen: Reopen?
  /// Nil if no decoded value may be kept.
  private let formats: Formats?
  private let note: ReadingNote?

  init(
    of exchange: Exchange, at line: Int?, in map: ResponseMap<Output, Failure>,
    by decoder: any ResponseDecoder,
    of formats: Formats? = nil, reopen: Reopen? = nil
  ) {
    self.exchange = exchange
    self.map = map
    outcome = line.map { map.storage.outcomes[$0] }
    if let options = map.storage.options(at: line) {
      // Decoded with other options, a value can't be shared.
      (self.decoder, self.formats) = (options.decoder(decoder), nil)
      self.reopen = reopen.map(options.reopen)
    } else {
      (self.decoder, self.formats, self.reopen) = (decoder, formats, reopen)
    }
    note = outcome?.traits.hasInnerOptions == true ? ReadingNote(self.decoder) : nil
  }

  /// After the deadline, which may have cancelled the task, the output is kept.
  private func unlessCancelled(
    _ result: Result<Output, CallError<Failure>>, within deadline: Deadline
  ) -> Result<Output, CallError<Failure>> {
    guard Task.isCancelled, !deadline.isOver, case .success = result else { return result }
    return .failure(error(.transport(TransportError(.cancelled))))
  }

  /// Nil for an asynchronous outcome.
  private func interpreted() -> Result<Output, CallError<Failure>>? {
    switch exchange.callError {
    case .transport(let error), .callOver(let error): return .failure(self.error(.transport(error)))
    case .authentication(let error): return .failure(self.error(.authentication(error)))
    case nil: break
    }
    guard let outcome else { return .failure(undeclared) }
    if let mismatch = outcome.traits.mismatch(with: exchange) {
      return .failure(error(.undecodable(mismatch)))
    }
    do {
      switch outcome.reading {
      case .buffered(let handler):
        return try response.map { try handler($0, decoder).mapError { error(.declared($0)) } }
      case .handedOver(let handler):
        return try streamed.map { try handler($0, decoder).mapError { error(.declared($0)) } }
      case .bufferedAsync, .streamed: return nil
      }
    } catch {
      return .failure(self.error(thrown: error))
    }
  }

  func result(within deadline: Deadline) async -> Result<Output, CallError<Failure>> {
    if let immediate = interpreted() { return unlessCancelled(immediate, within: deadline) }
    let (result, isLate) = await deadline.bound { await self.awaitedResult() }
    return isLate ? result.mapError { $0.late } : unlessCancelled(result, within: deadline)
  }

  private func awaitedResult() async -> Result<Output, CallError<Failure>> {
    do {
      switch outcome?.reading {
      case .bufferedAsync(let handler):
        if let response { return try await handler(response, decoder).mapError { error(.declared($0)) } }
      case .streamed(let handler):
        if let streamed { return try await handler(streamed, decoder).mapError { error(.declared($0)) } }
      case .buffered, .handedOver, nil: break
      }
      return .failure(undeclared)
    } catch {
      return .failure(self.error(thrown: error))
    }
  }

  private var undeclared: CallError<Failure> {
    let code = exchange.status?.code
    return error(.undeclared, declaredTypes: code.map(map.mediaRanges) ?? [])
  }

  private var streamed: StreamedResponse? {
    exchange.head.map { head in
      StreamedResponse(
        head: head, body: exchange.stream ?? ByteStream(exchange.body), request: exchange.sent,
        timing: exchange.timing, reopen: reopen)
    }
  }

  private var response: Response? {
    var response = exchange.response(decoder: decoder, of: formats)
    if let note { response?.note = note }
    return response
  }

  private var readResponse: Response? {
    exchange.response(decoder: (note?.decoder ?? decoder).afterOutcome, of: formats)
  }

  private func error(thrown: any Error) -> CallError<Failure> {
    // Every error can be cast to `any Error`.
    if Failure.self != (any Error).self, let failure = thrown as? Failure { return error(.declared(failure)) }
    switch thrown {
    case let undeclared as UndeclaredStatus:
      return error(.undeclared, declaredTypes: undeclared.declaredTypes)
    case let error as TransportError: return self.error(.transport(error))
    case is CancellationError: return error(.transport(TransportError(.cancelled)))
    case let failure as BodyDecodingError: return error(.undecodable(failure))
    default:
      // From another call, made by the outcome's function.
      if let lost = (thrown as? any CallErrorProtocol)?.transportError { return error(.transport(lost)) }
      return error(.undecodable(BodyDecodingError(thrown)))
    }
  }

  private func error(
    _ reason: CallError<Failure>.Reason, declaredTypes: [MediaRange] = []
  ) -> CallError<Failure> {
    var failure: TransportError?
    if case .transport(let error) = reason, !exchange.isCallOver { failure = error }
    return CallError(
      reason,
      CallRecord(
        call: nil, request: exchange.sent, response: readResponse,
        attempts: exchange.attempts(failingWith: failure), retryability: outcome?.retryability,
        declaredTypes: declaredTypes))
  }
}

extension CallError {
  var late: CallError {
    guard case .transport(let error) = reason else { return self }
    let timeout = error.late(.total)
    var attempts = attempts
    // An attempt with a response has not failed.
    if let last = attempts.last, case .failure = last.result {
      attempts[attempts.count - 1] = last.failed(with: timeout)
    }
    return CallError(
      .transport(timeout), call: call, request: request, response: response, attempts: attempts)
  }
}

extension ResponseMap {
  /// Interprets a response as a call does: returns the output, or throws a ``CallError``.
  ///
  /// ```swift
  /// let user = try await GetUser.responses.interpret(
  ///   Response(status: 200, body: json, request: sent))
  /// ```
  ///
  /// The response's decoder reads the body, with the map's JSON options. A stream has one chunk, and can't be reopened.
  public func interpret(_ response: Response) async throws(CallError<Failure>) -> Output {
    let exchange: Exchange
    do { exchange = try Exchange(received: response) } catch { throw CallError(.request(error)) }
    let interpretation = Interpretation(
      of: exchange, at: storage.table.line(for: exchange), in: self, by: response.decoder)
    return try await interpretation.result(within: Deadline(.unlimited, clock: TimerClock())).get()
  }
}
