import HTTPTypes
public import ReparteeJSON

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
  private var state: ClientState

  package var settings: CallSettings {
    get { state.settings }
    _modify {
      var settings = state.settings
      defer { state = ClientState(settings, Self.linking(settings)) }
      yield &settings
    }
  }

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
    let shared = SharedState(base: base, transport: transport)
    self.init(CallSettings(shared, headers: headers, json: json))
  }

  private init(_ settings: CallSettings) { state = ClientState(settings, Self.linking(settings)) }

  /// The client that makes the call, with its settings of that time.
  init(_ context: CallContext) { state = context.state }

  /// The error that every call fails with if the base URL is invalid.
  public var baseURLError: RequestError? {
    if case .failure(let error) = settings.shared.base { error } else { nil }
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
    let ending = await call(resource, of: endpoint)
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
  public nonisolated(nonsending) func response<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> TypedResponse<E.Output> {
    let resource = endpoint.resource(adjusting)
    let ending = await call(resource, of: endpoint)
    do { return try ending.response(of: resource) } catch { throw E.Thrown(error) }
  }

  /// Sends `resource` instead of the endpoint's; events and errors name the endpoint.
  package nonisolated(nonsending) func response<E: ResourceConvertible>(
    to resource: Resource<E.Output, E.Failure>, of endpoint: E
  ) async throws(CallError<E.Failure>) -> TypedResponse<E.Output> {
    try await call(resource, of: endpoint).response(of: resource)
  }

  /// The first attempt of a call that is not made.
  func unsent<Output, Failure>(
    _ resource: Resource<Output, Failure>
  ) throws(RequestError) -> AttemptScope {
    var client = self
    client.observers = []
    return try resource.responses.storage.untyped.firstAttempt(in: client.context(resource.request) { nil })
  }

  func context(_ request: consuming Request, name: () -> String?) -> CallContext {
    CallContext(state, request, named: name)
  }
}

extension Client {
  /// Outermost first.
  private static func linking(_ settings: CallSettings) -> NextStage.Chain? {
    var stages = settings.outerStages
    stages.append(CredentialStage())
    for stage in settings.stages { stages.append(ForeignStage(stage: stage)) }
    stages.append(WireStage(transport: settings.shared.transport))
    return NextStage.Chain.linking(stages)
  }

  package var transport: any Transport { settings.shared.transport }

  package func replacingTransport(by transport: some Transport) -> Client {
    var client = self
    client.settings.shared = SharedState(base: settings.shared.base, transport: transport)
    return client
  }
}

extension AttemptRequest {
  /// Creates the first attempt of a call that is not made.
  package init(first request: Request, by client: Client) throws(RequestError) {
    let context = client.context(request) { nil }
    self.init(AttemptScope(try context.outgoing { HTTPField(name: .accept, value: "*/*") }, in: context))
  }
}

extension Client: CustomReflectable {
  public var customMirror: Mirror {
    let url = (try? settings.shared.base.get()).map {
      redaction.masked(url: "\($0.origin.scheme)://\($0.authority)\($0.path)")
    }
    return Mirror(self, children: ["baseURL": url ?? "none", "headers": headers], displayStyle: .struct)
  }
}
