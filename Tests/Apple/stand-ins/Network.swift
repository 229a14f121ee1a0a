// What `NetworkState.system` uses of Network.
public import Dispatch

@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, visionOS 1.0, *)
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

  public var status: Status { .satisfied }
}

// Some SDKs declare it as Sendable; nothing may rely on that.
@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, visionOS 1.0, *)
public final class NWPathMonitor {
  public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?

  public init() {}

  public func start(queue: DispatchQueue) {}
}
