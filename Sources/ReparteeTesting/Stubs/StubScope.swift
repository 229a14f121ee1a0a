import Repartee
import ReparteeBase

final class StubScope: Sendable {
  private struct State {
    var requests: [TransportRequest] = []
    var next: (@Sendable (Client) async throws -> TransportResponse)?
    var isUnexpected = false
    var hasResponded = false
    var isReleased = false
    var result: (any Sendable)?
  }

  let endpoint: any Sendable
  let call: String
  let client: Client
  private let state = Mutex(State())
  private let following: @Sendable (StubScope) -> Void

  init(
    _ endpoint: any Sendable, _ call: String, _ client: Client,
    following: @escaping @Sendable (StubScope) -> Void = { _ in }
  ) {
    self.endpoint = endpoint
    self.call = call
    self.client = client
    self.following = following
  }

  var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Whether the last response is marked as unexpected; nil without a response.
  var isUnexpected: Bool? { state.withLock { $0.hasResponded ? $0.isUnexpected : nil } }

  /// The output or failure that ends the call instead of a response to its last attempt.
  var result: (any Sendable)? { state.withLock { $0.result } }

  func prepare(
    isUnexpected: Bool, result: (any Sendable)? = nil,
    _ next: (@Sendable (Client) async throws -> TransportResponse)?
  ) {
    state.withLock { state in
      state.next = next
      state.isUnexpected = isUnexpected
      state.result = result
    }
  }

  /// Gives up the prepared response: an attempt gets the next one. False if an attempt had it.
  func release() -> Bool {
    state.withLock { state in
      if state.requests.isEmpty { state.isReleased = true }
      return state.isReleased
    }
  }

  func respond(to request: TransportRequest) async throws -> TransportResponse? {
    let hasPrepared = state.withLock { state in
      state.requests.append(request)
      return state.requests.count == 1 && !state.isReleased
    }
    if !hasPrepared { following(self) }
    guard let next = state.withLock({ $0.next }) else { return nil }
    let response = try await next(client)
    state.withLock { $0.hasResponded = true }
    return response
  }
}
