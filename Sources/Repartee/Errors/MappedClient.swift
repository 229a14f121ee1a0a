/// A client that throws one error type, for an error type that can't conform to ``CallErrorConvertible``.
///
/// ```swift
/// let client = Client(…).mapError { failure in
///   LegacyError(code: failure.status?.code ?? -1)
/// }
/// // throws(LegacyError)
/// let user = try await client.send(GetUser(id: 7))
/// ```
public struct MappedClient<NewError: Error>: Sendable {
  /// The client that makes the calls.
  public var client: Client
  private let transform: @Sendable (any CallFailure) -> NewError

  init(_ client: Client, _ transform: @escaping @Sendable (any CallFailure) -> NewError) {
    self.client = client
    self.transform = transform
  }

  /// Sends a request and returns the output; see ``Client/send(_:adjusting:)``.
  public func send<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(NewError) -> E.Output {
    try await reply(to: endpoint, adjusting: adjusting).value
  }

  /// Does the same, and returns a `Result`.
  public func result<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Result<E.Output, NewError> {
    do {
      return .success(try await send(endpoint, adjusting: adjusting))
    } catch {
      return .failure(error)
    }
  }

  /// Does the same, and also returns the status, the header fields and the timing of the response.
  public func reply<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(NewError) -> Reply<E.Output> {
    let call = TypedCall(endpoint, adjusting, by: client)
    await call.start()
    do { return try call.reply() } catch { throw transform(error) }
  }
}

extension Client {
  /// Returns a client that converts every error with `transform`. ``CallFailure/underlying`` has a declared failure.
  public func mapError<NewError: Error>(
    _ transform: @escaping @Sendable (any CallFailure) -> NewError
  ) -> MappedClient<NewError> {
    MappedClient(self, transform)
  }
}
