public import Repartee

extension Client {
  /// Starts work and returns its states, from the first to the result.
  ///
  /// ```swift
  /// for try await progress in client.progress(of: StartExport()) {
  ///   switch progress {
  ///   case .running(let state): show(state.value.percent)
  ///   case .ended(let file): open(file)
  ///   }
  /// }
  /// ```
  ///
  /// Each look at the operation is a call of its own, with its own retries, made when the loop asks for it. Before it
  /// there is a pause on ``Client/clock``, counted from the response before: as long as that says (`Retry-After`, or
  /// `Client.retryPause`), at least 0.1 s and at most a day, or else one that begins with `pause` and doubles up to 30
  /// s. A result at a place of its own is read without a pause. The last element is the result.
  ///
  /// Ending the loop, or cancelling its task, ends the waiting; the work goes on. A start whose response was lost is
  /// sent again only if its request is idempotent: give it an idempotency key.
  ///
  /// - Parameters:
  ///   - work: The operation.
  ///   - handle: Continues an operation, with a look at once; nil starts it.
  ///   - limit: The time for all of it, on the client's clock; nil for no limit. With a limit the pauses that the
  ///     server does not ask for are at most half of the time left.
  ///   - pause: The first pause, at least 0.1 s; one second by default.
  ///   - adjusting: Changes each request.
  /// - Throws: While it is read, the errors of `send`; a `TransportError` of kind `.timedOut(.total)` as soon as no
  ///   look is possible before the limit; a `RequestError` of kind `nextPage` or `nextPageOrigin` for a place that is
  ///   invalid or at another origin, or of kind `RequestError.Kind.operation`.
  public func progress<E: OperationEndpoint>(
    of work: E, from handle: OperationHandle? = nil, within limit: Duration? = nil,
    pause: Duration = .seconds(1), adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) -> OperationSequence<E> {
    OperationSequence {
      OperationRun(self, work, from: handle, within: limit, pause: pause, adjusting)
    }
  }

  /// Starts work, and waits for its result.
  ///
  /// ```swift
  /// let file = try await client.wait(
  ///   for: StartExport(), within: .seconds(60))
  /// ```
  ///
  /// As ``progress(of:from:within:pause:adjusting:)``. To continue the waiting after an error, or in another process,
  /// read the states, whose handles can be saved.
  ///
  /// - Parameters:
  ///   - work: The operation.
  ///   - handle: Continues an operation, with a look at once; nil starts it.
  ///   - limit: The time for all of it, on the client's clock; nil for no limit.
  ///   - cancelsWork: Whether the work is cancelled, too, if the task is cancelled or the limit is over; by default
  ///     not. The cancellation (``OperationEndpoint/cancellation(at:)``) is sent before this throws, for at most 30 s;
  ///     its own error is not thrown. Work whose place is not known yet can't be cancelled.
  ///   - pause: The first pause, at least 0.1 s; one second by default.
  ///   - adjusting: Changes each request.
  /// - Throws: A `CallError`, or the endpoint's own `Endpoint.Thrown`.
  public nonisolated(nonsending) func wait<E: OperationEndpoint>(
    for work: E, from handle: OperationHandle? = nil, within limit: Duration? = nil,
    cancelsWork: Bool = false,
    pause: Duration = .seconds(1), adjusting: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> E.Value {
    let run = OperationRun(self, work, from: handle, within: limit, pause: pause, adjusting)
    do throws(CallError<E.Failure>) { return try await run.value() } catch {
      if cancelsWork, run.isOver || Task.isCancelled { await run.cancelWork() }
      throw E.Thrown(error)
    }
  }

  /// Cancels the work of an operation.
  ///
  /// - Parameters:
  ///   - work: The operation.
  ///   - handle: That of a state (``OperationState/handle``).
  ///   - adjusting: Changes the request.
  /// - Throws: The errors of `send`; a `RequestError` of kind `RequestError.Kind.operation` if the endpoint declares no
  ///   ``OperationEndpoint/cancellation(at:)``.
  public nonisolated(nonsending) func cancel<E: OperationEndpoint>(
    _ work: E, at handle: OperationHandle, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) {
    do throws(CallError<E.Failure>) { try await cancelling(work, at: handle, adjusting).get() } catch {
      throw E.Thrown(error)
    }
  }
}
