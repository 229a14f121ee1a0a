public import Repartee

extension Client {
  /// The cache of responses; nil, the default, stores none.
  public var cache: ResponseCache? {
    get { (cacheStage as? CacheStage)?.cache }
    set { cacheStage = newValue.map(CacheStage.init) }
  }
}

struct CacheStage: Stage {
  let cache: ResponseCache

  var appliesToOtherOrigins: Bool { true }
  var boundsWaits: Bool { true }

  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    guard let use = CacheUse(of: cache, for: request, next) else { return try await next(request) }
    return try await use.response()
  }
}
