import HTTPTypes
import ReparteeJSON

/// A call without its generic types, as its attempts use it: it declares what the endpoint says, and receives the
/// results.
///
/// The path of a call is not generic. Whatever depends on the types is in ``TypedCall``, which suspends only if
/// something has to be awaited.
protocol UntypedCall: CallStart {
  // MARK: Declarations of the endpoint

  /// Returns the value of `Accept`.
  func accept(of formats: Formats) -> String
  /// Returns whether a status is declared by its exact code.
  func declares(_ code: Int) -> Bool
  /// `declares(_:)` for code that outlives the call.
  var declaration: @Sendable (Int) -> Bool { get }
  /// Returns what to do with a response whose head was received.
  func plan(for response: Exchange) -> ResponsePlan
  /// The content types of the selected outcome.
  var mediaRange: MediaRange? { get }
  /// Whether the endpoint has a rule for which results are retried.
  var hasRule: Bool { get }
  /// The transience of the result, by the endpoint's rule and by its outcome.
  var transience: (ruled: Transience?, outcome: Transience?) { get }

  // MARK: Result

  /// Interprets an exchange.
  /// - Returns: Whether the result is known; if not, ``awaitMeaning(within:)`` is called.
  func interpret(
    _ exchange: Exchange, by decoder: any ResponseDecoder, of formats: Formats?, reopen: Reopen?
  ) -> Bool
  func awaitMeaning(within deadline: Deadline) async
  func tell(_ probe: DriftProbe)
  func fail(_ error: RequestError)
  func fail(_ error: TransportError, request: SentRequest, attempts: [Attempt])
  func tellEnd(to event: inout CallEvent)

  // MARK: Middleware and observers

  func goThroughMiddleware(of client: Client) async
  func goThroughInterceptors(of client: Client) async
}

/// The request and the context of a call. It is a class so that it is not copied as a whole when a property is read.
class CallStart {
  final let request: Request
  final let context: CallContext

  init(_ request: consuming Request, in context: consuming CallContext) {
    self.request = request
    self.context = context
  }
}

/// The decoder of an exchange, and what belongs to it.
private struct Reading {
  let decoder: any ResponseDecoder
  let formats: Formats?
  let reopen: Reopen?
}

extension JSONChange {
  /// Returns the reading of a response with these options. No decoded value is kept, as others have other options.
  @inline(never) fileprivate func reading(_ decoder: any ResponseDecoder, _ reopen: Reopen?) -> Reading {
    Reading(decoder: self.decoder(decoder), formats: nil, reopen: reopen.map(self.reopen))
  }
}

/// A call of a ``Resource``, and its result.
final class TypedCall<Output: Sendable, Failure: Error>: CallStart, UntypedCall {
  private enum End {
    case none
    case output(Output)
    case failure(CallError<Failure>)
    /// A reply from middleware, which may have created it.
    case reply(Reply<Output>)
  }

  private let map: ResponseMap<Output, Failure>
  /// The selected line of the map.
  private var line: Int?
  private var exchange: Exchange?
  /// How the exchange is read.
  private var reading: Reading?
  private var end = End.none

  init(_ resource: consuming Resource<Output, Failure>, in context: consuming CallContext) {
    map = resource.responses
    super.init(resource.request, in: context)
  }

  /// Creates a call of an endpoint or of one of its pages. `endpoint` is what interceptors and drift detection receive.
  convenience init(
    _ resource: consuming Resource<Output, Failure>, of endpoint: some Sendable, by client: borrowing Client
  ) {
    let context = CallContext(client, resource.request, of: endpoint)
    self.init(resource, in: context)
  }

  convenience init<E: ResourceConvertible<Output, Failure>>(
    _ endpoint: E, _ adjusting: (inout Request) -> Void, by client: borrowing Client
  ) {
    var resource = endpoint.resource
    adjusting(&resource.request)
    self.init(resource, of: endpoint, by: client)
  }

  /// Returns the output of a call that is over. It can be taken once.
  func output() throws(CallError<Failure>) -> Output {
    switch take() {
    case .output(let output): return output
    case .reply(let reply): return reply.value
    case .failure(let error): throw error
    case .none: preconditionFailure("the call is not over, or its output was given away")
    }
  }

  /// Returns the reply to a call that is over. It can be taken once.
  func reply() throws(CallError<Failure>) -> Reply<Output> {
    switch (take(), exchange) {
    case (.output(let output), let exchange?): return Reply(output, exchange)
    case (.reply(let reply), _): return reply
    case (.failure(let error), _): throw error
    case (.none, _), (.output, nil):
      preconditionFailure("the call is not over, or its reply was given away")
    }
  }

  @inline(__always) private func take() -> End {
    var taken = End.none
    swap(&taken, &end)
    return taken
  }

  // MARK: Declarations of the endpoint

