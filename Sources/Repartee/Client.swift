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
///           → wire             transport → head → body, untyped
///       → interpretation       outcome → decode → Output or error
///
/// An attempt is one request on the wire: the first, and one more for each redirect that is followed, each retry and
/// each refreshed credential. The body of its response is read up to a limit, or is a stream. The outcome is selected
/// by status code, then by content type.
///
/// The exchange does not depend on the endpoint's types, nor the interpretation on the network. A response is
/// interpreted at most once. A response whose request is retried is not interpreted, unless the endpoint decides about
/// retries itself (``ResponseCase/retryRule(_:)``). See ``RetryPolicy`` for what is retried. A redirect whose status
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
  public var cookies: CookieJar? { didSet { stages = makeStages() } }

  /// The stage of the cache that ReparteeCaching adds; nil without one.
  package var cacheStage: (any Stage)? { didSet { stages = makeStages() } }

  /// The authentication of requests to the base URL's origin. A request can override it. The default is none.
  public var authentication: Authentication = .off

  /// The authentications that requests select by name; see ``Authentication/named(_:)``.
  public var authentications: [String: Authentication] = [:]

  /// The middleware around each call, the first one outermost; see ``CallMiddleware``. The default is empty.
  public var callMiddleware: [any CallMiddleware] = []

  /// The middleware around each request on the wire, the first one outermost; see ``AttemptMiddleware``. The default is
  /// empty.
  public var attemptMiddleware: [any AttemptMiddleware] = [] { didSet { stages = makeStages() } }

  /// The observers of calls; see ``CallObserver``. The default is empty.
  public var observers: [any CallObserver] = []

  /// What examines the responses, and reports to ``observers``; nil for nothing.
  package var inspector: (any ResponseInspector)?

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

  /// The middleware around each call inside ``callMiddleware``: of tests, see ReparteeTesting.
  package var testMiddleware: [any CallMiddleware] = []

  package private(set) var shared: Shared { didSet { stages = makeStages() } }
  private(set) var formats: Formats
  private(set) var stages: [any Stage] = []

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
    stages = makeStages()
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
    await call.start()
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
    await call.start()
    do { return try call.reply() } catch { throw E.Thrown(error) }
  }

  /// Builds and checks the request of a resource.
  func outgoing<Output, Failure>(
    _ resource: Resource<Output, Failure>
  ) throws(RequestError) -> OutgoingRequest {
    let map = resource.responses
    return try OutgoingRequest(resource.request, of: self) { map.storage.accept(formats) }
  }
}

extension Client {
  /// What a request passes through in one attempt, outermost first. A setting that is nil has no stage.
  fileprivate func makeStages() -> [any Stage] {
    var stages: [any Stage] = []
    if let cookies { stages.append(CookieStage(jar: cookies)) }
    stages.append(CredentialStage())
    if let cacheStage { stages.append(cacheStage) }
    if !attemptMiddleware.isEmpty { stages.append(MiddlewareStage(middleware: attemptMiddleware)) }
    stages.append(WireStage(transport: shared.transport))
    return stages
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
  package final class Shared: Sendable {
    let base: Result<AbsoluteURL, RequestError>
    /// The query of the base URL. It is sent to the base URL's own origin only.
    let baseQuery: String?
    let transport: any Transport
    let retryBudget = Mutex(RetryBudget())
    package let background = BackgroundWork()

    init(base: Result<AbsoluteURL, RequestError>, transport: some Transport) {
      self.base = base
      baseQuery = (try? base.get())?.query
      self.transport = transport
    }
  }
}
