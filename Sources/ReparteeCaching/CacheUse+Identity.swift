import HTTPTypes
import Repartee
import ReparteeJSON

// The identity of a response.

extension CacheUse {
  init?(of cache: ResponseCache, for request: AttemptRequest, _ next: NextStage) {
    let (rule, method) = (request[CacheRule.self], request.head.method)
    // After a redirect, only GET and HEAD keep the key.
    let wasRedirected = request.cause == .redirect || request.earlier.contains { $0.cause == .redirect }
    let query =
      wasRedirected && !request.call.method.properties.contains(.identifiedByURL) ? nil : rule?.key
    // The URL does not distinguish bodies.
    if request.body != nil, query == nil, !CacheMachine.isUnsafe(method) { return nil }

    let (redaction, credential, login) = (request.redaction, request.credentialFields, request.login)
    let plain = credential.isEmpty ? request.headers : request.headers.filter { !credential.contains($0) }
    let own = plain.filter { redaction.isIdentity($0.name) }
    let (url, secrets) = (request.url, request.urlSecrets)
    let isInURL = !request.credentialQueryItems.isEmpty && url != request.head.urlText
    let known = Self.identity(
      of: request, login, credential, own, isInURL: isInURL,
      hasSecretURL: !secrets.isEmpty, in: cache)
    // An unsafe request invalidates responses of all identities.
    guard let identity = known ?? (CacheMachine.isUnsafe(method) ? "" : nil) else { return nil }
    if !identity.isEmpty {
      login?.onEnd(removing: identity, from: cache, isLasting: !cache.isInMemory) { cache, identity in
        try await cache.remove(.identity(identity))
      }
    }
    self.cache = cache
    self.request = request
    self.next = next
    self.login = login
    isQuery = known != nil && query != nil
    userFields = UserFields(
      redaction: redaction, credential: credential.map(\.name), queryItems: request.credentialQueryItems,
      secretsOfURL: secrets, hasCredential: !identity.isEmpty, names: cache.separatingNames)
    separating = userFields.separating(plain, except: own)
    key = CacheKey(
      url, of: request.head, hasSecrets: secrets, separating,
      own: isQuery ? query.map { "\(method == .head ? "GET" : method.rawValue) \($0)" } : nil, identity)
    // After a failure or a refused credential, a stored response is validated.
    let isSentAgain = request.cause == .retry || request.cause == .refresh
    let policy = rule?.policy ?? .default
    self.policy =
      isSentAgain && (policy.mode == .default || policy.mode == .forceCache) ? .noCache : policy
  }

  /// Nil if unknown, empty without a credential. `credential` are its fields, `own` other secret ones.
  private static func identity(
    of request: AttemptRequest, _ login: SessionLogin?, _ credential: HTTPFields, _ own: HTTPFields,
    isInURL: Bool,
    hasSecretURL: Bool, in cache: ResponseCache
  ) -> String? {
    var secrets = own.map { "\($0.name.canonicalName): \($0.value)" }
    if let login, !credential.isEmpty || isInURL {
      let identity = ResponseCache.name(of: login)
      if secrets.isEmpty, cache.identity == nil { return identity }
      secrets.append(identity)
    } else {
      // All that a credential adds is secret.
      for field in credential { secrets.append("\(field.name.canonicalName): \(field.value)") }
      if isInURL { secrets.append(request.head.path ?? "") }
    }
    // The key has the URL.
    if secrets.isEmpty, !hasSecretURL { return "" }
    if let own = cache.identity { return ResponseCache.named(own) }
    // Each request has another signature.
    if request.isSigned { return nil }
    return cache.identity(of: secrets)
  }
}

extension CacheKey {
  /// The fewest bytes of a secret that its digest does not reveal.
  private static let leastDigested = 16

  fileprivate init(
    _ url: String, of head: HTTPRequest, hasSecrets secrets: [String], _ separating: [HTTPField],
    own: String?,
    _ identity: String
  ) {
    let isWritten = !identity.isEmpty && !Self.isOfThisProcess(identity)
    let isSecret = isWritten && secrets.contains { $0.utf8.count < Self.leastDigested }
    var query = separating.map { "\($0.name.canonicalName): \($0.value)\n" }.joined()
    if isWritten, !query.isEmpty { query = "\(query.digest)\n" }
    self.init(
      url: isWritten && !isSecret && !secrets.isEmpty ? head.digestedCacheKey(of: url) : url,
      query: query + (own ?? ""), identity: identity, isSecret: isSecret)
  }
}

/// The fields that distinguish users.
struct UserFields: Sendable {
  let redaction: Redaction
  let credential: [HTTPField.Name]
  let queryItems: Set<String>
  let secretsOfURL: [String]
  let hasCredential: Bool
  let names: SeparatingNames

  /// Whether a field is part of the key's identity, so it selects no variants.
  func contains(_ name: HTTPField.Name) -> Bool { credential.contains(name) || redaction.isIdentity(name) }

  /// The fields that are part of the key's query, by name.
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

  /// A field whose sent value differs from that of the look-up.
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
  /// The field without the random boundary of a multipart body (RFC 2046, section 5.1.1).
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
