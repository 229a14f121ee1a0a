// Names before 0.2.0.

public import HTTPTypes

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

/// Renamed.
@available(*, deprecated, message: "use PagedSequence<PageReply<Output>, Thrown>")
public typealias Pages<E: PagedEndpoint> = PagedSequence<PageReply<E.Output>, E.Thrown>

/// Renamed.
@available(*, deprecated, message: "use PagedSequence<Item, Thrown>")
public typealias PagedItems<E: PagedEndpoint> = PagedSequence<E.Item, E.Thrown>

extension Result where Success == HTTPResponse.Status, Failure == TransportError {
  /// Renamed.
  @available(*, unavailable, renamed: "success")
  public static func status(_ status: HTTPResponse.Status) -> Self { .success(status) }

  /// Renamed.
  @available(*, unavailable, renamed: "failure")
  public static func failed(_ error: TransportError) -> Self { .failure(error) }
}

extension CallEvent {
  /// Renamed.
  @available(*, deprecated, renamed: "UInt64")
  public typealias CallID = UInt64
}

extension LossyArray {
  /// Renamed.
  @available(*, deprecated, message: "use (index: Int, error: BodyDecodingError)")
  public typealias Dropped = (index: Int, error: BodyDecodingError)
}

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
