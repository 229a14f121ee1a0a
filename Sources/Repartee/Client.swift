import HTTPTypes
public import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sends what endpoints declare, and returns what they declare, typed, or throws a typed error with the request and the
/// response.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// let user = try await client.send(GetUser(id: 7))
/// ```
///
/// A client is a value; copies share the transport and its connections. Change a copy for other settings.
///
/// The way of a call, which ``reply(to:adjusting:)`` follows from top to bottom:
///
///     deadline                 around all that follows
///       → call middleware      once, sees the outcome, typed
///       → build the request    checked; nothing is sent on a fault
///       → attempts             the first, redirects, retries
///           → credential       and cookies
///           → cache            what is stored, or a validator
///           → middleware       head and body as they go on the wire
///           → exchange         transport → head → body, untyped
///       → interpretation       outcome → decode → Output or error
///
/// An attempt is the first, or one for each redirect that is followed, each retry and each new credential. A body is
/// read up to a limit or is a stream. The outcome is found by the status, then by the content type.
///
/// The exchange knows no types, the interpretation no network; a response is interpreted at most once, and one that is
/// sent again for its status not at all. See ``RetryPolicy`` for what is sent again. A redirect whose
/// status the endpoint declares by its exact code is its response, and is not followed; see ``RedirectPolicy``.
public struct Client: Sendable {
  /// Fields that every request to the base URL's origin has, unless the request has its own of that name, or has
  /// set that name to nil. Credentials belong here: they never go to another origin.
  public var headers: Request.Headers

