import HTTPTypes

/// A call of an endpoint: its attempts, and what they mean.
struct EndpointCall {
  private let map: UntypedMap
  let context: CallContext

  init(_ map: UntypedMap, in context: CallContext) {
    self.map = map
    self.context = context
  }

  init<Output, Failure>(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable, by client: borrowing Client
  ) {
    self.init(
      resource.responses.storage.untyped, in: CallContext(copy client, resource.request, of: endpoint))
  }

  /// The end of a call; its last attempt unless call middleware returned the result.
  struct Ending {
    var result: UntypedResult
    var exchange: Exchange?
    var retryLimit: RetryPolicy.Limit?
    /// Of call middleware.
    fileprivate var middlewareReply: (reply: AnyBox, status: HTTPResponse.Status)?
  }

  func run() async -> Ending {
    let first: OutgoingRequest
    do throws(RequestError) {
      first = try context.outgoing { map.accept(context.client.formats) }
    } catch {
      return Ending(result: .failed(CallError(.request(error), call: context.request.description)))
    }
    var call = Call(first, by: Planner(table: map.table, hasRule: map.hasRule), in: context)
    var last: (exchange: Exchange, result: UntypedResult)?
    await call.run { exchange in
      let (interpreted, result) = await interpret(exchange, first)
      last = (exchange, result)
      return interpreted
    }
    guard let last else { return Ending(result: .failed(notMade)) }
    return Ending(result: last.result, exchange: last.exchange, retryLimit: call.retryLimit)
  }

  @inline(never) private func tellEnd(_ ending: Ending) {
    context.observation?.tell(.callEnded) { event in
      event.retryLimit = ending.retryLimit
      if let error = map.callError(ending.result) {
        event.fail(error)
      } else {
        event.status = ending.middlewareReply?.status ?? ending.exchange?.status
      }
    }
  }

  private var notMade: CallError<Never> {
    CallError(
      .transport(TransportError(.other, message: "the call was not made")), call: context.request.description)
  }

  // MARK: What an attempt means

  private func interpret(
    _ exchange: Exchange, _ first: OutgoingRequest
  ) async -> (Interpreted, UntypedResult) {
    let probe = exchange.isCallOver ? nil : context.probe(of: exchange)
    let interpretation = interpretation(of: exchange, probe, first)
    let result = await interpretation.result(within: context.limits.deadline)
    probe?.didInterpret(ResponseReading(result, isMismatched: isMismatched(exchange)))
    guard map.hasRule else { return (Interpreted(), result) }
    let ruled = map.retryability(of: result, at: exchange.plan.line, after: interpretation.notedFailures)
    return (Interpreted(ruled: ruled, isOutput: result.isOutput), ruled.map(result.ruled) ?? result)
  }

  private func interpretation(
    of exchange: Exchange, _ probe: (any ResponseProbe)? = nil, _ first: OutgoingRequest? = nil
  ) -> Interpretation {
    let formats = context.client.formats
    let mediaRange = exchange.plan.line.flatMap { map.table.lines[$0].traits.mediaRange }
    let decoder = formats.decoder(for: exchange.contentType ?? mediaRange?.contentType)
    let probed = probe.flatMap { probe in decoder.changingJSON { $0.probe = probe } }
    return Interpretation(
      of: exchange, in: map, by: probed ?? decoder, of: probe == nil ? formats : nil,
      reopen: reopening(exchange, first))
  }

  private func isMismatched(_ exchange: Exchange) -> Bool {
    guard let line = exchange.plan.line, let head = exchange.head else { return false }
    return map.table.lines[line].traits.mismatch(with: head) != nil
  }

  private func reopening(_ exchange: Exchange, _ first: OutgoingRequest?) -> Reopen? {
    guard exchange.stream != nil, let first, first.body?.isReplayable ?? true else { return nil }
    let reopening = Reopening(
      context: context, table: map.table, first: first, login: exchange.carried.session.login)
    return { pause, lastEventID, takes throws(TransportError) in
      try await reopening.stream(after: pause, lastEventID, takes)
    }
  }
}

// MARK: Call middleware

extension EndpointCall {
  /// Makes the call within the client's call middleware, which sees the types of `resource`.
  func start<Output, Failure>(_ resource: Resource<Output, Failure>) async -> Ending {
    context.observation?.tell(.callStarted)
    let middleware = context.client.callMiddleware + context.client.testMiddleware
    var ending = middleware.isEmpty ? await run() : await run(resource.responses, within: middleware)
    if Task.isCancelled, context.limits.deadline.isOver { cancelLateOutput(&ending, Output.self) }
    tellEnd(ending)
    return ending
  }

  private func run<Output, Failure>(
    _ map: ResponseMap<Output, Failure>, within middleware: [any CallMiddleware]
  ) async -> Ending {
    let next = NextCall<Output, Failure>(middleware, in: context)
    let call = Resource(context.request, map)
    let work = { @Sendable () async -> Result<Reply<Output>, CallError<Failure>> in
      do throws(CallError<Failure>) { return .success(try await next(call)) } catch { return .failure(error) }
    }
    let isBounded = !context.client.callMiddleware.isEmpty
    let (reply, isLate) = isBounded ? await context.limits.deadline.bound(work) : (await work(), false)
    let result = UntypedResult(reply.map(\.value))
    var ending = Ending(result: isLate ? result.changingError(\.late) : result)
    if case .success(let reply) = reply {
      ending.middlewareReply = (Box(reply), reply.status)
      ending.retryLimit = reply.retryLimit
    }
    return ending
  }

  /// `Interpretation` keeps a late output: the deadline may have cancelled its task, but not the calling one.
  private func cancelLateOutput<Output: Sendable>(_ ending: inout Ending, _ type: Output.Type) {
    guard ending.result.isOutput else { return }
    let mayHaveBeenProcessed = ending.exchange?.attempts.contains(where: \.mayHaveBeenProcessed) ?? true
    let error = TransportError(.cancelled, mayHaveBeenProcessed: mayHaveBeenProcessed)
    if let exchange = ending.exchange {
      let cancelled = Exchange(exchange, failing: .callOver(error))
      ending.result = .failed(interpretation(of: cancelled).error(.transport(error)))
    } else if let reply = ending.middlewareReply {
      let reply = reply.reply.value(as: Reply<Output>.self)
      ending.result = .failed(
        CallError(.transport(error), request: reply.request, attempts: reply.attempts))
    }
  }
}

extension EndpointCall.Ending {
  func output<Output, Failure>(of resource: Resource<Output, Failure>) throws(CallError<Failure>) -> Output {
    if case .output(let box) = result { return box.value() }
    let typed: Result<Output, CallError<Failure>> = result.typed()
    return try typed.get()
  }

  func reply<Output, Failure>(
    _ map: ResponseMap<Output, Failure>
  ) throws(CallError<Failure>) -> Reply<Output> {
    let typed: Result<Output, CallError<Failure>> = result.typed()
    let output = try typed.get()
    if let reply = middlewareReply { return reply.reply.value() }
    guard let exchange else { throw CallError(.transport(TransportError(.other))) }
    return Reply(
      output, head: exchange.head ?? HTTPResponse(status: 0), request: exchange.sent, timing: exchange.timing,
      after: exchange.earlier, exchange.origin, isStored: exchange.isStored,
      networkResult: exchange.replaced, retryLimit: retryLimit)
  }
}
