import HTTPTypes
import Repartee
import ReparteeJSON

// Whose a response is.

extension CacheUse {
  init?(of cache: ResponseCache, for request: AttemptRequest, _ next: NextStage) {
    let scope = request.scope
    let call = scope.context.request
    let plain = request.plain
    let method = scope.outgoing.head.method
    // After a redirect, only GET and HEAD keep the key.
    let wasRedirected = scope.origin.cause == .redirect || !scope.earlier.redirects.isEmpty
    let query = wasRedirected && !call.method.properties.contains(.identifiedByURL) ? nil : call.cacheKey
    // The URL does not distinguish bodies.
    if request.body != nil, query == nil, !CacheMachine.isUnsafe(method) { return nil }

    let redaction = scope.context.client.redaction
    let added =
      scope.outgoing.authentication == nil
      ? [] : request.headers.filter { !plain.headerFields.contains($0) }
    let own = plain.headerFields.filter { redaction.isIdentity($0.name) }
    let secrets = scope.outgoing.secrets(redaction)
    let known = Self.identity(of: request, added, own, hasSecretURL: !secrets.isEmpty, in: cache)
    // An unsafe request invalidates responses of all identities.
    guard let identity = known ?? (CacheMachine.isUnsafe(method) ? "" : nil) else { return nil }
    if !identity.isEmpty { request.session?.note(cache, of: identity) }
    self.cache = cache
    self.request = request
    self.next = next
    isQuery = known != nil && query != nil
    userFields = UserFields(
      redaction: redaction, credential: added.map(\.name), queryItems: request.credentialQueryItems,
      secretsOfURL: secrets, hasCredential: !identity.isEmpty, names: cache.separatingNames)
    separating = userFields.separating(plain.headerFields, except: own)
    key = CacheKey(
      scope.outgoing.url, hasSecrets: secrets, separating,
      own: isQuery ? query.map { "\(method == .head ? "GET" : method.rawValue) \($0)" } : nil, identity)
    // After a failure or a refused credential, a stored response is validated.
    let isSentAgain = scope.origin.cause == .retry || scope.origin.cause == .refresh
    let mode = call.cachePolicy.mode
    policy = isSentAgain && (mode == .default || mode == .forceCache) ? .noCache : call.cachePolicy
  }

  /// Nil if unknown, empty without a credential. `added` are the credential's fields, `own` other secret ones.
  private static func identity(
    of request: AttemptRequest, _ added: [HTTPField], _ own: HTTPFields, hasSecretURL: Bool,
    in cache: ResponseCache
  ) -> String? {
    let (head, plain) = (request.head, request.plain)
    let authentication = request.scope.outgoing.authentication
    var secrets = own.map { "\($0.name.canonicalName): \($0.value)" }
    if let session = request.session,
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
    // The key has the URL.
    if secrets.isEmpty, !hasSecretURL { return "" }
    if let own = cache.identity { return ResponseCache.named(own) }
    // Each request has another signature.
    if authentication?.isSigning ?? false { return nil }
    return cache.identity(of: secrets)
  }
}

extension CacheKey {
  /// The fewest bytes of a secret that its digest does not reveal.
  private static let leastDigested = 16

  fileprivate init(
    _ url: AbsoluteURL, hasSecrets secrets: [String], _ separating: [HTTPField], own: String?,
    _ identity: String
  ) {
    let isWritten = !identity.isEmpty && !Self.isOfThisProcess(identity)
    let isSecret = isWritten && secrets.contains { $0.utf8.count < Self.leastDigested }
    var query = separating.map { "\($0.name.canonicalName): \($0.value)\n" }.joined()
    if isWritten, !query.isEmpty { query = "\(query.digest)\n" }
    self.init(
      url: isWritten && !isSecret && !secrets.isEmpty ? url.digestedCacheKey : url.cacheKey,
      query: query + (own ?? ""), identity: identity, isSecret: isSecret)
  }
}

/// Which fields tell users apart.
struct UserFields: Sendable {
  let redaction: Redaction
  let credential: [HTTPField.Name]
  let queryItems: Set<String>
  let secretsOfURL: [String]
  let hasCredential: Bool
  let names: SeparatingNames

  /// Whether a field is part of the key's identity, so it selects no variants.
  func contains(_ name: HTTPField.Name) -> Bool { credential.contains(name) || redaction.isIdentity(name) }

  /// Those that are part of the key's query, by name.
  func separating(_ fields: HTTPFields, except secret: HTTPFields) -> [HTTPField] {
    var separating: [HTTPField] = []
    for field in fields
    where names.contains(field.name, withCredential: hasCredential) && !secret.contains(field) {
      let place = separating.firstIndex { $0.name.canonicalName > field.name.canonicalName }
      separating.insert(field.comparable, at: place ?? separating.endIndex)
    }
    return separating
  }

  private func isSeparating(_ name: HTTPField.Name) -> Bool {
    names.contains(name, withCredential: hasCredential) && !redaction.isIdentity(name)
  }

  /// A field that was sent otherwise than it was looked up by.
  func change(of fields: HTTPFields, to sent: HTTPFields, compared: [HTTPField.Name]) -> HTTPField.Name? {
    var names = Set(compared)
    for fields in [fields, sent] {
      for field in fields where contains(field.name) || isSeparating(field.name) { names.insert(field.name) }
    }
    return names.sorted { $0.canonicalName < $1.canonicalName }.first { name in
      !sent[fields: name].elementsEqual(fields[fields: name]) {
        $0.comparable.value.hasSameBytes(as: $1.comparable.value)
      }
    }
  }
}

extension HTTPField {
  /// Without the random boundary of a multipart body (RFC 2046, section 5.1.1).
  fileprivate var comparable: HTTPField {
    guard name == .contentType, value.lowercased().hasPrefix("multipart/") else { return self }
    return HTTPField(name: name, value: String(value.prefix { $0 != ";" }))
  }
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
