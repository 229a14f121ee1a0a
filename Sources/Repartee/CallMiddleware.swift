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
  public var client: Client { context.client }
  private let middleware: ArraySlice<any CallMiddleware>
  private let context: CallContext

  init(_ middleware: [any CallMiddleware], in context: CallContext) {
    self.middleware = middleware[...]
    self.context = context
  }

  private init(_ middleware: ArraySlice<any CallMiddleware>, in context: CallContext) {
    self.middleware = middleware
    self.context = context
  }

  package var endpoint: (any Sendable)? { context.endpoint }

  /// Makes the call, and returns its reply.
  public func callAsFunction(
    _ call: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    try await self(call, attaching: nil)
  }

  package func callAsFunction(
    _ call: Resource<Output, Failure>, attaching attachment: (any Sendable)?
  ) async throws(CallError<Failure>) -> Reply<Output> {
    let context = CallContext(context, call.request, attaching: attachment)
    if let first = middleware.first {
      return try await first.reply(to: call, next: NextCall(middleware.dropFirst(), in: context))
    }
    return try await EndpointCall(call.responses.storage.untyped, in: context).run().reply(call.responses)
  }
}

extension NextCall: CustomReflectable {
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
