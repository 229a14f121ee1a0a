#if !AsyncHTTPClient
public import Repartee

// Without the trait the compiler says which one is missing.

/// Needs the trait `AsyncHTTPClient`.
@available(
  *, unavailable,
  message: "enable the trait AsyncHTTPClient in the package line: traits: [\"AsyncHTTPClient\"]"
)
public struct AsyncHTTPClientTransport: Transport {
  /// Needs the trait `AsyncHTTPClient`.
  public init(pinnedKeys: Set<String> = []) {}
  /// Needs the trait `AsyncHTTPClient`.
  public init(_ client: Any) {}

  /// Needs the trait `AsyncHTTPClient`.
  public static var configuration: Any { () }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    throw TransportError(.other)
  }

  /// Needs the trait `AsyncHTTPClient`.
  public func shutdown(within limit: Duration = .unlimited) async {}
}

@available(
  *, unavailable,
  message: "enable the trait AsyncHTTPClient in the package line: traits: [\"AsyncHTTPClient\"]"
)
extension Transport where Self == AsyncHTTPClientTransport {
  /// Needs the trait `AsyncHTTPClient`.
  public static var asyncHTTPClient: AsyncHTTPClientTransport { AsyncHTTPClientTransport() }
}
#elseif !ServiceLifecycle
extension AsyncHTTPClientTransport {
  /// Needs the trait `ServiceLifecycle`, as does the conformance to `Service`.
  @available(
    *, unavailable,
    message: "enable the trait ServiceLifecycle in the package line: traits: [\"ServiceLifecycle\"]"
  )
  public func run() async throws {}
}
#endif
