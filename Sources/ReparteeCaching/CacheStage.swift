import HTTPTypes
public import Repartee
import ReparteeJSON

extension Client {
  /// The cache of responses; nil, the default, stores none.
  public var cache: ResponseCache? {
    get { (cacheStage as? CacheStage)?.cache }
    set { cacheStage = newValue.map(CacheStage.init) }
  }
}

struct CacheStage: Stage {
  let cache: ResponseCache

  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse {
    guard let use = CacheUse(of: cache, for: request, next) else { return try await next(request) }
    return try await use.response()
  }
}

extension CacheUse {
  init?(of cache: ResponseCache, for request: AttemptRequest, _ next: Next) {
    let exchange = next.exchange
    let call = exchange.context.request
    let plain = exchange.credential.plain ?? request.head
    let method = exchange.outgoing.head.method
    // After a redirect, only GET and HEAD keep the key.
    let wasRedirected = exchange.origin.cause == .redirect || !exchange.earlier.redirects.isEmpty
    let query = wasRedirected && !call.method.properties.contains(.identifiedByURL) ? nil : call.cacheKey
    // The URL does not distinguish bodies.
    if request.body != nil, query == nil, !CacheMachine.isUnsafe(method) { return nil }

    let added =
      exchange.outgoing.authentication == nil
      ? [] : request.headers.filter { !plain.headerFields.contains($0) }
    let known = Self.identity(of: request.head, plain, added, in: cache, exchange)
    // An unsafe request invalidates responses of all identities.
    guard let identity = known ?? (CacheMachine.isUnsafe(method) ? "" : nil) else { return nil }
    if !identity.isEmpty { exchange.credential.session?.note(cache, of: identity) }
    self.cache = cache
    self.request = request
    self.next = next
    isQuery = known != nil && query != nil
    key = CacheKey(
      url: exchange.outgoing.url.cacheKey,
      query: Self.query(isQuery ? query : nil, method, plain.headerFields, in: cache, exchange),
      identity: identity)
    userFields = UserFields(
      redaction: exchange.context.client.redaction, credential: added.map(\.name),
      queryItems: exchange.credential.queryItems)
    // After a failure or a refused credential, a stored response is validated.
    let isSentAgain = exchange.origin.cause == .retry || exchange.origin.cause == .refresh
    let mode = call.cachePolicy.mode
    policy = isSentAgain && (mode == .default || mode == .forceCache) ? .noCache : call.cachePolicy
  }

  /// What distinguishes requests besides URL and identity.
  private static func query(
    _ own: String?, _ method: HTTPRequest.Method, _ fields: HTTPFields, in cache: ResponseCache,
    _ exchange: Exchange
  ) -> String {
    let redaction = exchange.context.client.redaction
    var query = ""
    for field in fields where cache.isUserField(field.name) && !redaction.isIdentity(field.name) {
      query += "\(field.name.canonicalName): \(field.value)\n"
    }
    if let own { query += "\(method == .head ? "GET" : method.rawValue) \(own)" }
    return query
  }

  /// Nil if unknown. `added` are the credential's fields.
  private static func identity(
    of head: HTTPRequest, _ plain: HTTPRequest, _ added: [HTTPField], in cache: ResponseCache,
    _ exchange: Exchange
  ) -> String? {
    let (redaction, authentication) = (exchange.context.client.redaction, exchange.outgoing.authentication)
    var secrets: [String] = []
    for field in plain.headerFields where redaction.isIdentity(field.name) {
      secrets.append("\(field.name.canonicalName): \(field.value)")
    }
    if let session = exchange.credential.session,
      head.headerFields != plain.headerFields || head.path != plain.path
    {
      let identity = ResponseCache.name(of: session.identity)
      if secrets.isEmpty, cache.identity == nil { return identity }
      secrets.append(identity)
    } else if authentication != nil {
      // All that a credential adds is secret.
      for field in added { secrets.append("\(field.name.canonicalName): \(field.value)") }
      if head.path != plain.path { secrets.append(head.path ?? "") }
    }
    if secrets.isEmpty { return "" }
    if let own = cache.identity { return ResponseCache.named(own) }
    // Each request has another signature.
    if authentication?.isSigning ?? false { return nil }
    return cache.identity(of: secrets)
  }
}

/// Identifies the user: part of the key's identity, so it selects no variants.
struct UserFields: Sendable {
  let redaction: Redaction
  let credential: [HTTPField.Name]
  let queryItems: Set<String>

  func contains(_ name: HTTPField.Name) -> Bool { credential.contains(name) || redaction.isIdentity(name) }
}

extension Redaction {
  /// Whether a field identifies the user, even if redaction excepts it.
  func isIdentity(_ name: HTTPField.Name) -> Bool {
    if Self.namesWithoutSecrets.contains(name) { return false }
    return name == .authorization || name == .cookie || Self.standard.isSecret(name) || isSecret(name)
  }

  private static let namesWithoutSecrets: [HTTPField.Name] = [
    .accept, .acceptLanguage, .cacheControl, .contentType, .ifModifiedSince, .ifNoneMatch, .range, .userAgent,
  ]
}
