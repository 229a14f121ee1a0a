import ReparteeBase

#if canImport(Network)
import Dispatch
import Network
#endif

/// Whether there is a network, as ``WaitingForNetwork`` reads it. Your own source, or a test, sets it:
///
/// ```swift
/// let network = NetworkState(isAvailable: false)
/// client.stages.append(WaitingForNetwork(network))
/// // as soon as the source knows better
/// network.isAvailable = true
/// ```
///
/// On Apple platforms `system` follows the system's network. It can be used concurrently.
public final class NetworkState: Sendable {
  private struct State: Sendable {
    var isAvailable: Bool
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var last: UInt64 = 0
  }

  private let state: Mutex<State>

  /// Creates a state; by default there is a network.
  public init(isAvailable: Bool = true) {
    state = Mutex(State(isAvailable: isAvailable))
  }

  /// Whether there is a network. Setting it to true ends all waits.
  public var isAvailable: Bool {
    get { state.withLock { $0.isAvailable } }
    set {
      let waiting = state.withLock { state in
        state.isAvailable = newValue
        guard newValue else { return [] as [CheckedContinuation<Void, Never>] }
        defer { state.waiting = [:] }
        return Array(state.waiting.values)
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  var waiters: Int { state.withLock { $0.waiting.count } }

  /// Returns when there is a network, or when the task is cancelled.
  public func waitUntilAvailable() async {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isAvailable || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  #if canImport(Network)
  /// The network of the system, by `NWPathMonitor`, for as long as the program runs; the monitor starts with the first
  /// use. There is a network until the system says otherwise, and also if a connection has to be established first, as
  /// with a VPN on demand.
  public static var system: NetworkState { SystemNetwork.shared.state }
  #else
  /// Not on this platform, which has no monitor of the network.
  @available(
    *, unavailable,
    message: "this platform has no NWPathMonitor: set isAvailable of a NetworkState() by a source of your own"
  )
  public static var system: NetworkState { NetworkState() }
  #endif
}

#if canImport(Network)
private final class SystemNetwork: Sendable {
  static let shared = SystemNetwork()

  let state = NetworkState()
  /// Released, it would send no updates.
  private let monitor: Mutex<NWPathMonitor>

  private init() {
    let monitor = NWPathMonitor()
    monitor.pathUpdateHandler = { [state] path in state.isAvailable = path.status != .unsatisfied }
    monitor.start(queue: DispatchQueue(label: "repartee.network"))
    self.monitor = Mutex(monitor)
  }
}
#endif
