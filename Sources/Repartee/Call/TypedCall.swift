import HTTPTypes

final class TypedCall<Output: Sendable, Failure: Error>: Call {
  private let map: ResponseMap<Output, Failure>
  private var line: Int?
  private var result: Result<Output, CallError<Failure>>?
  /// Of the result; nil if call middleware returned it.
  private var exchange: Exchange?
  /// A function, so that no other call handles the generic type.
  private var middlewareReply: (@Sendable () -> Reply<Output>)?

  init(_ map: ResponseMap<Output, Failure>, in context: CallContext) {
    self.map = map
    super.init(in: context)
  }

  convenience init(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable, by client: borrowing Client
  ) {
    self.init(resource.responses, in: CallContext(copy client, resource.request, of: endpoint))
  }

  // MARK: Making the call

  func start() async {
    context.observation?.tell(.callStarted)
    let middleware = context.client.callMiddleware + context.client.testMiddleware
    if middleware.isEmpty { await run() } else { await run(within: middleware) }
    if Task.isCancelled, limits.deadline.isOver { cancelLateOutput() }
    tellEnd()
  }

  @inline(never) private func tellEnd() {
    context.observation?.tell(.callEnded) { event in
      event.retryLimit = middlewareReply?().retryLimit ?? exchange?.retryLimit
      switch result {
      case .success: event.status = middlewareReply?().status ?? exchange?.status
      case .failure(let error): event.fail(error)
      case nil: break
      }
    }
  }

  private func run(within middleware: [any CallMiddleware]) async {
    let next = NextCall<Output, Failure>(middleware, in: context)
    let call = Resource(context.request, map)
    let work = { @Sendable () async -> Result<Reply<Output>, CallError<Failure>> in
      do throws(CallError<Failure>) { return .success(try await next(call)) } catch { return .failure(error) }
    }
    let isBounded = !context.client.callMiddleware.isEmpty
    let (reply, isLate) = isBounded ? await limits.deadline.bound(work) : (await work(), false)
    switch reply {
    case .success(let reply):
      result = .success(reply.value)
      middlewareReply = { reply }
    case .failure(let error): result = .failure(isLate ? error.late : error)
    }
  }

  /// `Interpretation` keeps a late output: the deadline may have cancelled its task, but not the calling one.
  private func cancelLateOutput() {
    guard case .success = result else { return }
    if let exchange { return cancel(after: exchange) }
    guard let reply = middlewareReply?() else { return }
    result = .failure(
      CallError(.transport(TransportError(.cancelled)), request: reply.request, attempts: reply.attempts))
  }

  func output() throws(CallError<Failure>) -> Output {
    guard let result else { throw notMade }
    return try result.get()
  }

  func reply() throws(CallError<Failure>) -> Reply<Output> {
    let output = try output()
    if let reply = middlewareReply?() { return reply }
    guard let exchange else { throw notMade }
    return Reply(
      output, head: exchange.head ?? HTTPResponse(status: 0), request: exchange.sent, timing: exchange.timing,
      after: exchange.earlier, exchange.origin, isStored: exchange.isStored,
      networkResult: exchange.networkResult, retryLimit: exchange.retryLimit)
  }

  private var notMade: CallError<Failure> {
    CallError(
      .transport(TransportError(.other, message: "the call was not made")), call: context.request.description)
  }

  // MARK: What the endpoint says

  override func request() throws(RequestError) -> OutgoingRequest {
    try context.outgoing { map.storage.accept(context.client.formats) }
  }

  override func declares(_ code: Int) -> Bool { map.declares(code) }

  override func plan(for exchange: Exchange) -> ResponsePlan {
    line = map.storage.table.line(for: exchange)
    guard let line else { return ResponsePlan(body: .whole, isExpected: false) }
    return map.storage.table.lines[line].traits.plan(for: exchange)
  }

  override var hasRule: Bool { map.storage.hasRule }

  // MARK: Result

  override func interpret(_ exchange: Exchange) async -> FollowUp? {
    let probe = context.probe(of: exchange)
    let interpretation = interpretation(of: exchange, probe)
    let result = await interpretation.result(within: limits.deadline)
    self.exchange = exchange
    self.result = result
    probe?.didInterpret(ResponseReading(result, isMismatched: isMismatched(exchange)))
    guard hasRule else { return nil }
    let ruled = map.storage.retryability(of: result, at: line, after: interpretation.notedFailures)
    if let ruled { self.result = result.mapError { $0.ruled(ruled) } }
    return retry(exchange, ruled: ruled, isOutput: (try? result.get()) != nil)
  }

  private func interpretation(
    of exchange: Exchange, _ probe: (any ResponseProbe)?
  ) -> Interpretation<Output, Failure> {
    let formats = context.client.formats
    let mediaRange = line.flatMap { map.storage.table.lines[$0].traits.mediaRange }
    let decoder = formats.decoder(for: exchange.contentType ?? mediaRange?.contentType)
    let probed = probe.flatMap { probe in decoder.changingJSON { $0.probe = probe } }
    return Interpretation(
      of: exchange, at: line, in: map, by: probed ?? decoder,
      of: probe == nil ? formats : nil, reopen: exchange.stream == nil ? nil : reopening(exchange))
  }

  private func isMismatched(_ exchange: Exchange) -> Bool {
    line.map { map.storage.table.lines[$0].traits.mismatch(with: exchange) != nil } ?? false
  }

  override func fail(_ error: RequestError) {
    result = .failure(CallError(.request(error), call: context.request.description))
  }

  override func cancel(after exchange: Exchange) {
    let decoder = context.client.formats.decoder(for: exchange.contentType)
    let mayHaveBeenProcessed = exchange.attempts.contains(where: \.mayHaveBeenProcessed)
    result = .failure(
      CallError(
        .transport(TransportError(.cancelled, mayHaveBeenProcessed: mayHaveBeenProcessed)),
        request: exchange.sent, response: exchange.response(decoder: decoder), attempts: exchange.attempts))
  }

  private func reopening(_ exchange: Exchange) -> Reopen? {
    let first = redirection.first ?? exchange.outgoing
    guard first.body?.isReplayable ?? true else { return nil }
    return {
      [context, map, login = exchange.credential.start.login] pause, lastEventID, takes
        throws(TransportError) in
      let client = context.client
      let spread = StreamReconnection.spread(pause, client.randomness())
      do { try await client.clock.sleep(for: spread) } catch { throw TransportError(.cancelled) }
      let again = ReopeningCall(
        first, in: CallContext(reopening: context, as: login), after: lastEventID,
        isDeclared: { map.declares($0) }, takes: takes)
      return try await again.reopened()
    }
  }
}
