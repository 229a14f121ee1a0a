// What had another name before 0.2.0.

/// Renamed.
@available(*, unavailable, renamed: "Retryability")
public typealias Transience = Retryability

/// Renamed.
@available(*, unavailable, renamed: "RefusalRule")
public typealias CredentialRefusal = RefusalRule

/// Renamed.
@available(*, unavailable, renamed: "CallErrorProtocol")
public typealias CallFailure = CallErrorProtocol

/// Renamed.
@available(*, unavailable, renamed: "NonDeclaredReason")
public typealias TransportFailure = NonDeclaredReason

/// Renamed.
@available(*, unavailable, renamed: "BodyDecodingError")
public typealias DecodingFailure = BodyDecodingError

/// Renamed.
@available(*, unavailable, renamed: "DecodingErrorRepresentable")
public typealias DecodingFailureRepresentable = DecodingErrorRepresentable

/// Renamed.
@available(*, unavailable, renamed: "StreamFailureRule")
public typealias StreamFailure = StreamFailureRule

extension Client {
  /// Renamed.
  @available(*, deprecated, renamed: "curl(for:adjusting:)")
  public func curl<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) throws(RequestError) -> String {
    try curl(for: endpoint, adjusting: adjusting)
  }
}

extension ResponseCase {
  /// Renamed.
  @available(*, unavailable, renamed: "retryRule")
  public static func transience(
    _ rule: @escaping @Sendable (Result<Output, CallError<Failure>>) -> Retryability?
  ) -> Self { retryRule(rule) }
}

extension ResponseMap {
  /// Renamed.
  @available(*, unavailable, renamed: "wrapping")
  public func resolving(
    _ resolve:
      @escaping @Sendable (
        _ response: Response, _ decoder: any ResponseDecoder,
        _ declared: @escaping @Sendable (_ response: Response) async throws -> Result<Output, Failure>
      ) async throws -> Result<Output, Failure>
  ) -> ResponseMap { self }
}
