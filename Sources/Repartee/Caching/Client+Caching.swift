import HTTPTypes
import Synchronization

extension Client {
  /// The cache in an attempt; nil where there is none, or none that may be used.
  ///
  /// - Parameters:
  ///   - plainFields: The header fields of the attempt before its credential was put on it.
  ///   - plainPath: Its path before that.
  @inline(never) func cachedAttempt(
    _ attempt: AttemptRequest, _ plainFields: HTTPFields, _ plainPath: String?, in loop: AttemptLoop,
    _ session: AuthenticatedSession?
  ) -> CachedAttempt? {
    guard let cache, var policy = loop.cachePolicy else { return nil }
    let outgoing = loop.outgoing
    let known = identity(of: attempt, plainFields, plainPath, of: outgoing, in: cache, session)
    // What a request changes is removed, whosever it is.
    guard let identity = known ?? (CacheMachine.isUnsafe(outgoing.request.head.method) ? "" : nil) else {
      return nil
    }
    // What has failed, or was refused, is not taken from the cache now.
    let isSentAgain = loop.origin.cause == .retry || loop.origin.cause == .refresh
    if isSentAgain, policy.mode == .default || policy.mode == .forceCache { policy = .noCache }
    let query = known == nil ? nil : loop.cacheQuery
    let key = CacheKey(
      url: outgoing.request.url.cacheKey,
      query: query.map { "\(outgoing.request.head.method.rawValue) \($0)" } ?? "",
      identity: identity)
    return CachedAttempt(
      cache, key, of: outgoing, policy, isQuery: query != nil, within: loop.limits.deadline, now: now,
      loop.observation, of: session, redaction)
  }

  /// Whose a response is. Nil where that can't be known.
  private func identity(
    of attempt: AttemptRequest, _ plainFields: HTTPFields, _ plainPath: String?, of outgoing: Outgoing,
    in cache: ResponseCache, _ session: AuthenticatedSession?
  ) -> String? {
    var secrets = plainFields.filter { redaction.isIdentity($0.name) }
      .map { "\($0.name.canonicalName): \($0.value)" }
    if let session, attempt.headers != plainFields || attempt.head.path != plainPath {
      let identity = session.cacheIdentity
      if secrets.isEmpty, cache.identity == nil { return identity }
      secrets.append(identity)
    } else if outgoing.request.authentication != nil {
      // What a credential has put on the request is secret, whatever its name.
      for field in attempt.headers where !plainFields.contains(field) {
        secrets.append("\(field.name.canonicalName): \(field.value)")
      }
      if attempt.head.path != plainPath { secrets.append(attempt.head.path ?? "") }
    }
    if secrets.isEmpty { return "" }
    if let own = cache.identity { return ResponseCache.named(own) }
    // A signature is another one each time.
    if outgoing.request.authentication?.isSigning ?? false { return nil }
    return cache.identity(of: secrets)
  }

  /// Asks for a response again, while the stale one is used. It does not keep the client alive, and ends with it.
  func revalidate(_ cached: CachedAttempt, _ attempt: AttemptRequest, in loop: AttemptLoop) {
    guard attempt.body?.isReplayable ?? true else { return }
    let again = cached.revalidating
    // Nobody waits for it, who might cancel it.
    let limits = ExchangeLimits(
      deadline: Deadline(.duration(timeout.duration ?? .seconds(60)), clock: clock), head: headTimeout,
      idle: idleTimeout, bodySize: maximumBodySize)
    let wire = Wire(
      shared.transport, attemptMiddleware, again, attempt,
      SentRequest(attempt, to: loop.outgoing.request.url, redaction: loop.redaction),
      of: loop.outgoing, within: limits, redaction: loop.redaction, nil)
    shared.revalidations.start(cached.key) {
      _ = await limits.deadline.bound {
        do throws(TransportError) {
          let response = try await wire.head()
          await again.complete(try await response.body.collect(upTo: limits.bodySize))
        } catch {}  // The stale response is there, and is asked for again the next time.
      }
    }
  }
}

extension Redaction {
  /// Whether a field of a request says whose the response is. What a client shows in spite of it is a secret all the
  /// same.
  func isIdentity(_ name: HTTPField.Name) -> Bool {
    if Self.namesWithoutSecrets.contains(name) { return false }
    return name == .authorization || name == .cookie || Self.standard.isSecret(name.rawName)
      || isSecret(name.rawName)
  }

  /// The standard's words, and no exceptions.
  static let standard = Redaction()

  /// The most frequent ones, which need no closer look.
  private static let namesWithoutSecrets: [HTTPField.Name] = [
    .accept, .acceptLanguage, .cacheControl, .contentType, .ifModifiedSince, .ifNoneMatch, .range, .userAgent,
  ]
}
