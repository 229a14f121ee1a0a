import HTTPTypes
import Synchronization

extension Client {
  /// The cache in an attempt; nil where there is none, or none that may be used.
  ///
  /// - Parameters:
  ///   - plain: The attempt before its credential was put on it.
  func cachedAttempt(
    _ attempt: AttemptRequest, before plain: AttemptRequest, in loop: AttemptLoop,
    _ session: AuthenticatedSession?
  ) -> CachedAttempt? {
    guard let cache, var policy = loop.cachePolicy else { return nil }
    let request = loop.request
    guard let identity = identity(of: attempt, before: plain, of: request, in: cache, session) else {
      return nil
    }
    // What has failed, or was refused, is not asked of the cache again.
    if loop.origin.cause == .retry || loop.origin.cause == .refresh, policy.mode != .noStore {
      policy = .reload
    }
    let query = loop.cacheQuery
    let key = CacheKey(
      url: request.url.cacheKey, query: query.map { "\(request.head.method.rawValue) \($0)" } ?? "",
      identity: identity)
    if let session { session.session.forget(in: cache, identity, onEndOf: session.ticket) }
    let background = background(to: request.url, redaction: loop.redaction)
    return CachedAttempt(
      cache, key, to: request.url, policy, isQuery: query != nil, within: loop.limits.deadline, now: now,
      loop.observation, isCurrent: { session?.isCurrent ?? true }, background: background)
  }

  /// Whose a response is. Nil where that can't be known.
  private func identity(
    of attempt: AttemptRequest, before plain: AttemptRequest, of request: OutgoingRequest,
    in cache: ResponseCache,
    _ session: AuthenticatedSession?
  ) -> String? {
    var secrets = plain.headers.filter(isSecret).map { "\($0.name.canonicalName): \($0.value)" }
    if let session {
      let identity = session.cacheIdentity
      if secrets.isEmpty, cache.identity == nil { return identity }
      secrets.append(identity)
    } else if request.authentication != nil {
      // What a credential has put on the request is secret, whatever its name.
      for field in attempt.headers where !plain.headers.contains(field) {
        secrets.append("\(field.name.canonicalName): \(field.value)")
      }
      if attempt.head.path != plain.head.path { secrets.append(attempt.head.path ?? "") }
    }
    if secrets.isEmpty { return "" }
    if let own = cache.identity { return ResponseCache.own(own) }
    // A signature is another one each time.
    if request.authentication?.isSigning ?? false { return nil }
    return cache.identity(of: secrets)
  }

  private func isSecret(_ field: HTTPField) -> Bool {
    field.name == .authorization || field.name == .cookie || redaction.isSecret(field.name.rawName)
  }

  /// A way to the network that keeps nothing of the client, whose end is to end what goes it.
  private func background(to url: AbsoluteURL, redaction: Redaction) -> CachedAttempt.Background {
    let (transport, middleware, clock) = (shared.transport, attemptMiddleware, clock)
    let (total, head, idle, size) = (timeout, headTimeout, idleTimeout, maximumBodySize)
    return CachedAttempt.Background(revalidations: shared.revalidations) { cached in
      let limits = ExchangeLimits(
        deadline: Deadline(total, clock: clock), head: head, idle: idle, bodySize: size)
      return Wire(transport, middleware, cached, to: url, within: limits, redaction: redaction, nil)
    }
  }
}