  /// How JSON is read, in responses, and written, in requests.
  public var json: JSONCoder {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// Decoders of other formats, or another decoder of JSON. The first whose media types hold a response's
  /// Content-Type reads it. All the others, also those without a readable Content-Type, are read as JSON: by the
  /// first of these that reads `application/json`, or else by ``json``. Empty unless you fill it.
  public var decoders: [any ResponseDecoder] = [] {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The longest a whole call may take, from `send` to the output, the encoding of the body included, unless its
  /// request says otherwise. The default is 60 seconds.
  ///
  /// Beyond it the call fails with a ``TransportError`` of kind `timedOut(.total)`. A function that encodes or decodes
  /// is not interrupted: the call fails when it has returned, before anything is sent; an output that is there is
  /// returned, however late.
  public var timeout: TimeLimit = .seconds(60)

  /// The longest to wait for the head of a response, connecting and sending the body included; the default is no
  /// limit but ``timeout``. Beyond it the call fails with a ``TransportError`` of kind `timedOut(.head)`.
  public var headTimeout: TimeLimit = .unlimited

  /// The longest to wait for more of a body once its head is there, streamed or read whole; the default is no
  /// limit. It runs only while the reader waits, so that a slow reader costs nothing. Beyond it the call, or the
  /// stream, fails with a ``TransportError`` of kind `timedOut(.idle)`. ``timeout`` ends at a stream's head: this
  /// is what bounds a stream that has gone silent.
  public var idleTimeout: TimeLimit = .unlimited

  /// How often a request that failed is sent again: up to two times where that does no harm, unless you or a request
  /// say otherwise.
  public var retry: RetryPolicy = .standard

  /// What becomes of redirects: up to 10 are followed, unless you or a request say otherwise.
  public var redirects: RedirectPolicy = .follow

  /// Keeps cookies, and sends them back to the host that set them: in every attempt, redirects included. A request with
  /// a `Cookie` field of its own or of the client's, or with `headers["Cookie"] = nil`, is sent without the jar's. Nil,
  /// the default, keeps and sends none.
  public var cookies: CookieJar?

  /// Keeps responses, and spares requests; see ``ResponseCache``. Nil, the default, keeps none.
  public var cache: ResponseCache?

  /// What requests to the base URL's origin are authenticated with, unless they say otherwise; the default is nothing.
  public var authentication: Authentication = .off

  /// What requests are authenticated with that ask for it by a name, see ``Authentication/named(_:)``.
  public var authentications: [String: Authentication] = [:]

  /// What wraps each call, the first one outermost; see ``CallMiddleware``. None unless you add some.
  public var callMiddleware: [any CallMiddleware] = []

  /// What wraps each request on the wire, the first one outermost; see ``AttemptMiddleware``. None unless you add some.
  public var attemptMiddleware: [any AttemptMiddleware] = []

  /// The observers of calls, see ``CallObserver``. None unless you add some.
  public var observers: [any CallObserver] = []

  /// Looks for what the API says beyond the declarations, and tells ``observers``; see ``DriftDetector``. Nil, the
  /// default, does not look.
  public var drift: DriftDetector?

  /// The most bytes of a decoded body that are kept in memory. A larger one fails the call with a
  /// ``TransportError`` of kind ``TransportError/Kind/bodyTooLarge(limit:)``, before it is read if its length is known,
  /// unless its outcome needs no body. The default is 64 MiB.
  public var maximumBodySize = 64 << 20

  /// What is masked where a request, a response or an error of this client is shown, in the excerpts of ``json`` too.
  public var redaction = Redaction() {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// Measures durations and waits for deadlines; a test puts its own here. The default has the time of
  /// `ContinuousClock`.
  public var clock: any Clock<Duration> = TimerClock()

  /// The time of day, which dates in header fields are compared with; a test puts its own here. The default is the
  /// system's.
  public var now: @Sendable () -> Date = { Date() }

  /// Where random bits come from, as the boundaries of forms need them; a test puts its own here, which may well give
  /// the same bits each time. It is called from any task. The default is the system's generator, which is fit for
  /// secrets.
  public var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// What stands around each call in a test; see ReparteeTesting.
  package var interceptors: [any CallInterceptor] = []

  /// What the copies of a client share.
  private(set) var shared: Shared
  private var formats: Formats

  /// A client of one API.
  ///
  /// - Parameters:
  ///   - baseURL: An `http` or `https` URL, with a path or without. A request's path is appended to it with
  ///     exactly one slash between the two, and a request's query items follow those of the base URL; a fragment
  ///     is left out. A base URL that is not valid fails every call with a ``RequestError`` of kind
  ///     ``RequestError/Kind/baseURL``.
  ///   - transport: What moves the bytes.
  ///   - headers: Fields that every request has, see ``headers``.
  ///   - json: How JSON is read and written.
  public init(
    baseURL: String, transport: some Transport, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) {
    let base = Result { () throws(RequestError) in try AbsoluteURL(baseURL, kind: .baseURL) }
    shared = Shared(base: base, transport: transport)
    formats = Formats([], json: json, redaction: redaction)
    self.headers = headers
    self.json = json
  }

  /// What is wrong with the base URL, and will fail every call below it; nil when nothing is.
  public var baseURLError: RequestError? {
    if case .failure(let error) = shared.base { error } else { nil }
  }

  /// Sends a request, and returns what its response means.
  ///
  /// - Parameters:
  ///   - endpoint: An ``Endpoint`` or a ``Resource``.
  ///   - adjusting: Changes the request for this call only: `{ $0.timeout = .seconds(2) }`.
  /// - Throws: A ``CallError`` with the endpoint's failure, or the endpoint's own ``Endpoint/Thrown``.
  // The library's own calls need no copies of it for their types.
  @_semantics("optimize.sil.specialize.generic.never")
  public func send<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> E.Output {
    let call = TypedCall(endpoint, adjusting, by: self)
    await run(call)
    do { return try call.output() } catch { throw E.Thrown(error) }
  }

  /// The same, as a `Result`.
  public func result<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Result<E.Output, E.Thrown> {
    do {
      return .success(try await send(endpoint, adjusting: adjusting))
    } catch {
      return .failure(error)
    }
  }

  /// The same, together with the status, the header fields and the timing of the response.
  public func reply<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Reply<E.Output> {
    let call = TypedCall(endpoint, adjusting, by: self)
    await run(call)
    do { return try call.reply() } catch { throw E.Thrown(error) }
  }

  /// A call, from its first event to its last.
  func run(_ call: any UntypedCall) async {
    let observation = call.context.observation
    observation?.tell(.callStarted)
    if callMiddleware.isEmpty { await make(call) } else { await call.goThroughMiddleware(of: self) }
    observation?.tell(.callEnded) { call.tellEnd(to: &$0) }
  }

  /// The call itself, within all middleware.
  func make(_ call: any UntypedCall) async {
    if call.context.intercepted != nil { return await call.goThroughInterceptors(of: self) }

    var loop: AttemptLoop
    do throws(RequestError) { loop = try attempts(of: call) } catch { return call.fail(error) }
    let outgoing = loop.outgoing
    while true {
      let exchange = await exchange(
        &loop, isDeclared: { call.declares($0) }, retries: !call.hasRule, plan: { call.plan(for: $0) })
      let probe = call.context.drift?.probe(of: exchange)
      let decoder = decoder(for: exchange, call.mediaRange)
      let isInterpreted = call.interpret(
        exchange, by: probe?.watching(decoder) ?? decoder, of: probe == nil ? formats : nil,
        reopen: exchange.stream == nil ? nil : reopening(outgoing, call.request, isDeclared: call.declaration)
      )
      if !isInterpreted { await call.awaitMeaning(within: loop.limits.deadline) }
      if let probe { call.tell(probe) }
      guard call.hasRule else { return }
      // The endpoint has the last word on what came of it, typed; but a stream that was handed over is not sent again.
      var transience: Transience?
      if exchange.stream == nil {
        let said = call.transience
        transience =
          said.ruled
          ?? self.transience(of: exchange, outcome: said.outcome, isKeyed: outgoing.isKeyed)
      }
      if transience == nil { recordSuccess(of: exchange, outcome: nil, at: outgoing) }
      let decision = loop.decision(after: transience, asked: asked(by: exchange), by: self)
      loop.tell(decision)
      guard let pause = decision?.pause else { return }
      guard await wait(pause, in: &loop, after: exchange) else {
        return call.fail(
          TransportError(.cancelled), request: exchange.request, attempts: loop.earlier)
      }
    }
  }

  /// The attempts of a call, whose request is built and checked.
  @inline(never) private func attempts(of call: any UntypedCall) throws(RequestError) -> AttemptLoop {
    let outgoing = Outgoing(try OutgoingRequest(call.request, of: self) { call.accept(of: formats) })
    return AttemptLoop(
      outgoing, of: call.request, by: self, within: limits(of: call.request, in: call.context),
      retry: call.request.retry ?? retry, call.context.observation)
  }

  /// The request of a resource, built and checked.
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

  /// How a stream that broke is opened again, if its request can be sent twice: the way of a first attempt, each time
  /// within the call's limits.
  @inline(never) private func reopening(
    _ outgoing: Outgoing, _ request: Request, isDeclared: @escaping @Sendable (Int) -> Bool
  ) -> Reopen? {
    guard outgoing.request.body?.isReplayable ?? true else { return nil }
    return { pause, lastEventID, takes throws(TransportError) in
      do { try await clock.sleep(for: pause) } catch { throw TransportError(.cancelled) }
      var again = outgoing.request
      if let lastEventID { again.resume(after: lastEventID) }
      let context = CallContext(self, reopening: request)
      var loop = AttemptLoop(
        Outgoing(again), of: request, by: self, within: limits(of: request, in: context), retry: nil,
        isCached: false,
        context.observation)
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
  /// What moves the bytes.
  package var transport: any Transport { shared.transport }

  /// The same client over another transport, to the same base URL.
  package func replacingTransport(by transport: some Transport) -> Client {
    var client = self
    client.shared = Shared(base: shared.base, transport: transport)
    return client
  }
}

extension Client: CustomReflectable {
  /// Shows the base URL without its query, and header names but not their values.
  public var customMirror: Mirror {
    let url = (try? shared.base.get()).map { "\($0.origin.scheme)://\($0.authority)\($0.path)" }
    return Mirror(self, children: ["baseURL": url ?? "none", "headers": headers], displayStyle: .struct)
  }
}

extension Client {
  /// What the copies of a client share, whatever their settings.
  final class Shared: Sendable {
    let base: Result<AbsoluteURL, RequestError>
    /// The query of the base URL, which is for its own origin.
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
