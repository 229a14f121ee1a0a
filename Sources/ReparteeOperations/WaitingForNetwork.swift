public import Repartee

/// Waits until there is a network, instead of failing at once.
///
/// ```swift
/// client.stages.append(WaitingForNetwork(.system))
/// ```
///
/// Nothing is sent during the wait, which ends with the call: cancelled, or at its deadline or that of the attempt.
/// Then the error is of kind `offline` (`isOffline`). A call without a time limit waits until it is cancelled. The wait
/// does not count as waiting for the head. Observers get an event of kind `CallEvent.Kind.waitingForNetwork`.
///
/// Each attempt waits, also a retry. Its place is after the cache, so that stored responses need no network. Requests
/// to this machine wait, too.
public struct WaitingForNetwork: Stage {
  private let network: NetworkState

  #if canImport(Network)
  /// Creates a stage that asks `network`, by default that of the system.
  public init(_ network: NetworkState = .system) {
    self.network = network
  }
  #else
  /// Creates a stage that asks `network`.
  public init(_ network: NetworkState) {
    self.network = network
  }
  #endif

  /// True: requests are passed on as they are.
  public var appliesToOtherOrigins: Bool { true }

  /// Waits for a network, then sends the request.
  public func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    // It may be gone again when the task runs.
    while !network.isAvailable {
      request.report(.waitingForNetwork)
      do throws(AttemptError) {
        try await request.wait { [network] in await network.waitUntilAvailable() }
      } catch {
        guard error.transportError?.isTimeout ?? false else { throw error }
        throw AttemptError(
          TransportError(.offline, message: "there was no network connection in the time of the call"))
      }
    }
    return try await next(request)
  }
}

extension CallEvent.Kind {
  /// A request waits for a network, see ``WaitingForNetwork``.
  public static let waitingForNetwork = Self("waitingForNetwork")
}
