/// A middleware that wraps each call once: building the request, all attempts and decoding.
///
/// ```swift
/// struct Maintenance: CallMiddleware {
///   var isOn: @Sendable () -> Bool
///
///   func response<Output, Failure>(
///     to call: Resource<Output, Failure>,
///     next: NextCall<Output, Failure>
///   ) async throws(CallError<Failure>) -> TypedResponse<Output> {
///     if isOn() {
///       throw CallError(
///         .transport(TransportError(.offline)),
///         call: call.request.description)
///     }
///     return try await next(call)
///   }
/// }
/// client.callMiddleware.append(Maintenance { flags.maintenance })
/// ```
///
/// It can change the request, and receives the typed result, even if the request could not be built. Calling `next`
/// twice makes two calls, each with its retries. Different calls call it concurrently. See <doc:WritingMiddleware>.
public protocol CallMiddleware: Sendable {
  /// Makes a call, and returns its response.
  func response<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output>
}

/// The rest of the chain: further middleware, and the call.
public struct NextCall<Output: Sendable, Failure: Error>: Sendable {
  /// The client that makes the call.
  public var client: Client { Client(call.context) }
  private let middleware: ArraySlice<any CallMiddleware>
  private let call: EndpointCall
  /// Nil unless a middleware of `ReparteeTesting` needs it.
  package let endpoint: (any Sendable)?

  init(_ middleware: ArraySlice<any CallMiddleware>, _ call: EndpointCall, of endpoint: (any Sendable)?) {
    self.middleware = middleware
    self.call = call
    self.endpoint = endpoint
  }

  /// Makes the call, and returns its response.
  public func callAsFunction(
    _ call: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    try await self(call, attaching: nil)
  }

  package func callAsFunction(
    _ call: Resource<Output, Failure>, attaching attachment: (any Sendable)?
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    let inner = EndpointCall(
      call.responses.storage.untyped, in: CallContext(self.call.context, call.request, attaching: attachment),
      inspector: self.call.inspector)
    if let first = middleware.first {
      return try await first.response(to: call, next: NextCall(middleware.dropFirst(), inner, of: endpoint))
    }
    return try await inner.run().response(of: call)
  }
}

extension NextCall: CustomReflectable {
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a client has around its calls, which knows their types.
struct CallLayers: Sendable {
  var middleware: [any CallMiddleware] = []
  /// Inside ``middleware``.
  var testMiddleware: [any CallMiddleware] = []
  var inspector: (any ResponseInspector)?
}

extension Client {
  private var layers: CallLayers {
    get { settings.layers as? CallLayers ?? CallLayers() }
    set { settings.layers = newValue }
  }

  /// The middleware around each call, outermost first.
  public var callMiddleware: [any CallMiddleware] {
    get { layers.middleware }
    set { layers.middleware = newValue }
  }

  package var testMiddleware: [any CallMiddleware] {
    get { layers.testMiddleware }
    set { layers.testMiddleware = newValue }
  }

  package var inspector: (any ResponseInspector)? {
    get { layers.inspector }
    set { layers.inspector = newValue }
  }
}

extension Client {
  /// Makes a call, within its middleware.
  func call<Output, Failure>(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable
  ) async -> EndpointCall.Ending {
    let call = endpointCall(resource, of: endpoint)
    call.context.observation?.report(.callStarted)
    var ending =
      settings.layers == nil
      ? await call.run() : await runMiddleware(around: call, resource.responses, of: endpoint)
    if Task.isCancelled, call.context.limits.deadline.isOver { call.cancelLateOutput(&ending, Output.self) }
    if call.context.observation != nil { call.reportEnd(ending) }
    return ending
  }

  @inline(never)
  private func endpointCall<Output, Failure>(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable
  ) -> EndpointCall {
    let context = context(resource.request) { EndpointNames.shared.name(of: type(of: endpoint)) }
    var inspector = context.observation == nil ? nil : inspector
    if inspector?.takes(randomness) == false { inspector = nil }
    return EndpointCall(resource.responses.storage.untyped, in: context, inspector: inspector)
  }
}

extension Client {
  // On its own, so that the frame of a call without middleware stays small.
  @inline(never)
  private func runMiddleware<Output, Failure>(
    around call: EndpointCall, _ map: ResponseMap<Output, Failure>, of endpoint: some Sendable
  ) async -> EndpointCall.Ending {
    let layers = layers
    let middleware = layers.middleware + layers.testMiddleware
    if middleware.isEmpty { return await call.run() }
    let next = NextCall<Output, Failure>(
      middleware[...], call, of: layers.testMiddleware.isEmpty ? nil : endpoint)
    let resource = Resource(call.context.request, map)
    let work = { @Sendable () async -> Result<TypedResponse<Output>, CallError<Failure>> in
      do throws(CallError<Failure>) { return .success(try await next(resource)) } catch {
        return .failure(error)
      }
    }
    let (response, isLate) =
      layers.middleware.isEmpty ? (await work(), false) : await call.context.limits.deadline.bound(work)
    let result = UntypedResult(response.map(\.value))
    var ending = EndpointCall.Ending(result: isLate ? result.mapError(\.late) : result)
    if case .success(let response) = response {
      ending.middlewareResponse = (Box(response), response.status)
      ending.retryLimit = response.retryLimit
    }
    return ending
  }
}

extension EndpointCall {
  /// `Interpretation` keeps a late output: the deadline may have cancelled its task, but not the calling one.
  fileprivate func cancelLateOutput<Output: Sendable>(_ ending: inout Ending, _ type: Output.Type) {
    guard ending.result.isOutput else { return }
    let error = TransportError(
      .cancelled, mayHaveBeenProcessed: ending.exchange?.attempts.mayHaveBeenProcessed ?? true)
    if let exchange = ending.exchange {
      let cancelled = Exchange(exchange, failing: .callOver(error))
      ending.result = .failure(interpretation(of: cancelled).error(.transport(error)))
    } else if let middlewareResponse = ending.middlewareResponse {
      let response = middlewareResponse.response.value(as: TypedResponse<Output>.self)
      ending.result = .failure(
        CallError(.transport(error), request: response.request, attempts: response.attempts))
    }
  }
}
