#if AsyncHTTPClient
import AsyncHTTPClient
import Repartee
import ReparteeBase

/// Shared by copies of a transport.
final class Engine: Sendable {
  /// The owner shuts the HTTPClient down.
  enum Owner {
    case transport
    case user
    case process
  }

  let client: HTTPClient
  let calls: Calls
  let owner: Owner
  private let ending = Mutex<Task<Void, Never>?>(nil)

  init(_ client: HTTPClient, calls: Calls, owner: Owner) {
    self.client = client
    self.calls = calls
    self.owner = owner
  }

  func shutdown(within limit: Duration) async {
    if owner == .process { return }
    calls.close()
    let ending = ending.withLock { ending in
      let task = ending ?? Task { await self.end() }
      ending = task
      return task
    }
    await withTaskCancellationHandler {
      let timer = limit.asLimit.map { duration in
        Task {
          if (try? await Task.sleep(for: duration)) != nil { self.calls.abort() }
        }
      }
      await ending.value
      timer?.cancel()
    } onCancel: {
      calls.abort()
    }
  }

  private func end() async {
    await calls.wait()
    // It throws if the client was shut down before.
    if owner == .transport { try? await client.shutdown() }
  }

  deinit {
    // Each call in flight holds the engine, so none is in flight.
    guard owner == .transport, ending.withLock({ $0 }) == nil else { return }
    Task { [client] in try? await client.shutdown() }
  }
}
#endif
