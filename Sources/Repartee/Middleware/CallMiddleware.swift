/// Wraps each call: once, around the building of the request, all attempts and the decoding.
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
/// It sees the request before it is built, which it may change, and what came of the call, typed, also where the
/// request could not be built. The first of ``Client/callMiddleware`` is the outermost. A call's timeout covers it:
/// when it is over, its task is cancelled. ``reply(to:next:)`` is called concurrently, by different calls.
///
/// A middleware that calls `next` twice makes two calls, each with its retries.
public protocol CallMiddleware: Sendable {
  /// Makes a call, and returns what came of it.
  func reply<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output>
}

/// What follows a ``CallMiddleware``: the others, and the call.
public struct NextCall<Output: Sendable, Failure: Error>: Sendable {
  /// The client that was called.
  public let client: Client
  private let middleware: ArraySlice<any CallMiddleware>
  private let context: CallContext

  fileprivate init(_ client: Client, _ middleware: ArraySlice<any CallMiddleware>, _ context: CallContext) {
    self.client = client
    self.middleware = middleware
    self.context = context
  }

  /// Makes the call, and returns what came of it.
  public func callAsFunction(
    _ call: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    guard let first = middleware.first else { return try await client.call(call, in: context) }
    return try await first.reply(to: call, next: NextCall(client, middleware.dropFirst(), context))
  }
}

extension Client {
  /// A call, within all middleware.
  func call<Output, Failure>(
    _ resource: Resource<Output, Failure>, in context: CallContext
  ) async throws(CallError<Failure>) -> Reply<Output> {
    let call = TypedCall(resource, in: context)
    await make(call)
    return try call.reply()
  }

  /// A call, within its middleware and within its time.
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
