/// A middleware that wraps each call once: building the request, all attempts and decoding.
///
/// ```swift
/// struct Maintenance: CallMiddleware {
///   var isOn: @Sendable () -> Bool
///
///   func reply<Output, Failure>(
///     to call: Resource<Output, Failure>,
///     next: NextCall<Output, Failure>
///   ) async throws(CallError<Failure>) -> Reply<Output> {
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
  /// Makes a call, and returns its reply.
  func reply<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output>
}

/// The rest of the chain: further middleware, and the call.
public struct NextCall<Output: Sendable, Failure: Error>: Sendable {
  /// The client that makes the call.
  public var client: Client { Client(call.context) }
  private let middleware: ArraySlice<any CallMiddleware>
  private let call: LayeredCall

  init(_ middleware: ArraySlice<any CallMiddleware>, _ call: LayeredCall) {
    self.middleware = middleware
    self.call = call
  }

  /// Nil unless a middleware of `ReparteeTesting` needs it.
  package var endpoint: (any Sendable)? { call.endpoint }

  /// Makes the call, and returns its reply.
  public func callAsFunction(
    _ call: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    try await self(call, attaching: nil)
  }

  package func callAsFunction(
    _ call: Resource<Output, Failure>, attaching attachment: (any Sendable)?
  ) async throws(CallError<Failure>) -> Reply<Output> {
    var layered = self.call
    layered.context = CallContext(layered.context, call.request, attaching: attachment)
    if let first = middleware.first {
      return try await first.reply(to: call, next: NextCall(middleware.dropFirst(), layered))
    }
    return try await layered.endpointCall(call.responses.storage.untyped).run().reply(call.responses)
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
    get { settings.values[CallLayers.self] ?? CallLayers() }
    set { settings.values[CallLayers.self] = newValue }
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

/// A call within the call middleware of its client.
struct LayeredCall: Sendable {
  fileprivate(set) var context: CallContext
  fileprivate let endpoint: (any Sendable)?
  private let layers: CallLayers?
  private let inspector: (any ResponseInspector)?

  init<Output, Failure>(
    _ resource: Resource<Output, Failure>, of endpoint: some Sendable, by client: Client
  ) {
    context = client.context(resource.request) { EndpointNames.shared.name(of: type(of: endpoint)) }
    layers = context.client.values[CallLayers.self]
    self.endpoint = layers?.testMiddleware.isEmpty ?? true ? nil : endpoint
    let isObserved = context.observation != nil
    inspector = layers?.inspector.flatMap { isObserved && $0.takes(client.randomness) ? $0 : nil }
  }

  fileprivate func endpointCall(_ map: UntypedMap) -> EndpointCall {
    EndpointCall(map, in: context, inspector: inspector)
  }

  /// Makes the call. The middleware sees the types of `resource`.
  func run<Output, Failure>(_ resource: Resource<Output, Failure>) async -> EndpointCall.Ending {
    context.observation?.tell(.callStarted)
    let call = endpointCall(resource.responses.storage.untyped)
    var ending = middleware.isEmpty ? await call.run() : await runMiddleware(around: resource.responses)
    if Task.isCancelled, context.limits.deadline.isOver { cancelLateOutput(&ending, of: call, Output.self) }
    if context.observation != nil { call.tellEnd(ending) }
    return ending
  }

  private var middleware: [any CallMiddleware] { layers.map { $0.middleware + $0.testMiddleware } ?? [] }

  private func runMiddleware<Output, Failure>(
    around map: ResponseMap<Output, Failure>
  ) async -> EndpointCall.Ending {
    let next = NextCall<Output, Failure>(middleware[...], self)
    let call = Resource(context.request, map)
    let work = { @Sendable () async -> Result<Reply<Output>, CallError<Failure>> in
      do throws(CallError<Failure>) { return .success(try await next(call)) } catch { return .failure(error) }
    }
    let isBounded = layers.map { !$0.middleware.isEmpty } ?? false
    let (reply, isLate) = isBounded ? await context.limits.deadline.bound(work) : (await work(), false)
    let result = UntypedResult(reply.map(\.value))
    var ending = EndpointCall.Ending(result: isLate ? result.mapError(\.late) : result)
    if case .success(let reply) = reply {
      ending.middlewareReply = (Box(reply), reply.status)
      ending.retryLimit = reply.retryLimit
    }
    return ending
  }

  /// `Interpretation` keeps a late output: the deadline may have cancelled its task, but not the calling one.
  private func cancelLateOutput<Output: Sendable>(
    _ ending: inout EndpointCall.Ending, of call: EndpointCall, _ type: Output.Type
  ) {
    guard ending.result.isOutput else { return }
    let mayHaveBeenProcessed = ending.exchange?.attempts.contains(where: \.mayHaveBeenProcessed) ?? true
    let error = TransportError(.cancelled, mayHaveBeenProcessed: mayHaveBeenProcessed)
    if let exchange = ending.exchange {
      let cancelled = Exchange(exchange, failing: .callOver(error))
      ending.result = .failure(call.interpretation(of: cancelled).error(.transport(error)))
    } else if let reply = ending.middlewareReply {
      let reply = reply.reply.value(as: Reply<Output>.self)
      ending.result = .failure(
        CallError(.transport(error), request: reply.request, attempts: reply.attempts))
    }
  }
}
