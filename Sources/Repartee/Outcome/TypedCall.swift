import HTTPTypes
import ReparteeJSON

/// A call as its attempts know it, whatever its types: what they are told of the endpoint, and whom they tell what came.
///
/// The way of a call is not generic: what depends on the types stands in ``TypedCall``, and none of it waits where nothing
/// has to be waited for.
protocol UntypedCall: AnyObject {
  var request: Request { get }
  var context: CallContext { get }

  // MARK: What the endpoint declares

  /// What to ask for.
  func accept(of formats: Formats) -> String
  /// Whether a status is declared by its exact code.
  var declares: @Sendable (Int) -> Bool { get }
  /// What is to become of a response whose head is there.
  func plan(for response: Exchange) -> ResponsePlan
  /// The content types of the outcome that was taken.
  var mediaRange: MediaRange? { get }
  /// Whether it says itself which results are worth another attempt.
  var hasRule: Bool { get }
  /// What it says of this one, or else its outcome.
  var transience: (ruled: Transience?, outcome: Transience?) { get }

  // MARK: What came of it

  /// What an exchange means.
  /// - Returns: Whether that is known; if not, ``awaitMeaning(within:)`` is called.
  func interpret(
    _ exchange: Exchange, by decoder: any ResponseDecoder, of formats: Formats?, reopen: Reopen?
  ) -> Bool
  func awaitMeaning(within deadline: Deadline) async
  func tell(_ probe: DriftProbe)
  func fail(_ error: RequestError)
  func fail(_ error: TransportError, request: SentRequest, attempts: [Attempt])
  func tellEnd(to event: inout CallEvent)

  // MARK: What stands around it

  func goThroughMiddleware(of client: Client) async
  func goThroughInterceptors(of client: Client) async
}

/// A call of a ``Resource``, and what came of it.
final class TypedCall<Output: Sendable, Failure: Error>: UntypedCall {
  private enum End {
    case none
    case result(Result<Output, CallError<Failure>>)
    /// A middleware may make one of its own.
    case reply(Result<Reply<Output>, CallError<Failure>>)
  }

  private let resource: Resource<Output, Failure>
  let context: CallContext
  private var outcome: Outcome<Output, Failure>?
  private var interpretation: Interpretation<Output, Failure>?
  private var exchange: Exchange?
  private var end = End.none

  init(_ resource: Resource<Output, Failure>, in context: CallContext) {
    self.resource = resource
    self.context = context
  }

  /// A call of an endpoint, or of a page of it, in the eyes of who observes it.
  convenience init(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable, by client: borrowing Client
  ) {
    self.init(resource, in: CallContext(client, resource.request, of: endpoint))
  }

  convenience init<E: ResourceConvertible<Output, Failure>>(
    _ endpoint: E, _ adjusting: (inout Request) -> Void, by client: borrowing Client
  ) {
    var resource = endpoint.resource
    adjusting(&resource.request)
    self.init(resource, of: endpoint, by: client)
  }

  /// The output of a call that is over, which is given away.
  func output() throws(CallError<Failure>) -> Output {
    switch take() {
    case .result(let result): return try result.get()
    case .reply(let result): return try result.get().value
    case .none: preconditionFailure("the call is not over, or its output was given away")
    }
  }

  /// The reply to a call that is over, which is given away.
  func reply() throws(CallError<Failure>) -> Reply<Output> {
    switch (take(), exchange) {
    case (.result(let result), let exchange?): return Reply(try result.get(), exchange)
    case (.result(.failure(let error)), nil): throw error
    case (.reply(let result), _): return try result.get()
    case (.none, _), (.result(.success), nil):
      preconditionFailure("the call is not over, or its reply was given away")
    }
  }

  private func take() -> End {
    var taken = End.none
    swap(&taken, &end)
    return taken
  }

  // MARK: What the endpoint declares

  var request: Request { resource.request }
  var declares: @Sendable (Int) -> Bool { resource.responses.declares }
  var mediaRange: MediaRange? { outcome?.mediaRange }
  var hasRule: Bool { resource.transience != nil }

  var transience: (ruled: Transience?, outcome: Transience?) {
    guard case .result(let result) = end else { return (nil, nil) }
    return (resource.transience?(result), outcome?.transience)
  }

  func accept(of formats: Formats) -> String {
    resource.responses.storage.accept(formats)
  }

  func plan(for response: Exchange) -> ResponsePlan {
    outcome = resource.responses.outcome(for: response)
    guard let outcome else { return ResponsePlan(reading: .whole, isExpected: false) }
    return ResponsePlan(
      reading: outcome.bodyReading(for: response), transience: outcome.transience,
      isExpected: outcome.canGiveOutput)
  }

  // MARK: What came of it

  func interpret(
    _ exchange: Exchange, by decoder: any ResponseDecoder, of formats: Formats?, reopen: Reopen?
  ) -> Bool {
    self.exchange = exchange
    let interpretation = Interpretation(
      exchange: exchange, outcome: outcome, decoder: decoder, map: resource.responses, reopen: reopen,
      formats: formats)
    guard let result = interpretation.immediateResult() else {
      self.interpretation = interpretation
      return false
    }
    end = .result(result)
    return true
  }

  func awaitMeaning(within deadline: Deadline) async {
    guard let interpretation else { return }
    end = .result(await interpretation.result(within: deadline))
  }

  func tell(_ probe: DriftProbe) {
    guard let exchange, case .result(let result) = end else { return }
    probe.interpreted(exchange, result, isMismatched: outcome?.mismatch(with: exchange) != nil)
  }

  func fail(_ error: RequestError) {
    end = .result(.failure(CallError(.request(error), call: resource.request.description)))
  }

  func fail(_ error: TransportError, request: SentRequest, attempts: [Attempt]) {
    end = .result(.failure(CallError(.transport(error), request: request, attempts: attempts)))
  }

  func tellEnd(to event: inout CallEvent) {
    switch end {
    case .result(.failure(let error)), .reply(.failure(let error)): event.fail(error)
    case .result(.success): event.status = exchange?.status
    case .reply(.success(let reply)): event.status = reply.status
    case .none: break
    }
  }

  // MARK: What stands around it

  func goThroughMiddleware(of client: Client) async {
    do { end = .reply(.success(try await client.callThroughMiddleware(resource, in: context))) } catch {
      end = .reply(.failure(error))
    }
  }

  func goThroughInterceptors(of client: Client) async {
    guard let endpoint = context.intercepted else { return }
    end = .reply(await client.intercepted(resource, of: endpoint, in: context))
  }
}
