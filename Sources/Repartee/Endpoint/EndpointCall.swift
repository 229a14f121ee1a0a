import HTTPTypes

/// A call of an endpoint: its attempts, and what they mean.
struct EndpointCall: Sendable {
  private let map: UntypedMap
  let context: CallContext
  let inspector: (any ResponseInspector)?

  init(_ map: UntypedMap, in context: CallContext, inspector: (any ResponseInspector)?) {
    self.map = map
    self.context = context
    self.inspector = inspector
  }

  /// The end of a call; its last attempt unless call middleware returned the result.
  struct Ending {
    var result: UntypedResult
    var exchange: Exchange?
    var retryLimit: RetryPolicy.Limit?
    /// The response, if call middleware returned it.
    var middlewareResponse: (response: AnyBox, status: HTTPResponse.Status)?
  }

  func run() async -> Ending {
    let first: AttemptScope
    do throws(RequestError) {
      first = try map.firstAttempt(in: context)
    } catch {
      return Ending(result: .failure(CallError(.request(error), call: context.request.description)))
    }
    var call = Call(by: map, in: context)
    var last: (exchange: Exchange, result: UntypedResult)?
    await call.run(first) { exchange in
      let (interpreted, result) = await interpret(exchange, first)
      last = (exchange, result)
      return interpreted
    }
    guard let last else { return Ending(result: .failure(notMade)) }
    return Ending(result: last.result, exchange: last.exchange, retryLimit: call.retryLimit)
  }

  @inline(never) func reportEnd(_ ending: Ending) {
    context.observation?.report(.callEnded) { event in
      event.retryLimit = ending.retryLimit
      switch ending.result {
      case .success: event.status = ending.middlewareResponse?.status ?? ending.exchange?.status
      case .failure(let error): event.fail(map.callError(error))
      }
    }
  }

  private var notMade: UntypedError {
    CallError(
      .transport(TransportError(.other, message: "the call was not made")), call: context.request.description)
  }

  // MARK: What an attempt means

  private func interpret(
    _ exchange: Exchange, _ first: AttemptScope
  ) async -> (Interpreted, UntypedResult) {
    let probe = exchange.isCallOver ? nil : probe(of: exchange)
    let interpretation = interpretation(of: exchange, probe, first)
    let result = await interpretation.result(within: context.limits)
    probe?.didInterpret(InterpretationResult(result, isMismatched: isMismatched(exchange)))
    guard map.hasRule else { return (Interpreted(), result) }
    let ruled = map.retryability(of: result, at: exchange.plan.caseIndex, after: interpretation.notedFailures)
    return (
      Interpreted(ruled: ruled, isOutput: result.isOutput),
      ruled.map { ruled in result.mapError { $0.ruled(ruled) } } ?? result
    )
  }

  func interpretation(
    of exchange: Exchange, _ probe: (any ResponseProbe)? = nil, _ first: AttemptScope? = nil
  ) -> Interpretation {
    let decoders = context.decoders
    let declared = exchange.plan.caseIndex.map { map.table.cases[$0] }
    let decoder = decoders.decoder(for: exchange.contentType ?? declared?.traits.mediaRange?.contentType)
    let probed = probe.flatMap { probe in decoder.changingJSON { $0.probe = probe } }
    return Interpretation(
      of: exchange, in: map, by: probed ?? decoder, of: probe == nil ? decoders : nil,
      reopen: reopening(exchange, first))
  }

  private func isMismatched(_ exchange: Exchange) -> Bool {
    guard let index = exchange.plan.caseIndex, let head = exchange.head else { return false }
    return map.table.cases[index].traits.mismatch(with: head) != nil
  }

  private func reopening(_ exchange: Exchange, _ first: AttemptScope?) -> Reopen? {
    guard exchange.stream != nil, let first, first.outgoing.body?.isReplayable ?? true else { return nil }
    let reopening = Reopening(
      context: context, map: map, first: first.outgoing, login: exchange.carried.session.login)
    return { pause, lastEventID, takes throws(TransportError) in
      try await reopening.stream(after: pause, lastEventID, takes)
    }
  }
}

extension EndpointCall.Ending {
  @inline(__always)
  func output<Output, Failure>(of resource: Resource<Output, Failure>) throws(CallError<Failure>) -> Output {
    switch result {
    case .success(let box): return box.value()
    case .failure(let error): throw error.typed()
    }
  }

  func response<Output, Failure>(
    of resource: Resource<Output, Failure>
  ) throws(CallError<Failure>) -> TypedResponse<Output> {
    let output = try output(of: resource)
    if let middlewareResponse { return middlewareResponse.response.value() }
    guard let exchange else { throw CallError(.transport(TransportError(.other))) }
    return TypedResponse(
      output, head: exchange.head ?? HTTPResponse(status: 0), request: exchange.sent,
      duration: exchange.duration, headDuration: exchange.headDuration,
      after: exchange.earlier, exchange.origin, isStored: exchange.isStored,
      networkResult: exchange.replaced, retryLimit: retryLimit)
  }
}
