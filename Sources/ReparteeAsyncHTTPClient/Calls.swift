#if AsyncHTTPClient
import Repartee
import ReparteeBase

/// The calls in flight over one transport, from `send` until the response body is read to the end or dropped.
///
/// AsyncHTTPClient does not report a call's connection. So a request that may wait for one has a ticket, a header field
/// that ``ResponseGuard`` removes.
final class Calls: Sendable {
  /// Never sent.
  static let ticketName = "repartee-ticket"

  static let refusal = TransportError(.shutDown, mayHaveBeenProcessed: false)

  private struct Host {
    var calls = 0
    var unsent = 0
    var isMultiplexed = false

    /// Returns whether the call may have to wait for a connection.
    mutating func begin(isSecure: Bool, _ maximumConnections: Int?) -> Bool {
      calls += 1
      guard let maximumConnections, isSecure || calls > maximumConnections else { return false }
      unsent += 1
      return true
    }
  }

  private struct State {
    var hosts: [String: Host] = [:]
    var unsent: [UInt64: String] = [:]
    var calls = 0
    var lastTicket: UInt64 = 0
    var isClosed = false
    var isAborted = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Mutex(State())
  private let maximumConnections: Int?
  let connections = Connections()

  /// - Parameter maximumConnections: Per host over HTTP/1.1; nil if no guard removes the tickets.
  init(maximumConnections: Int?) {
    self.maximumConnections = maximumConnections
  }

  /// Returns the call's ticket, nil if it needs none; throws `refusal` after `close()`.
  ///
  /// Without TLS, a call waits only beyond the connection limit. With TLS it always gets a ticket: over HTTP/2 the
  /// server may set the limit.
  func begin(to host: String, isSecure: Bool) throws(TransportError) -> UInt64? {
    let ticket: Result<UInt64?, TransportError> = state.withLock { state in
      if state.isClosed { return .failure(Self.refusal) }
      state.calls += 1
      let mayWait = state.hosts[host, default: Host()].begin(isSecure: isSecure, maximumConnections)
      guard mayWait else { return .success(nil) }
      state.lastTicket += 1
      state.unsent[state.lastTicket] = host
      return .success(state.lastTicket)
    }
    return try ticket.get()
  }

  func sent(_ ticket: UInt64, isStream: Bool) {
    state.withLock { state in
      guard let host = state.unsent.removeValue(forKey: ticket) else { return }
      state.hosts[host]?.unsent -= 1
      if isStream { state.hosts[host]?.isMultiplexed = true }
    }
  }

  func end(to host: String, ticket: UInt64?) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      let isUnsent = ticket.map { state.unsent.removeValue(forKey: $0) != nil } ?? false
      if let index = state.hosts.index(forKey: host) {
        state.hosts.values[index].calls -= 1
        if isUnsent { state.hosts.values[index].unsent -= 1 }
        if state.hosts.values[index].calls == 0 { state.hosts.remove(at: index) }
      }
      state.calls -= 1
      return state.calls == 0 ? state.takeWaiters() : []
    }
    for waiter in waiters { waiter.resume() }
  }

  func sendState(of ticket: UInt64?, to host: String) -> SendState {
    guard let ticket, let maximumConnections else { return .unknown }
    return state.withLock { state in
      guard state.unsent[ticket] != nil, let host = state.hosts[host] else { return .unknown }
      let busy = host.calls - host.unsent
      return busy >= (host.isMultiplexed ? 1 : maximumConnections) ? .waiting : .unsent
    }
  }

  enum SendState {
    /// The request may have been sent.
    case unknown
    /// The connection was not established.
    case unsent
    /// All connections were in use.
    case waiting
  }

  // MARK: - The end

  func close() {
    state.withLock { $0.isClosed = true }
  }

  var isAborted: Bool { state.withLock { $0.isAborted } }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOver = state.withLock { state in
        if state.calls == 0 || state.isAborted { return true }
        state.waiters.append(waiter)
        return false
      }
      if isOver { waiter.resume() }
    }
  }

  func abort() {
    let waiters = state.withLock { state in
      if state.calls > 0 { state.isAborted = true }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }
}
#endif
