/// The context of a call, from its beginning to its end.
struct CallContext: Sendable {
  /// Measures the time since the beginning.
  let stopwatch: Stopwatch
  /// Reports events to the observers; nil without observers.
  let observation: Observation?
  /// Looks for drift; nil if the call is not examined.
  let drift: DriftWatch?
  /// The endpoint that was called, if there are interceptors.
  var intercepted: (any Sendable)?

  /// Creates the context in which a stream is reopened.
  init(_ client: borrowing Client, reopening request: borrowing Request) {
    stopwatch = Stopwatch(client.clock)
    observation =
      client.observers.isEmpty
      ? nil : Observation(client.observers, copy request, since: stopwatch, in: client.parent)
    drift = nil
  }

  init(_ client: borrowing Client, _ request: borrowing Request, of endpoint: some Sendable) {
    stopwatch = Stopwatch(client.clock)
    if !client.interceptors.isEmpty { intercepted = endpoint }
    // Without observers, nothing is allocated.
    guard !client.observers.isEmpty else {
      (observation, drift) = (nil, nil)
      return
    }
    let observation = Observation(client.observers, copy request, since: stopwatch, in: client.parent)
    self.observation = observation
    if let detector = client.drift, detector.takes(client.randomness) {
      drift = DriftWatch(detector, copy client, copy request, of: endpoint, observation)
    } else {
      drift = nil
    }
  }
}

/// An interceptor of each call of a client, inside its middleware, which knows the endpoint: for tests.
package protocol CallInterceptor: Sendable {
  /// Makes a call, and returns its result.
  ///
  /// - Parameter endpoint: The ``Endpoint`` or ``Resource`` that was called.
  func result<Output, Failure>(
    of call: Resource<Output, Failure>, of endpoint: any Sendable, by client: Client,
    next: @Sendable () async -> Result<Reply<Output>, CallError<Failure>>
  ) async -> Result<Reply<Output>, CallError<Failure>>
}

extension Client {
  /// Makes a call through the ``interceptors``, starting at an index.
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

  /// Returns the deadline of a call.
  func deadline(of request: borrowing Request, in context: borrowing CallContext) -> Deadline {
    Deadline(request.timeout ?? timeout, clock: clock, since: context.stopwatch)
  }
}
