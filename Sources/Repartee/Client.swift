import HTTPTypes
public import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A client of one HTTP API. It sends the requests of endpoints and returns their declared output, or throws a typed
/// error with the request and the response.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// let user = try await client.send(GetUser(id: 7))
/// ```
///
/// A client is a value. Copies share the transport and its connections; change a copy to use other settings.
///
/// The path of a call, the same for ``send(_:adjusting:)``, ``result(of:adjusting:)`` and ``reply(to:adjusting:)``:
///
///     deadline                 bounds everything below
///       → call middleware      once per call, sees the typed result
///       → build the request    checks it; an invalid one is not sent
///       → attempts             first, redirects, refreshes, retries
///           → cookies          and the credential
///           → cache            a stored response, or a validator
///           → middleware       head and body as they are sent
///           → exchange         transport → head → body, untyped
///       → interpretation       outcome → decode → Output or error
///
/// An attempt is one request on the wire: the first, and one more for each redirect that is followed, each retry and
/// each refreshed credential. The body of its response is read up to a limit, or is a stream. The outcome is selected
/// by status code, then by content type.
///
/// The exchange does not depend on the endpoint's types, nor the interpretation on the network. A response is
/// interpreted at most once. A response whose request is retried is not interpreted, unless the endpoint decides about
/// retries itself (``ResponseCase/transience(_:)``). See ``RetryPolicy`` for what is retried. A redirect whose status
/// code the endpoint declares exactly is the response of the call and is not followed; see ``RedirectPolicy``.
public struct Client: Sendable {
  /// The header fields of every request to the base URL's origin. A request replaces a field with one of the same name,
  /// or removes it by setting the name to nil. Put credentials here: they are never sent to another origin.
  public var headers: Request.Headers

