import HTTPTypes
import Synchronization

extension Client {
  /// Returns the cache for an attempt; nil if there is none, or if it can't be used.
  ///
  /// - Parameters:
  ///   - plain: The head of the attempt before its credential was added.
  @inline(never) func cachedAttempt(
    _ attempt: AttemptRequest, _ plain: HTTPRequest, in loop: AttemptLoop, _ session: AuthenticatedSession?
  ) -> CachedAttempt? {
    guard let cache, var policy = loop.cachePolicy else { return nil }
    let outgoing = loop.outgoing
    let method = outgoing.request.head.method
    // The URL does not tell requests with different bodies apart.
    if attempt.body != nil, loop.cacheQuery == nil, !CacheMachine.isUnsafe(method) { return nil }
    let added =
      outgoing.request.authentication == nil
      ? [] : attempt.headers.filter { !plain.headerFields.contains($0) }
    let known = identity(of: attempt.head, plain, added, of: outgoing, in: cache, session)
    // An unsafe request invalidates stored responses whatever their identity.
    guard let identity = known ?? (CacheMachine.isUnsafe(method) ? "" : nil) else { return nil }
    if !identity.isEmpty { session?.noteResponses(in: cache, of: identity) }
    // After a failure or a refused credential, a stored response is validated first.
    let isSentAgain = loop.origin.cause == .retry || loop.origin.cause == .refresh
    if isSentAgain, policy.mode == .default || policy.mode == .forceCache { policy = .noCache }
    let query = known == nil ? nil : loop.cacheQuery
    let key = CacheKey(
      url: outgoing.request.url.cacheKey,
      query: self.query(query, method, plain.headerFields, in: cache), identity: identity)
    return CachedAttempt(
      cache, key, policy, isQuery: query != nil, within: loop.limits.deadline, now: now, of: session,
      UserFields(redaction: redaction, credential: added.map(\.name), queryItems: loop.credentialItems))
  }

  /// Returns what distinguishes the request besides the URL: the fields that tell users apart, unless they are part of
  /// the identity, and the method and the request's cache key.
  private func query(
    _ own: String?, _ method: HTTPRequest.Method, _ fields: HTTPFields, in cache: ResponseCache
  ) -> String {
    var query = ""
    for field in fields where cache.isUserField(field.name) && !redaction.isIdentity(field.name) {
      query += "\(field.name.canonicalName): \(field.value)\n"
    }
    if let own { query += "\(method == .head ? "GET" : method.rawValue) \(own)" }
    return query
  }

  /// Returns the identity that the response belongs to; nil if it can't be known.
  ///
  /// - Parameter added: The header fields that the credential set.
  private func identity(
    of head: HTTPRequest, _ plain: HTTPRequest, _ added: [HTTPField], of outgoing: Outgoing,
    in cache: ResponseCache, _ session: AuthenticatedSession?
  ) -> String? {
    var secrets: [String] = []
    for field in plain.headerFields where redaction.isIdentity(field.name) {
      secrets.append("\(field.name.canonicalName): \(field.value)")
    }
    if let session, head.headerFields != plain.headerFields || head.path != plain.path {
      let identity = session.cacheIdentity
      if secrets.isEmpty, cache.identity == nil { return identity }
      secrets.append(identity)
    } else if outgoing.request.authentication != nil {
      // Whatever a credential added to the request is secret.
      for field in added { secrets.append("\(field.name.canonicalName): \(field.value)") }
      if head.path != plain.path { secrets.append(head.path ?? "") }
    }
    if secrets.isEmpty { return "" }
    if let own = cache.identity { return ResponseCache.named(own) }
    // A signature is different for each request.
    if outgoing.request.authentication?.isSigning ?? false { return nil }
    return cache.identity(of: secrets)
  }

  /// Revalidates a stale response in the background. The work does not keep the client alive, and is cancelled with it.
  /// If it fails, the response stays stored, and a use after a pause revalidates it.
  func revalidate(_ cached: CachedAttempt, _ attempt: AttemptRequest, in loop: AttemptLoop) {
    guard attempt.body?.isReplayable ?? true, let validation = cached.cache.validations.begin(cached.key)
    else {
      return
    }
    let again = cached.revalidating
    let start = now()
    // No caller can cancel the work, so it always has a deadline.
    let limits = ExchangeLimits(
      deadline: Deadline(.duration(timeout.duration ?? .seconds(60)), clock: clock), head: headTimeout,
      idle: idleTimeout, bodySize: cached.cache.maximumBodySize)
    let given = SentRequest(attempt, to: loop.outgoing.request.url, redaction: loop.redaction)
    let observation = loop.observation?.another
    let wire = Wire(
      shared.transport, attemptMiddleware, again, attempt, given, of: loop.outgoing, within: limits,
      redaction: loop.redaction, observation)
    shared.revalidations.start(cached.key) { [transport = shared.transport, clock, now] in
      let (_, isLate) = await limits.deadline.bound {
        let exchange = Exchange(given, clock: clock, origin: Attempt.Origin(), after: [])
        await transport.perform(OngoingAttempt(attempt, exchange, within: limits, through: wire)) { .stream }
        if exchange.isSent {
          observation?.ended(exchange, attempt.number, isExpected: nil, within: limits.deadline)
        }
        _ = try? await exchange.stream?.collect(upTo: limits.bodySize)
      }
      if isLate { again.cache.noteOrigin(.failed, for: again.key, asked: start, at: now()) }
      validation.settle()
    }
  }
}

/// What identifies the user in a request. A key's identity covers the header fields, so that they select no variants.
struct UserFields: Sendable {
  let redaction: Redaction
  /// The names of the fields that the credential of the attempt set.
  let credential: [HTTPField.Name]
  /// The names of the query items that credentials of the call set.
  let queryItems: Set<String>

  func contains(_ name: HTTPField.Name) -> Bool { credential.contains(name) || redaction.isIdentity(name) }
}

extension Redaction {
  /// Whether a request header field identifies the user. Secret fields that the client excepts from redaction count,
  /// too.
  func isIdentity(_ name: HTTPField.Name) -> Bool {
    if Self.namesWithoutSecrets.contains(name) { return false }
    return name == .authorization || name == .cookie || Self.standard.isSecret(name) || isSecret(name)
  }

  /// The standard words without exceptions.
  static let standard = Redaction()

  /// Frequent names, excluded without a closer look.
  private static let namesWithoutSecrets: [HTTPField.Name] = [
    .accept, .acceptLanguage, .cacheControl, .contentType, .ifModifiedSince, .ifNoneMatch, .range, .userAgent,
  ]
}
