/// What is known of a call from its beginning to its end.
struct CallContext: Sendable {
  /// How long it has been going on.
  let stopwatch: Stopwatch
  /// Who is told of it; nil if nobody is.
  let observation: Observation?
  /// What looks for drift in it; nil if nobody does.
  let drift: DriftWatch?
  /// What was called, where an interceptor wants to know it.
  var intercepted: (any Sendable)?

  /// Of a stream that is opened again.
  init(_ client: borrowing Client, reopening request: borrowing Request) {
    stopwatch = Stopwatch(client.clock)
    observation =
      client.observers.isEmpty ? nil : Observation(client.observers, copy request, since: stopwatch)
    drift = nil
  }

  init(_ client: borrowing Client, _ request: borrowing Request, of endpoint: some Sendable) {
    stopwatch = Stopwatch(client.clock)
    if !client.interceptors.isEmpty { intercepted = endpoint }
    // Nothing is made for nobody.
    guard !client.observers.isEmpty else {
      (observation, drift) = (nil, nil)
      return
    }
    let observation = Observation(client.observers, copy request, since: stopwatch)
    self.observation = observation
    if let detector = client.drift, detector.takes(client.randomness) {
      drift = DriftWatch(detector, copy client, copy request, of: endpoint, observation)
    } else {
      drift = nil
    }
  }
}

/// Stands around each call of a client, within its middleware, and knows which endpoint it is of: for tests.
package protocol CallInterceptor: Sendable {
  /// Makes a call, and returns what came of it.
  ///
  /// - Parameter endpoint: What was called, an ``Endpoint`` or a ``Resource``.
  func result<Output, Failure>(
    of call: Resource<Output, Failure>, of endpoint: any Sendable, by client: Client,
    next: @Sendable () async -> Result<Reply<Output>, CallError<Failure>>
  ) async -> Result<Reply<Output>, CallError<Failure>>
}

extension Client {
  /// A call, within those of ``interceptors`` from one on.
  func intercepted<Output, Failure>(
    _ call: Resource<Output, Failure>, of endpoint: any Sendable, in context: CallContext, from index: Int = 0
  ) async -> Result<Reply<Output>, CallError<Failure>> {
    guard index < interceptors.count else {
      var context = context
      context.intercepted = nil
      do throws(CallError<Failure>) { return .success(try await self.call(call, in: context)) } catch {
        return .failure(error)
      }
    }
    return await interceptors[index].result(of: call, of: endpoint, by: self) {
      await intercepted(call, of: endpoint, in: context, from: index + 1)
    }
  }

  /// When a call has to be over.
  func deadline(of request: borrowing Request, in context: borrowing CallContext) -> Deadline {
    Deadline(request.timeout ?? timeout, clock: clock, since: context.stopwatch)
  }
}