  /// The coder that decodes JSON in responses and encodes JSON in requests.
  public var json: JSONCoder {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The decoders of formats other than JSON, or another decoder of JSON. The first decoder whose media types contain a
  /// response's Content-Type decodes its body. Without a readable Content-Type, the type that the outcome declares
  /// counts. All other bodies are decoded as JSON, by the first of these decoders that reads `application/json` or else
  /// by ``json``. The default is empty.
  public var decoders: [any ResponseDecoder] = [] {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The time limit of a whole call, from `send` to the output, including the encoding of the request body. A request
  /// can override it. The default is 60 seconds.
  ///
  /// When the time is up, the call fails with a ``TransportError`` of kind `timedOut(.total)`. A function that encodes
  /// or decodes is not interrupted: after slow encoding the call fails before anything is sent, after slow decoding the
  /// output is still returned.
  public var timeout: TimeLimit = .seconds(60)

  /// The longest time to wait for the head of a response, including connecting and sending the request body. The
  /// default is no limit other than ``timeout``. When the time is up, the call fails with a ``TransportError`` of kind
  /// `timedOut(.head)`.
  public var headTimeout: TimeLimit = .unlimited

  /// The longest time to wait for the next part of a body, streamed or read whole. The default is no limit. The time
  /// runs only while the reader waits, so a slow reader causes no timeout. When the time is up, the call or the stream
  /// fails with a ``TransportError`` of kind `timedOut(.idle)`. ``timeout`` ends when the head of a stream is received:
  /// only this limit ends a stream that stops sending.
  public var idleTimeout: TimeLimit = .unlimited

  /// The policy for retries of failed requests. The default retries up to two times, where that does no harm. A request
  /// can override it.
  public var retry: RetryPolicy = .standard

  /// The policy for redirects. The default follows up to 10. A request can override it.
  public var redirects: RedirectPolicy = .follow

  /// The jar that stores cookies and sends them back to the host that set them, in every attempt, redirects included. A
  /// request with a `Cookie` field of its own or of the client's, or with `headers["Cookie"] = nil`, is sent without
  /// the jar's cookies. Nil, the default, stores and sends none.
  public var cookies: CookieJar?

  /// The cache of responses; see ``ResponseCache``. Nil, the default, stores none.
  public var cache: ResponseCache?

  /// The authentication of requests to the base URL's origin. A request can override it. The default is none.
  public var authentication: Authentication = .off

  /// The authentications that requests select by name; see ``Authentication/named(_:)``.
  public var authentications: [String: Authentication] = [:]

  /// The middleware around each call, the first one outermost; see ``CallMiddleware``. The default is empty.
  public var callMiddleware: [any CallMiddleware] = []

  /// The middleware around each request on the wire, the first one outermost; see ``AttemptMiddleware``. The default is
  /// empty.
  public var attemptMiddleware: [any AttemptMiddleware] = []

  /// The observers of calls; see ``CallObserver``. The default is empty.
  public var observers: [any CallObserver] = []

  /// The detector of differences between responses and declarations, which it reports to ``observers``; see
  /// ``DriftDetector``. Nil, the default, detects nothing.
  public var drift: DriftDetector?

  /// The maximum number of bytes of a decoded body that are kept in memory. A larger body fails the call with a
  /// ``TransportError`` of kind ``TransportError/Kind/bodyTooLarge(limit:)``, before it is read if its length is known,
  /// unless the outcome needs no body. The default is 64 MiB.
  public var maximumBodySize = 64 << 20

  /// The secrets to mask where a request, a response or an error of this client is shown, including the excerpts of
  /// ``json``.
  public var redaction = Redaction() {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The clock that measures durations and waits for deadlines; replace it in tests. The default has the time of
  /// `ContinuousClock`.
  public var clock: any Clock<Duration> = TimerClock()

  /// The source of the current date, which dates in header fields are compared with; replace it in tests. The default
  /// is the system's date.
  public var now: @Sendable () -> Date = { Date() }

  /// The source of random bits, for example for the boundaries of forms; replace it in tests, where it may return the
  /// same bits each time. It is called from any task. The default is the system's generator, which is fit for secrets.
  public var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// The call that the calls of this client belong to: the one that started a refresh of a session.
  var parent: CallEvent.CallID?

  /// The interceptors around each call in a test; see ReparteeTesting.
  package var interceptors: [any CallInterceptor] = []

  private(set) var shared: Shared
  private var formats: Formats

  /// Creates a client of one API.
  ///
  /// - Parameters:
  ///   - baseURL: An `http` or `https` URL, with or without a path. A request's path is appended to it with exactly one
  ///     slash between the two. A request's query items follow those of the base URL; a fragment is ignored. If the
  ///     base URL is invalid, every call fails with a ``RequestError`` of kind ``RequestError/Kind/baseURL``.
  ///   - transport: The transport that sends the requests.
  ///   - headers: The header fields of every request; see ``headers``.
  ///   - json: The coder that decodes and encodes JSON.
  public init(
    baseURL: String, transport: some Transport, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) {
    let base = Result { () throws(RequestError) in try AbsoluteURL(baseURL, kind: .baseURL) }
    shared = Shared(base: base, transport: transport)
    formats = Formats([], json: json, redaction: redaction)
    self.headers = headers
    self.json = json
  }

  /// The error that every call fails with because the base URL is invalid; nil if it is valid.
  public var baseURLError: RequestError? {
    if case .failure(let error) = shared.base { error } else { nil }
  }

  /// Sends a request and returns the output that the endpoint declares for its response.
  ///
  /// - Parameters:
  ///   - endpoint: An ``Endpoint`` or a ``Resource``.
  ///   - adjusting: Changes the request for this call only: `{ $0.timeout = .seconds(2) }`.
  /// - Throws: A ``CallError`` with the endpoint's failure, or the endpoint's own ``Endpoint/Thrown``.
  // Not specialized: the library's own calls do not need a copy of this function for each type.
  @_semantics("optimize.sil.specialize.generic.never")
  public func send<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> E.Output {
    let call = TypedCall(endpoint, adjusting, by: self)
    await run(call)
    do { return try call.output() } catch { throw E.Thrown(error) }
  }

  /// Sends a request and returns the output or the error as a `Result`; see ``send(_:adjusting:)``.
  public func result<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Result<E.Output, E.Thrown> {
    do {
      return .success(try await send(endpoint, adjusting: adjusting))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a request and returns the output with the status, the header fields and the timing of the response; see
  /// ``send(_:adjusting:)``.
  public func reply<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Reply<E.Output> {
    let call = TypedCall(endpoint, adjusting, by: self)
    await run(call)
    do { return try call.reply() } catch { throw E.Thrown(error) }
  }

  /// Runs a whole call: reports its start to the observers, makes the call within the call middleware, and reports its
  /// end. The result stays in `call`.
  // Inlined, because each function that waits costs every call.
  @inline(__always) func run(_ call: any UntypedCall) async {
    let observation = call.context.observation
    observation?.tell(.callStarted)
    if callMiddleware.isEmpty { await make(call) } else { await call.goThroughMiddleware(of: self) }
    observation?.tell(.callEnded) { call.tellEnd(to: &$0) }
  }

  /// Makes a call, inside all call middleware: builds the request, performs the attempts, interprets the response and
  /// stores the result in `call`.
  ///
  /// `exchange(_:isDeclared:retries:plan:)` performs the attempts: it follows redirects, refreshes the credential, and
  /// retries after a status code or a transport error. If the endpoint decides about retries itself, the loop here
  /// retries instead, after each response is interpreted.
  func make(_ call: any UntypedCall) async {
    if call.context.intercepted != nil { return await call.goThroughInterceptors(of: self) }

    var loop: AttemptLoop
    do throws(RequestError) { loop = try attempts(of: call) } catch { return call.fail(error) }
    let first = loop.outgoing
    while true {
      let exchange = await exchange(
        &loop, isDeclared: { call.declares($0) }, retries: !call.hasRule, plan: { call.plan(for: $0) })
      let probe = call.context.drift?.probe(of: exchange)
      let isInterpreted = interpret(exchange, of: call, first, loop, probe)
      if !isInterpreted { await awaitMeaning(of: call, loop) }
      if let probe { call.tell(probe) }
      guard call.hasRule else { return }
      guard let decision = ruling(on: exchange, of: call, &loop), let pause = decision.pause else { return }
      guard await wait(pause, from: decision.start, in: &loop, after: exchange) else {
        return call.fail(
          TransportError(.cancelled), request: exchange.request, attempts: loop.earlier)
      }
    }
  }

  /// Interprets the last exchange of a call.
  /// - Returns: Whether the result is known; if not, it has to be awaited.
  @inline(never) private func interpret(
    _ exchange: Exchange, of call: any UntypedCall, _ first: Outgoing, _ loop: borrowing AttemptLoop,
    _ probe: DriftProbe?
  ) -> Bool {
    let decoder = decoder(for: exchange, call.mediaRange)
    return call.interpret(
      exchange, by: probe?.watching(decoder) ?? decoder, of: probe == nil ? formats : nil,
      reopen: exchange.stream == nil
        ? nil
        : reopening(
          first, call.request, named: call.context.observation?.operation, of: loop.sessionStart.login,
          isDeclared: call.declaration))
  }

  @inline(never) private func awaitMeaning(of call: any UntypedCall, _ loop: borrowing AttemptLoop) async {
    await call.awaitMeaning(within: loop.limits.deadline)
  }

  /// Returns the decision about a retry by the endpoint's own rule; nil if nothing failed. The rule takes precedence,
  /// because it sees the typed result. A stream that was handed over is never retried.
  @inline(never) private func ruling(
    on exchange: Exchange, of call: any UntypedCall, _ loop: inout AttemptLoop
  ) -> RetryDecision? {
    var transience: Transience?
    if exchange.stream == nil {
      let said = call.transience
      transience =
        said.ruled
        ?? self.transience(of: exchange, outcome: said.outcome, to: loop.outgoing)
    }
    recordSuccess(of: exchange, transience, at: loop.outgoing)
    let decision = loop.decision(after: transience, asked: asked(by: exchange), by: self)
    loop.tell(decision)
    return decision
  }

  /// Builds and checks the request of a call, and returns its attempts, none of which is made yet.
  @inline(never) private func attempts(of call: any UntypedCall) throws(RequestError) -> AttemptLoop {
    let outgoing = Outgoing(try OutgoingRequest(call.request, of: self) { call.accept(of: formats) })
    return AttemptLoop(
      outgoing, of: call.request, by: self, within: limits(of: call.request, in: call.context),
      retry: call.request.retry ?? retry, call.context.observation)
  }

  /// Builds and checks the request of a resource.
  func outgoing<Output, Failure>(
    _ resource: Resource<Output, Failure>
  ) throws(RequestError) -> OutgoingRequest {
    let map = resource.responses
    return try OutgoingRequest(resource.request, of: self) { map.storage.accept(formats) }
  }

  private func limits(of request: borrowing Request, in context: borrowing CallContext) -> ExchangeLimits {
    ExchangeLimits(
      deadline: deadline(of: request, in: context), head: request.headTimeout ?? headTimeout,
      idle: request.idleTimeout ?? idleTimeout, bodySize: maximumBodySize)
  }

  private func decoder(for exchange: Exchange, _ declared: MediaRange?) -> any ResponseDecoder {
    formats.decoder(for: exchange.contentType ?? declared?.contentType)
  }

  /// Returns a function that reopens a broken stream; nil if the request body can't be sent twice. Each reopening takes
  /// the path of a first attempt, without cache and retries; the call's limits start anew. It fails if the session has
  /// another `login` by then.
  @inline(never) private func reopening(
    _ outgoing: Outgoing, _ request: Request, named operation: String?, of login: UInt64?,
    isDeclared: @escaping @Sendable (Int) -> Bool
  ) -> Reopen? {
    guard outgoing.request.body?.isReplayable ?? true else { return nil }
    return { pause, lastEventID, takes throws(TransportError) in
      do { try await clock.sleep(for: pause) } catch { throw TransportError(.cancelled) }
      var again = outgoing.request
      if let lastEventID { again.resume(after: lastEventID) }
      let context = CallContext(self, reopening: request, of: operation)
      var loop = AttemptLoop(
        Outgoing(again), of: request, by: self, within: limits(of: request, in: context), retry: nil,
        isCached: false,
        context.observation)
      loop.sessionStart.login = login
      let exchange = await exchange(&loop, isDeclared: isDeclared) { response in
        ResponsePlan(reading: response.head.map(takes) ?? false ? .stream : .beginning)
      }
      if Task.isCancelled { throw TransportError(.cancelled) }
      switch exchange.ending {
      case .transport(let error): throw error
      case .authentication(let error): throw TransportError(.other, message: error.message, underlying: error)
      case nil: break
      }
      if let failure = exchange.failure { throw failure }
      if let head = exchange.head, let stream = exchange.stream {
        return .taken(TransportResponse(head: head, body: stream), Stopwatch(clock))
      }
      guard let refusal = exchange.response(decoder: decoder(for: exchange, nil)) else {
        throw TransportError(.other)
      }
      return .refused(refusal, retryAfter: refusal.retryAfter?.delay(from: now()))
    }
  }
}

extension Client {
  package var transport: any Transport { shared.transport }

  /// Returns the same client, with the same base URL, over another transport.
  package func replacingTransport(by transport: some Transport) -> Client {
    var client = self
    client.shared = Shared(base: shared.base, transport: transport)
    return client
  }
}

extension Client: CustomReflectable {
  /// A mirror with the base URL without its query, and the names of the header fields without their values.
  public var customMirror: Mirror {
    let url = (try? shared.base.get()).map { "\($0.origin.scheme)://\($0.authority)\($0.path)" }
    return Mirror(self, children: ["baseURL": url ?? "none", "headers": headers], displayStyle: .struct)
  }
}

extension Client {
  /// The state that copies of a client share, whatever their settings.
  final class Shared: Sendable {
    let base: Result<AbsoluteURL, RequestError>
    /// The query of the base URL. It is sent to the base URL's own origin only.
    let baseQuery: String?
    let transport: any Transport
    let retryBudget = Mutex(RetryBudget())
    let revalidations = Revalidations()

    init(base: Result<AbsoluteURL, RequestError>, transport: some Transport) {
      self.base = base
      baseQuery = (try? base.get())?.query
      self.transport = transport
    }
  }
}
