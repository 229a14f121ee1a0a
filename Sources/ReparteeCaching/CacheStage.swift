public import Repartee

extension Client {
  /// The cache of responses: the first among ``Client/stages``; nil, the default, stores none.
  ///
  /// A cache that is set takes the place of the first, or, without one, becomes the outermost stage.
  public var cache: ResponseCache? {
    get { stages.lazy.compactMap { $0 as? ResponseCache }.first }
    set {
      let place = stages.firstIndex { $0 is ResponseCache }
      switch (place, newValue) {
      case (let place?, let cache?): stages[place] = cache
      case (nil, let cache?): stages.insert(cache, at: 0)
      case (_, nil): stages.removeAll { $0 is ResponseCache }
      }
    }
  }
}

extension ResponseCache: Stage {
  /// True: the cache passes requests on as they are, with conditions.
  public var appliesToOtherOrigins: Bool { true }

  /// Returns a stored response, or that of `next`, which it may store.
  public func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    // A stream that is reopened continues where it broke off.
    let isReopened = request.cause == .reopening || request.earlier.contains { $0.cause == .reopening }
    guard !isReopened, let use = CacheUse(of: self, for: request, next) else {
      return try await next(request)
    }
    return try await use.response()
  }
}
