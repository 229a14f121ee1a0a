import Repartee

/// One waiting for an operation.
final class OperationRun<E: OperationEndpoint> {
  typealias Progress = OperationProgress<E.Output, E.Value>

  private enum Next {
    case start
    case at(OperationHandle)
    case nothing
  }

  private let client: Client
  private let work: E
  private let adjusting: @Sendable (inout Request) -> Void
  private let time: WaitingTime
  private var pauses: LookPauses
  private var next: Next
  /// How long the waiting lasts at the next look.
  private var nextLook: Duration?
  /// Whether no look is possible before the limit.
  private var isLate = false
  /// The last one known.
  private(set) var handle: OperationHandle?

  init(
    _ client: Client, _ work: E, from handle: OperationHandle?, within limit: Duration?, pause: Duration,
    _ adjusting: @escaping @Sendable (inout Request) -> Void
  ) {
    (self.client, self.work, self.handle, self.adjusting) = (client, work, handle, adjusting)
    next = handle.map { .at($0) } ?? .start
    pauses = LookPauses(first: pause)
    time = WaitingTime(limit, on: client.clock)
  }

  /// Nil after the end, also after an error.
  nonisolated(nonsending) func progress() async throws(CallError<E.Failure>) -> Progress? {
    let next = next
    self.next = .nothing
    switch next {
    case .nothing: return nil
    case .start: return try await look(work.resource, at: nil)
    case .at(let handle):
      try await pauseBeforeLook()
      guard let place = handle.place else { return try await look(work.resource, at: nil) }
      if handle.isResult {
        let resource = try made { () throws(RequestError) in try work.result(at: place) }
        return .ended(try await client.response(to: ready(resource, at: place)).value)
      }
      return try await look(try made { () throws(RequestError) in try work.state(at: place) }, at: place)
    }
  }

  nonisolated(nonsending) func value() async throws(CallError<E.Failure>) -> E.Value {
    while let progress = try await progress() {
      if case .ended(let value) = progress { return value }
    }
    throw cancellation
  }

  // MARK: A look

  nonisolated(nonsending) private func look(
    _ resource: Resource<E.Output, E.Failure>, at place: Cursor?
  ) async throws(CallError<E.Failure>) -> Progress {
    let response = try await client.response(to: try ready(resource, at: place), of: work)
    var state = OperationState(response: response, place: place, handle: OperationHandle(place))
    do throws(RequestError) {
      let following: OperationHandle
      switch try work.step(after: state) {
      case .ended(let value): return .ended(value)
      case .result(let place): following = OperationHandle(try clean(place, after: state), isResult: true)
      case .running(let place?): following = OperationHandle(try clean(place, after: state))
      case .running(nil):
        guard place != nil || work.request.method == .get else {
          throw RequestError(.operation, "the response to \(response.request) has no place of the operation")
        }
        following = OperationHandle(place)
      }
      state.handle = following
      (handle, next) = (following, .at(following))
      if !following.isResult { plan(after: state) }
      return .running(state)
    } catch {
      throw CallError(
        .request(error), call: response.request.description, request: response.request,
        attempts: response.attempts)
    }
  }

  private var rule: CursorRule {
    CursorRule(client, work.request, of: "the operation", allowsOtherOrigins: E.allowsOtherOrigins)
  }

  private func clean(
    _ place: Cursor, after state: OperationState<E.Output>
  ) throws(RequestError) -> Cursor {
    try rule.withoutCredentials(place, after: state.request)
  }

  private func made<Output: Sendable>(
    _ make: () throws(RequestError) -> Resource<Output, E.Failure>
  ) throws(CallError<E.Failure>) -> Resource<Output, E.Failure> {
    do throws(RequestError) { return try make() } catch {
      throw CallError(.request(error), call: work.request.description)
    }
  }

  /// The resource as it is sent; `place` is nil for the start.
  private func ready<Output: Sendable>(
    _ resource: Resource<Output, E.Failure>, at place: Cursor?
  ) throws(CallError<E.Failure>) -> Resource<Output, E.Failure> {
    var resource = resource
    if place != nil, resource.request.authentication == nil {
      resource.request.authentication = work.request.authentication
    }
    adjusting(&resource.request)
    if place != nil {
      do throws(RequestError) { try rule.prepare(&resource.request) } catch {
        throw CallError(.request(error), call: resource.request.description)
      }
    }
    if let left = time.left {
      if left == .zero { throw late }
      resource.request.timeout = min(resource.request.timeout ?? client.timeout, left)
    }
    return resource
  }

  // MARK: Time

  /// Whether the limit has ended the waiting.
  var isOver: Bool { isLate || time.left == .zero }

  private func plan(after state: OperationState<E.Output>) {
    let asked = (client.retryPause?(state) ?? state.retryAfter)?.delay(from: client.now())
    let pause = pauses.next(asked: asked, left: time.left)
    isLate = pause == nil
    nextLook = pause.map { time.elapsed + $0 }
  }

  nonisolated(nonsending) private func pauseBeforeLook() async throws(CallError<E.Failure>) {
    if isLate { throw late }
    // What the reader did took some of the pause.
    guard let pause = nextLook.map({ $0 - time.elapsed }), pause > .zero else { return }
    do { try await client.clock.sleep(for: pause) } catch { throw cancellation }
  }

  private var cancellation: CallError<E.Failure> {
    CallError(.transport(TransportError(.cancelled)), call: work.request.description)
  }

  private var late: CallError<E.Failure> {
    isLate = true
    return CallError(
      .transport(
        TransportError(.timedOut(.total), message: "the operation did not end within the time for waiting")),
      call: work.request.description)
  }

  // MARK: Cancelling the work

  /// In a task of its own: that of the caller may be cancelled.
  nonisolated(nonsending) func cancelWork() async {
    guard let handle, !handle.isResult else { return }
    await Task { [client, work, adjusting] in
      var client = client
      client.timeout = min(client.timeout, .seconds(30))
      _ = await client.cancelling(work, at: handle, adjusting)
    }.value
  }
}

extension Client {
  nonisolated(nonsending) func cancelling<E: OperationEndpoint>(
    _ work: E, at handle: OperationHandle, _ adjusting: (inout Request) -> Void
  ) async -> Result<Void, CallError<E.Failure>> {
    do throws(RequestError) {
      guard let place = handle.place, var resource = try work.cancellation(at: place) else {
        throw RequestError(.operation, "\(E.self) declares no cancellation at \(handle)")
      }
      if resource.request.authentication == nil {
        resource.request.authentication = work.request.authentication
      }
      adjusting(&resource.request)
      let rule = CursorRule(self, work.request, of: "the operation", allowsOtherOrigins: E.allowsOtherOrigins)
      try rule.prepare(&resource.request)
      return await result(of: resource)
    } catch {
      return .failure(CallError(.request(error), call: work.request.description))
    }
  }
}
