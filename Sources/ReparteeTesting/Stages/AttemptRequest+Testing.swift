public import Repartee

extension AttemptRequest {
  /// Creates the first request of a call of its own, without cookies and credential, to test a ``Stage`` with.
  ///
  /// ```swift
  /// let request = try AttemptRequest(.get("/users/7"))
  /// let response = try await UserAgent(name: "app/1.2").send(
  ///   request,
  ///   next: NextStage { request in AttemptResponse(.json("{}")) })
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request of the call.
  ///   - client: The client, with the clock, the time limits and the observers of the call. Nil, the default, is one of
  ///     `https://example.com`.
  /// - Throws: The error of a request that can't be built.
  public init(_ request: Request, by client: Client? = nil) throws(RequestError) {
    let nothing = InMemoryTransport { _ in .status(503) }
    try self.init(
      first: request, by: client ?? Client(baseURL: "https://example.com", transport: nothing))
  }
}
