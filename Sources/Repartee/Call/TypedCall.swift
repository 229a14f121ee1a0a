import HTTPTypes

final class TypedCall<Output: Sendable, Failure: Error>: Call {
  private let map: ResponseMap<Output, Failure>
  private var line: Int?
  private var ending: Ending?

  private enum Ending {
    case output(Output, Exchange)
    case failure(CallError<Failure>)
    /// From call middleware.
    indirect case reply(Reply<Output>)
  }

  init(_ map: ResponseMap<Output, Failure>, in context: CallContext) {
    self.map = map
    super.init(in: context)
  }

  convenience init(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable, by client: borrowing Client
  ) {
    self.init(resource.responses, in: CallContext(copy client, resource.request, of: endpoint))
  }

  convenience init<E: ResourceConvertible<Output, Failure>>(
    _ endpoint: E, _ adjusting: (inout Request) -> Void, by client: borrowing Client
  ) {
    var resource = endpoint.resource
    adjusting(&resource.request)
    self.init(resource, of: endpoint, by: client)
  }

  // MARK: Making the call

  func start() async {
    let observation = context.observation
    observation?.tell(.callStarted)
    let middleware = context.client.callMiddleware + context.client.testMiddleware
    if middleware.isEmpty { await run() } else { await run(within: middleware) }
    if Task.isCancelled, limits.deadline.isOver { cancelLateOutput() }
    observation?.tell(.callEnded) { event in
      switch ending {
      case .output(_, let exchange): event.status = exchange.status
      case .reply(let reply): event.status = reply.status
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
    case .success(let reply): ending = .reply(reply)
    case .failure(let error): ending = .failure(isLate ? error.late : error)
    }
  }

  /// `Interpretation` keeps a late output: the deadline may have cancelled its task, but not the calling one.
  private func cancelLateOutput() {
    switch ending {
    case .output(_, let exchange): cancel(after: exchange)
    case .reply(let reply):
      ending = .failure(
        CallError(
          .transport(TransportError(.cancelled)), request: reply.request, attempts: reply.attempts))
    case .failure, nil: break
    }
  }

  func output() throws(CallError<Failure>) -> Output {
    switch ending {
    case .output(let output, _): return output
    case .reply(let reply): return reply.value
    case .failure(let error): throw error
    case nil: throw notMade
    }
  }

  func reply() throws(CallError<Failure>) -> Reply<Output> {
    switch ending {
    case .output(let output, let exchange):
      return Reply(
        output, head: exchange.head ?? HTTPResponse(status: 0), request: exchange.sent,
        timing: exchange.timing,
        after: exchange.earlier, exchange.origin, isStored: exchange.isStored,
        networkResult: exchange.networkResult)
    case .reply(let reply): return reply
    case .failure(let error): throw error
    case nil: throw notMade
    }
  }

  private var notMade: CallError<Failure> {
    CallError(
      .transport(TransportError(.other, message: "the call was not made")), call: context.request.description)
  }

  // MARK: What the endpoint says

  override func request() throws(RequestError) -> OutgoingRequest {
    try OutgoingRequest(context.request, of: context.client) { map.storage.accept(context.client.formats) }
  }

  override func declares(_ code: Int) -> Bool { map.declares(code) }

  override func plan(for exchange: Exchange) -> ResponsePlan {
    line = map.storage.table.line(for: exchange)
    guard let line else { return ResponsePlan(body: .whole, isExpected: false) }
    return map.storage.table.lines[line].traits.plan(for: exchange)
  }

  override var hasRule: Bool { map.storage.rule != nil }

  // MARK: Result

  override func interpret(_ exchange: Exchange) async -> FollowUp? {
    let probe = context.probe(of: exchange)
    let interpretation = interpretation(of: exchange, probe)
    let result = await interpretation.result(within: limits.deadline)
    switch result {
    case .success(let output): ending = .output(output, exchange)
    case .failure(let error): ending = .failure(error)
    }
    probe?.didInterpret(ResponseReading(result, isMismatched: isMismatched(exchange)))
    guard let rule = map.storage.rule else { return nil }
    return retry(exchange, ruled: rule(result))
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
    ending = .failure(CallError(.request(error), call: context.request.description))
  }

  override func cancel(after exchange: Exchange) {
    let decoder = context.client.formats.decoder(for: exchange.contentType)
    ending = .failure(
      CallError(
        .transport(TransportError(.cancelled)), request: exchange.sent,
        response: exchange.response(decoder: decoder), attempts: exchange.attempts))
  }

  private func reopening(_ exchange: Exchange) -> Reopen? {
    guard let outgoing, outgoing.body?.isReplayable ?? true else { return nil }
    return {
      [context, map, login = exchange.credential.start.login] pause, lastEventID, takes
        throws(TransportError) in
      let client = context.client
      let spread = StreamReconnection.spread(pause, client.randomness())
      do { try await client.clock.sleep(for: spread) } catch { throw TransportError(.cancelled) }
      let again = ReopeningCall(
        outgoing, in: CallContext(reopening: context, as: login), after: lastEventID,
        isDeclared: { map.declares($0) }, takes: takes)
      return try await again.reopened()
    }
  }
}
