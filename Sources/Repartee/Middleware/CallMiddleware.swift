/// A middleware that wraps each call: once, around building the request, all attempts and decoding.
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
/// It can change the request before it is built. It sees the typed result of the call, even if the request could not be
/// built. The first of ``Client/callMiddleware`` is the outermost. The timeout of the call includes the middleware: its
/// task is cancelled when the time is up. Different calls call ``reply(to:next:)`` concurrently.
///
/// A middleware that calls `next` twice makes two calls, each with its retries.
public protocol CallMiddleware: Sendable {
  /// Makes a call, and returns its reply.
  func reply<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output>
}

/// The rest of the chain after a ``CallMiddleware``: further middleware, and the call.
public struct NextCall<Output: Sendable, Failure: Error>: Sendable {
  /// The client that makes the call.
  public let client: Client
  private let middleware: ArraySlice<any CallMiddleware>
  private let context: CallContext

  fileprivate init(_ client: Client, _ middleware: ArraySlice<any CallMiddleware>, _ context: CallContext) {
    self.client = client
    self.middleware = middleware
    self.context = context
  }

  /// Makes the call, and returns its reply.
  public func callAsFunction(
    _ call: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    guard let first = middleware.first else { return try await client.call(call, in: context) }
    return try await first.reply(to: call, next: NextCall(client, middleware.dropFirst(), context))
  }
}

extension Client {
  /// Makes a call, inside all middleware.
  func call<Output, Failure>(
    _ resource: Resource<Output, Failure>, in context: CallContext
  ) async throws(CallError<Failure>) -> Reply<Output> {
    let call = TypedCall(resource, in: context)
    await make(call)
    return try call.reply()
  }

  /// Makes a call through its middleware, within its deadline.
  func callThroughMiddleware<Output, Failure>(
    _ call: Resource<Output, Failure>, in context: CallContext
  ) async throws(CallError<Failure>) -> Reply<Output> {
    let next = NextCall<Output, Failure>(self, callMiddleware[...], context)
    let (result, isLate) = await deadline(of: call.request, in: context).bound {
      () async -> Result<Reply<Output>, CallError<Failure>> in
      do throws(CallError<Failure>) { return .success(try await next(call)) } catch { return .failure(error) }
    }
    return try (isLate ? result.mapError { $0.late } : result).get()
  }
}
