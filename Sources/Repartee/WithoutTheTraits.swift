// Without a trait the compiler says which one is missing. None of this is called, so little of it is in the library.

#if !Gzip
extension Request.Body {
  /// Needs the trait `Gzip`.
  @available(*, unavailable, message: "enable the trait Gzip in the package line: traits: [\"Gzip\"]")
  @_alwaysEmitIntoClient public func gzipped() -> Request.Body { self }
}
#endif

#if !canImport(Darwin) && !URLSession
/// Needs the trait `URLSession` on Linux.
@available(
  *, unavailable, message: "enable the trait URLSession in the package line: traits: [\"URLSession\"]"
)
public struct URLSessionTransport: Transport {
  /// Needs the trait `URLSession` on Linux.
  @_alwaysEmitIntoClient public init() {}
  /// Needs the trait `URLSession` on Linux.
  @_alwaysEmitIntoClient public init(configuration: Any) {}
  /// Needs the trait `URLSession` on Linux.
  @_alwaysEmitIntoClient public static var configuration: Any { () }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    throw TransportError(.other)
  }
}

@available(
  *, unavailable, message: "enable the trait URLSession in the package line: traits: [\"URLSession\"]"
)
extension Transport where Self == URLSessionTransport {
  /// Needs the trait `URLSession` on Linux.
  @_alwaysEmitIntoClient public static var urlSession: URLSessionTransport { URLSessionTransport() }
}
#endif
