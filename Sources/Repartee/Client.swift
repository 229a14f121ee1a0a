import HTTPTypes
import ReparteeBase
public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A client of one HTTP API: sends the requests of endpoints, and returns their output or throws a typed error.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// let user = try await client.send(GetUser(id: 7))
/// ```
///
/// A client is a value: copies share the transport, its connections and the retry budget, but not the settings.
public struct Client: Sendable {
  /// The header fields of requests to the base URL's origin only. A request replaces one by name, or removes it with
  /// nil.
  public var headers: Request.Headers

  /// The coder of JSON in requests and responses.
  public var json: JSONCoder {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The decoders of other formats, or of JSON instead of ``json``. The first whose media types contain a response's
  /// Content-Type, or else the outcome's declared type, decodes its body; otherwise the first for `application/json`,
  /// or ``json``.
  public var decoders: [any ResponseDecoder] = [] {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The time limit of a call, from `send` to the output; by default 60 seconds. At the limit the call fails with
  /// `timedOut(.total)`. Encoding and decoding are not interrupted: after slow encoding nothing is sent, after slow
  /// decoding the output is returned.
  public var timeout: TimeLimit = .seconds(60)

  /// The time limit for the head of each response, including connecting and sending the body; by default none. At the
  /// limit the attempt fails with `timedOut(.head)`.
  public var headTimeout: TimeLimit = .unlimited

  /// The time limit of each wait for more of a body, not counting a slow reader; by default none. At the limit the
  /// attempt or the stream fails with `timedOut(.idle)`. After the head of a stream no other time limit applies.
  public var idleTimeout: TimeLimit = .unlimited

  /// The policy for retries, by default up to two where they do no harm.
  public var retry: RetryPolicy = .standard

  /// A rule for the retries of all calls, which decides about a response before its status does, and after the endpoint
  /// and its maps (<doc:Retrying>); nil leaves that to the status. By default there is none.
  ///
  /// ```swift
  /// client.retryRule = { response in
  ///   response.status == .forbidden && response.retryAfter != nil
  ///     ? .throttled : nil
  /// }
  /// ```
  public var retryRule: (@Sendable (_ response: any ResponseHead) -> Retryability?)?

  /// A function that finds the pause that a response asks for, read before ``ResponseHead/retryAfter`` and with its
  /// limits; nil leaves it to that. By default there is none.
  public var retryPause: (@Sendable (_ response: any ResponseHead) -> RetryAfter?)?

  /// The policy for redirects, by default up to 10.
  public var redirects: RedirectPolicy = .follow

  /// The jar that stores and sends cookies; by default none. A request with a `Cookie` field, also the client's, or
  /// with that field set to nil, gets none from the jar.
  public var cookies: CookieJar? { didSet { stageChain = makeStages() } }

  package var cacheStage: (any Stage)? { didSet { stageChain = makeStages() } }

  /// The authentication of requests to the base URL's origin; by default none.
  public var authentication: Authentication = .off

  /// The authentications of ``Authentication/named(_:)``.
  public var authentications: [String: Authentication] = [:]

  /// The middleware around each call, outermost first.
  public var callMiddleware: [any CallMiddleware] = []

  /// The stages of each request on the wire, outermost first, after cookies and credentials.
  public var stages: [any Stage] = [] { didSet { stageChain = makeStages() } }

  /// The observers of calls.
  public var observers: [any CallObserver] = []

  package var inspector: (any ResponseInspector)?

  /// The maximum size of a decoded body in memory, in bytes; by default 64 MiB. A larger one fails the call with
  /// ``TransportError/Kind/bodyTooLarge(limit:)``, unless the outcome needs no body.
  public var maximumBodySize = 64 << 20

  /// The secrets to mask in requests, responses and errors.
  public var redaction = Redaction() {
    didSet { formats = Formats(decoders, json: json, redaction: redaction) }
  }

  /// The clock for durations and deadlines; replace it in tests. The default is continuous.
  public var clock: any Clock<Duration> = TimerClock()

  /// The source of the current date, for header fields, cookies and credentials; replace it in tests.
  public var now: @Sendable () -> Date = { Date() }

  /// The source of random bits, called concurrently; replace it in tests. The default is fit for secrets.
  public var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// The call that started the refresh that uses this client.
  var parent: UInt64?

  /// Inside ``callMiddleware``.
  package var testMiddleware: [any CallMiddleware] = []

  package private(set) var shared: Shared { didSet { stageChain = makeStages() } }
  private(set) var formats: Formats
  private(set) var stageChain: NextStage.Chain?

  /// Creates a client of one API.
  ///
  /// - Parameters:
  ///   - baseURL: An `http` or `https` URL, to which a request's path, after one slash, and query items are appended; a
  ///     fragment is ignored. If it is invalid, every call fails with ``RequestError/Kind/baseURL``.
  ///   - transport: The transport that sends the requests.
  ///   - headers: The initial ``headers``.
  ///   - json: The coder of JSON.
  public init(
    baseURL: String, transport: some Transport, headers: Request.Headers = [:], json: JSONCoder = JSONCoder()
  ) {
    let base = Result { () throws(RequestError) in try AbsoluteURL(baseURL, kind: .baseURL) }
    shared = Shared(base: base, transport: transport)
    formats = Formats([], json: json, redaction: redaction)
    self.headers = headers
    self.json = json
    stageChain = makeStages()
  }

  /// The error that every call fails with if the base URL is invalid.
  public var baseURLError: RequestError? {
    if case .failure(let error) = shared.base { error } else { nil }
  }

  /// Sends the request of an ``Endpoint`` or a ``Resource``, and returns its declared output.
  ///
  /// - Parameters:
  ///   - endpoint: What to send.
  ///   - adjusting: Changes the request for this call only: `{ $0.timeout = .seconds(2) }`.
  /// - Throws: A ``CallError``, or the endpoint's own ``Endpoint/Thrown``.
  // Not specialized: the library's own calls need no copy for each type.
  @_semantics("optimize.sil.specialize.generic.never")
  public nonisolated(nonsending) func send<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> E.Output {
    let resource = endpoint.resource(adjusting)
    let ending = await EndpointCall(resource, of: endpoint, by: self).start(resource)
    do { return try ending.output(of: resource) } catch { throw E.Thrown(error) }
  }

  /// As ``send(_:adjusting:)``, but returns a `Result`.
  public nonisolated(nonsending) func result<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Result<E.Output, E.Thrown> {
    do {
      return .success(try await send(endpoint, adjusting: adjusting))
    } catch {
      return .failure(error)
    }
  }

  /// As ``send(_:adjusting:)``, but returns the output with status, header fields and timing.
  public nonisolated(nonsending) func reply<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Reply<E.Output> {
    let resource = endpoint.resource(adjusting)
    let ending = await EndpointCall(resource, of: endpoint, by: self).start(resource)
    do { return try ending.reply(resource.responses) } catch { throw E.Thrown(error) }
  }

  /// Sends another resource than the endpoint's in its name.
  package nonisolated(nonsending) func reply<E: ResourceConvertible>(
    to resource: Resource<E.Output, E.Failure>, of endpoint: E
  ) async throws(CallError<E.Failure>) -> Reply<E.Output> {
    try await EndpointCall(resource, of: endpoint, by: self).start(resource).reply(resource.responses)
  }

  /// The first attempt of a call that is not made.
  func unsent<Output, Failure>(
    _ resource: Resource<Output, Failure>
  ) throws(RequestError) -> AttemptScope {
    var client = self
    client.observers = []
    let map = resource.responses
    let context = CallContext(client, resource.request, of: ())
    return AttemptScope(try context.outgoing { map.storage.untyped.accept(formats) }, in: context)
  }
}

extension Client {
  /// Outermost first. A stage of another module is watched.
  fileprivate func makeStages() -> NextStage.Chain? {
    var stages: [any Stage] = []
    if let cookies { stages.append(CookieStage(jar: cookies)) }
    stages.append(CredentialStage())
    if let cacheStage { stages.append(ForeignStage(stage: cacheStage)) }
    for stage in self.stages { stages.append(ForeignStage(stage: stage)) }
    stages.append(WireStage(transport: shared.transport))
    return NextStage.Chain.linking(stages)
  }
}

extension Client {
  package var transport: any Transport { shared.transport }

  package func replacingTransport(by transport: some Transport) -> Client {
    var client = self
    client.shared = Shared(base: shared.base, transport: transport)
    return client
  }
}

extension Client: CustomReflectable {
  public var customMirror: Mirror {
    let url = (try? shared.base.get()).map {
      redaction.masked(url: "\($0.origin.scheme)://\($0.authority)\($0.path)")
    }
    return Mirror(self, children: ["baseURL": url ?? "none", "headers": headers], displayStyle: .struct)
  }
}

extension Client {
  package final class Shared: Sendable {
    let base: Result<AbsoluteURL, RequestError>
    /// Sent to its own origin only.
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
