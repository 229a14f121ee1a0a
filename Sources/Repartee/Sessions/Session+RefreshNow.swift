#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeBase

/// An event of a ``Session``'s refreshes. No cases will be added.
public enum SessionRefreshEvent: Sendable {
  /// A refresh, or the obtaining of a first credential, began.
  case began
  /// There is a new credential, also by another process, or after the time limit.
  case succeeded
  /// The refresh failed.
  case failed(AuthenticationError)
}

extension Session {
  /// The refreshes from now on, in a new stream, which ends with the session and keeps the newest 100 events for a slow
  /// reader. A sign-in or a sign-out ends a refresh without another event.
  public var refreshes: AsyncStream<SessionRefreshEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SessionRefreshEvent.self, bufferingPolicy: .bufferingNewest(100))
    let id = shell.withLock { shell in
      shell.lastWaiter += 1
      shell.refreshObservers[shell.lastWaiter] = continuation
      return shell.lastWaiter
    }
    continuation.onTermination = { [weak self] _ in
      self?.shell.withLock { _ = $0.refreshObservers.removeValue(forKey: id) }
    }
    return stream
  }

  func report(_ event: SessionRefreshEvent) {
    shell.withLock { shell in
      for observer in shell.refreshObservers.values { observer.yield(event) }
    }
  }

  /// Refreshes the credential at once, also before it expires and in the pause after a failure, or waits for the
  /// refresh in progress. Cancelling the task ends the wait, not the refresh. Within a refresh of this session it does
  /// nothing.
  ///
  /// - Parameter client: The client that ``SessionRefresh/client`` is made of.
  /// - Throws: The error of the refresh; without a credential kind ``AuthenticationError/Kind/missing`` or the error
  ///   that ended the session; kind ``AuthenticationError/Kind/refreshFailed`` if the session can't refresh or the task
  ///   is cancelled.
  public func refreshNow(with client: Client) async throws(AuthenticationError) {
    if isInOwnRun { return }
    while true {
      let now = client.now()
      let (step, ticket, isLoading) = shell.withLock { shell in
        let (step, ticket) = shell.machine.refreshNow(at: now)
        return (step, ticket, shell.machine.run?.isLoading ?? false)
      }
      switch step {
      case .use: return
      case .fail(let error): throw error
      case .wait(let id, let run):
        if let run { start(run, for: SessionRun.Cause(), by: client) }
        await wait(for: id)
      }
      if Task.isCancelled { throw AuthenticationError(.refreshFailed, underlying: CancellationError()) }
      if let error = shell.withLock({ $0.machine.failure(since: ticket) }) { throw error }
      if !isLoading { return }
    }
  }
}