  func declares(_ code: Int) -> Bool { map.declares(code) }
  var declaration: @Sendable (Int) -> Bool { map.declares }
  var mediaRange: MediaRange? { line.flatMap { map.storage.table.lines[$0].traits.mediaRange } }
  var hasRule: Bool { map.storage.rule != nil }

  var transience: (ruled: Transience?, outcome: Transience?) {
    let result: Result<Output, CallError<Failure>>
    switch end {
    case .output(let output): result = .success(output)
    case .failure(let error): result = .failure(error)
    case .reply, .none: return (nil, nil)
    }
    return (map.storage.rule?(result), line.flatMap { map.storage.table.lines[$0].traits.transience })
  }

  func accept(of formats: Formats) -> String { map.storage.accept(formats) }

  func plan(for response: Exchange) -> ResponsePlan {
    line = map.storage.table.line(for: response)
    guard let line else { return ResponsePlan(reading: .whole, isExpected: false) }
    return map.storage.table.lines[line].traits.plan(for: response)
  }

  // MARK: Result

  func interpret(
    _ exchange: Exchange, by decoder: any ResponseDecoder, of formats: Formats?, reopen: Reopen?
  ) -> Bool {
    guard let options = map.storage.options(at: line) else {
      return interpret(exchange, Reading(decoder: decoder, formats: formats, reopen: reopen))
    }
    return interpret(exchange, options.reading(decoder, reopen))
  }

  @inline(__always) private func interpret(_ exchange: Exchange, _ reading: Reading) -> Bool {
    self.exchange = exchange
    self.reading = reading
    // The case of nearly all calls, a synchronous outcome, needs no `Interpretation`.
    if exchange.ending == nil, exchange.failure == nil, let line,
      !map.storage.table.lines[line].traits.hasInnerOptions,
      case .buffered(let handler) = map.storage.outcomes[line].reading,
      map.storage.table.lines[line].traits.mismatch(with: exchange) == nil,
      let response = exchange.response(decoder: reading.decoder, of: reading.formats)
    {
      do {
        switch try handler(response, reading.decoder) {
        case .success(let output): end = .output(output)
        case .failure(let failure): fail { $0.error(.declared(failure)) }
        }
        // A decoding function is not interrupted: a call that is cancelled meanwhile fails when it returns.
        if Task.isCancelled { cancelOutput() }
      } catch {
        fail { $0.error(thrown: error) }
      }
      return true
    }
    return endAtOnce()
  }

  // Functions of their own, so that nearly all calls do without the types that these need.

  @inline(never) private func cancelOutput() {
    if case .output = end { fail { $0.error(.transport(TransportError(.cancelled))) } }
  }

  @inline(never) private func endAtOnce() -> Bool {
    guard let result = interpretation?.immediateResult() else { return false }
    end(with: result)
    return true
  }

  func awaitMeaning(within deadline: Deadline) async {
    guard let interpretation else { return }
    end(with: await interpretation.result(within: deadline))
  }

  private var interpretation: Interpretation<Output, Failure>? {
    guard let exchange, let reading else { return nil }
    return Interpretation(
      exchange: exchange, outcome: line.map { map.storage.outcomes[$0] }, decoder: reading.decoder, map: map,
      reopen: reading.reopen, formats: reading.formats)
  }

  @inline(never) private func fail(_ error: (Interpretation<Output, Failure>) -> CallError<Failure>) {
    if let interpretation { end = .failure(error(interpretation)) }
  }

  private func end(with result: Result<Output, CallError<Failure>>) {
    switch result {
    case .success(let output): end = .output(output)
    case .failure(let error): end = .failure(error)
    }
  }

  func tell(_ probe: DriftProbe) {
    guard let exchange else { return }
    let isMismatched =
      line.map { map.storage.table.lines[$0].traits.mismatch(with: exchange) != nil } ?? false
    var error: CallError<Failure>?
    if case .failure(let failure) = end { error = failure }
    probe.interpreted(exchange, error, isMismatched: isMismatched)
  }

  func fail(_ error: RequestError) {
    end = .failure(CallError(.request(error), call: request.description))
  }

  func fail(_ error: TransportError, request: SentRequest, attempts: [Attempt]) {
    end = .failure(CallError(.transport(error), request: request, attempts: attempts))
  }

  func tellEnd(to event: inout CallEvent) {
    switch end {
    case .failure(let error): event.fail(error)
    case .output: event.status = exchange?.status
    case .reply(let reply): event.status = reply.status
    case .none: break
    }
  }

  // MARK: Middleware and observers

  func goThroughMiddleware(of client: Client) async {
    do { end = .reply(try await client.callThroughMiddleware(resource, in: context)) } catch {
      end = .failure(error)
    }
  }

  func goThroughInterceptors(of client: Client) async {
    guard let endpoint = context.intercepted else { return }
    switch await client.intercepted(resource, of: endpoint, in: context) {
    case .success(let reply): end = .reply(reply)
    case .failure(let error): end = .failure(error)
    }
  }

  private var resource: Resource<Output, Failure> { Resource(request, map) }
}
