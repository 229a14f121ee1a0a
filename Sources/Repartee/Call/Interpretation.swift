import HTTPTypes

// From an untyped exchange to the output or the error of a call.

/// The outcome's function runs at most once.
struct Interpretation<Output: Sendable, Failure: Error>: Sendable {
  private let exchange: Exchange
  private let line: Int?
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
    self.line = line
    self.map = map
    if let options = map.storage.options(at: line) {
      // Decoded with other options, a value can't be shared.
      (self.decoder, self.formats) = (options.decoder(decoder), nil)
      if let reopen { self.reopen = options.reopen(reopen) } else { self.reopen = nil }
    } else {
      (self.decoder, self.formats, self.reopen) = (decoder, formats, reopen)
    }
    let needsNote = line.map { map.storage.table.lines[$0].traits.needsNote } ?? false
    note = needsNote ? ReadingNote(self.decoder) : nil
  }

  private var traits: OutcomeTraits? { line.map { map.storage.table.lines[$0].traits } }

  /// Those of included maps, before their transformation; the innermost first.
  var notedFailures: [any Error] { note?.failures ?? [] }

  /// Nil for an asynchronous outcome.
  private func interpreted() -> Result<Output, CallError<Failure>>? {
    switch exchange.callError {
    case .transport(let error), .callOver(let error): return .failure(self.error(.transport(error)))
    case .authentication(let error): return .failure(self.error(.authentication(error)))
    case nil: break
    }
    guard let line, let traits else { return .failure(undeclared) }
    if let mismatch = traits.mismatch(with: exchange) { return .failure(error(.undecodable(mismatch))) }
    do {
      switch map.storage.outcomes[line].reading {
      case .buffered(let handler):
        if let response { return declared(try handler(response, decoder)) }
      case .handedOver(let handler):
        if let streamed { return declared(try handler(streamed, decoder)) }
      case .bufferedAsync, .streamed: return nil
      }
      return .failure(undeclared)
    } catch {
      return .failure(self.error(thrown: error))
    }
  }

  private func declared(_ result: Result<Output, Failure>) -> Result<Output, CallError<Failure>> {
    switch result {
    case .success(let output): .success(output)
    case .failure(let failure): .failure(error(.declared(failure)))
    }
  }

  private func cancelled(_ result: Result<Output, CallError<Failure>>) -> Result<Output, CallError<Failure>> {
    guard case .success = result else { return result }
    return .failure(error(.transport(TransportError(.cancelled))))
  }

  /// After the deadline, which may have cancelled the task, the output is kept.
  func result(within deadline: Deadline) async -> Result<Output, CallError<Failure>> {
    if let immediate = interpreted() {
      return Task.isCancelled && !deadline.isOver ? cancelled(immediate) : immediate
    }
    let (result, isLate) = await deadline.bound { await self.awaitedResult() }
    if isLate { return result.mapError { $0.late } }
    return Task.isCancelled && !deadline.isOver ? cancelled(result) : result
  }

  private func awaitedResult() async -> Result<Output, CallError<Failure>> {
    do {
      switch line.map({ map.storage.outcomes[$0].reading }) {
      case .bufferedAsync(let handler):
        if let response { return declared(try await handler(response, decoder)) }
      case .streamed(let handler):
        if let streamed { return declared(try await handler(streamed, decoder)) }
      case .buffered, .handedOver, nil: break
      }
      return .failure(undeclared)
    } catch {
      return .failure(self.error(thrown: error))
    }
  }

  private var undeclared: CallError<Failure> {
    let code = exchange.isUnaskedPart ? nil : exchange.status?.code
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
        attempts: exchange.attempts(failingWith: failure),
        retryability: traits?.retryability ?? exchange.retryabilityOfStatus, declaredTypes: declaredTypes))
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
      .transport(timeout),
      CallRecord(
        call: call, request: request, response: response, attempts: attempts, retryability: retryability))
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
