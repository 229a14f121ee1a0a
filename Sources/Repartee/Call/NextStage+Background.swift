extension NextStage {
  /// Runs `work` as an attempt of a call of its own. Observers get its events; the body of its response is read, and
  /// nothing else is done with the response.
  ///
  /// Nothing is started while work of this stage with an equal key is running, or with 16 others of the client and its
  /// copies, or for a request that `next` would refuse. The work ends with the last of these clients, and after
  /// ``Client/timeout``, or 60 seconds if that is unlimited.
  ///
  /// ```swift
  /// next.inBackground(request, as: Key(request.url)) { request, next in
  ///   try await next(request)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request that `work` gets, with the credential as it is.
  ///   - key: Identifies the work of the stage. Copies of a client share their background work: stages of one type, at
  ///     the same position in the lists of two copies, need different keys for different work.
  ///   - work: Gets the stages after this one.
  public func inBackground(
    _ request: AttemptRequest, as key: some Hashable & Sendable,
    _ work: @escaping @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse
  ) {
    guard let own = try? (given?.passing(on: request) ?? request).inBackground() else { return }
    let stage = ForeignStage(stage: Work(work: work))
    let key = BackgroundWork.Key(stage: given?.type, place: chain?.rest ?? 0, key: key)
    request.scope.context.client.shared.background.start(key) { [chain] in
      await own.finish { () async throws(AttemptError) in try await stage.send(own, next: NextStage(chain)) }
    }
  }

  private struct Work: Stage {
    let work: @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse
    var appliesToOtherOrigins: Bool { true }

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await work(request, next)
    }
  }
}

extension AttemptRequest {
  fileprivate func finish(_ send: () async throws(AttemptError) -> AttemptResponse) async {
    let result: Result<AttemptResponse, AttemptError>
    do throws(AttemptError) { result = .success(try await send()) } catch { result = .failure(error) }
    let exchange = await Exchange.reading(result, of: scope, as: ResponsePlan(body: .optional))
    exchange.reportEnd(of: scope)
  }
}
