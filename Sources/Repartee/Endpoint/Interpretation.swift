import HTTPTypes

// From an untyped exchange to the output or the error of a call.

/// The interpretation of one exchange: the outcome's function runs at most once.
struct Interpretation: Sendable {
  private let exchange: Exchange
  private let decoder: any ResponseDecoder
  private let map: UntypedMap
  private let reopen: Reopen?
  /// Nil if no decoded value may be kept.
  private let decoders: Decoders?
  private let note: OutcomeNotes?

  init(
    of exchange: Exchange, in map: UntypedMap, by decoder: any ResponseDecoder,
    of decoders: Decoders? = nil, reopen: Reopen? = nil
  ) {
    self.exchange = exchange
    self.map = map
    let index = exchange.plan.caseIndex
    if let options = map.options(at: index) {
      // Decoded with other options, a value can't be shared.
      (self.decoder, self.decoders) = (options.decoder(decoder), nil)
      if let reopen { self.reopen = options.reopen(reopen) } else { self.reopen = nil }
    } else {
      (self.decoder, self.decoders, self.reopen) = (decoder, decoders, reopen)
    }
    let needsNote = index.map { map.table.cases[$0].traits.needsNote } ?? false
    note = needsNote ? OutcomeNotes(self.decoder) : nil
  }

  private var caseIndex: Int? { exchange.plan.caseIndex }

  /// The failures of included maps, before their transformation; the innermost first.
  var notedFailures: [any Error] { note?.failures ?? [] }

  /// Nil for an asynchronous outcome.
  private func interpreted() -> UntypedResult? {
    if let error = exchange.callError { return .failure(self.error(UntypedError.Reason(error))) }
    guard let caseIndex else { return .failure(undeclared) }
    if let head = exchange.head, let mismatch = map.table.cases[caseIndex].traits.mismatch(with: head) {
      return .failure(error(.undecodable(mismatch)))
    }
    do {
      switch map.handlers[caseIndex] {
      case .whole(let read):
        if let response { return result(try read(response, decoder)) }
      case .handedOver(let read):
        if let streamed { return result(try read(streamed, decoder)) }
      case .wholeAsync, .streamed: return nil
      }
      return .failure(undeclared)
    } catch {
      return result(thrown: error)
    }
  }

  private func result(_ value: UntypedValue) -> UntypedResult {
    switch value {
    case .output(let output): .success(output)
    case .failure(let failure): .failure(error(.declared(BoxedFailure(box: failure))))
    }
  }

  private func cancelled(_ result: UntypedResult) -> UntypedResult {
    guard result.isOutput else { return result }
    return .failure(error(.transport(TransportError(.cancelled))))
  }

  /// Keeps an output after the deadline, which may have cancelled the task.
  func result(within limits: CallLimits?) async -> UntypedResult {
    if let immediate = interpreted() {
      return Task.isCancelled && limits?.deadline.isOver != true ? cancelled(immediate) : immediate
    }
    guard let limits else { return await awaitedResult() }
    let (result, isLate) = await limits.deadline.bound { await self.awaitedResult() }
    if isLate { return result.mapError(\.late) }
    return Task.isCancelled && !limits.deadline.isOver ? cancelled(result) : result
  }

  private func awaitedResult() async -> UntypedResult {
    do {
      switch caseIndex.map({ map.handlers[$0] }) {
      case .wholeAsync(let read):
        if let response { return result(try await read(response, decoder)) }
      case .streamed(let read):
        if let streamed { return result(try await read(streamed, decoder)) }
      case .whole, .handedOver, nil: break
      }
      return .failure(undeclared)
    } catch {
      return result(thrown: error)
    }
  }

  private var undeclared: UntypedError {
    let code = exchange.plan.isUnaskedPart ? nil : exchange.status?.code
    return error(.undeclared, declaredTypes: code.map(map.table.mediaRanges) ?? [])
  }

  private var streamed: StreamedResponse? {
    exchange.head.map { head in
      StreamedResponse(
        head: head, body: exchange.stream ?? ByteStream(exchange.body), request: exchange.sent,
        headDuration: exchange.headDuration, reopen: reopen)
    }
  }

  private var response: Response? {
    var response = exchange.response(decoder: decoder, of: decoders)
    if let note { response?.note = note }
    return response
  }

  private var readResponse: Response? {
    exchange.response(decoder: (note?.decoder ?? decoder).afterOutcome, of: decoders)
  }

  private func result(thrown: any Error) -> UntypedResult {
    if let failure = map.failure(thrown) { return .failure(error(.declared(BoxedFailure(box: failure)))) }
    switch thrown {
    case let undeclared as UndeclaredStatus:
      return .failure(error(.undeclared, declaredTypes: undeclared.declaredTypes))
    case let error as TransportError: return .failure(self.error(.transport(error)))
    case is CancellationError: return .failure(error(.transport(TransportError(.cancelled))))
    case let failure as BodyDecodingError: return .failure(error(.undecodable(failure)))
    default:
      // The error of another call, which the outcome's function made.
      if let lost = (thrown as? any CallErrorProtocol)?.transportError {
        return .failure(error(.transport(lost)))
      }
      return .failure(error(.undecodable(BodyDecodingError(thrown))))
    }
  }

  func error(_ reason: UntypedError.Reason, declaredTypes: [MediaRange] = []) -> UntypedError {
    var failure: TransportError?
    if case .transport(let error) = reason, !exchange.isCallOver { failure = error }
    return CallError(
      reason,
      CallRecord(
        call: nil, request: exchange.sent, response: readResponse,
        attempts: exchange.attempts(failingWith: failure),
        retryability: exchange.plan.retryabilityOfResponse, declaredTypes: declaredTypes))
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
    let plan = storage.table.plan(
      for: response.head, response.status.code, response.contentType,
      isUnaskedPart: response.request.isUnaskedPart(response.status))
    let interpretation = Interpretation(
      of: Exchange(response, as: plan), in: storage.untyped, by: response.decoder)
    let result = await interpretation.result(within: nil)
    let typed: Result<Output, CallError<Failure>> = result.typed()
    return try typed.get()
  }
}
