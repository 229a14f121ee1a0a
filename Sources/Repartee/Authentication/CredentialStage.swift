package import HTTPTypes
import ReparteeJSON

/// After the cookies, which a signature covers, and before the cache, whose responses belong to a user.
struct CredentialStage: Stage {
  @inline(__always)
  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse {
    let exchange = next.exchange
    var request = request
    if let authentication = exchange.outgoing.authentication {
      try await add(authentication, to: &request, in: exchange)
    }
    try exchange.begin(request)
    let response = try await next(request)
    guard let session = exchange.credential.session?.session, let head = response.networkHead,
      let limit = session.judgedBytes(of: head)
    else { return response }
    return await exchange.readingBeginning(of: response, upTo: limit)
  }

  private func add(
    _ authentication: Authentication, to request: inout AttemptRequest, in exchange: Exchange
  ) async throws(AttemptError) {
    let given = (request.head, request.body)
    exchange.credential.plain = request.head
    do throws(AttemptError) {
      try await put(authentication, on: &request, in: exchange)
      try request.checkCredential(after: given.0)
    } catch {
      // A failed credential may have set secrets: they are removed before the request can be shown.
      (request.head, request.body) = given
      exchange.credential.mask(authentication)
      exchange.note(request)
      throw error
    }
    exchange.credential.mask(authentication, set: request.head, on: given.0)
  }

  private func put(
    _ authentication: Authentication, on request: inout AttemptRequest, in exchange: Exchange
  ) async throws(AttemptError) {
    switch authentication.kind {
    case .off: break
    case .named(let name):
      throw .authentication(.noAuthentication(named: name))
    case .credential(let credential):
      do throws(AuthenticationError) { try credential.authenticate(&request) } catch {
        throw .authentication(error)
      }
    case .signing(let sign):
      request = try await request.signed(by: sign, within: exchange.callLimits.deadline)
    case .session(let session, let isOptional):
      while let run = try session.authenticate(&request, isOptional: isOptional, in: exchange) {
        // The error of the wait may quote the credential, and a refresh may replace it.
        exchange.credential.mask(authentication)
        try await session.wait(for: run, within: exchange.callLimits.deadline)
        exchange.credential.start.hasWaited = true
      }
    }
  }
}

extension AuthenticationError {
  static func noAuthentication(named name: String) -> AuthenticationError {
    AuthenticationError(.missing, message: "the client has no authentication of the name \"\(name)\"")
  }
}

extension AttemptRequest {
  func signed(
    by sign: @escaping @Sendable (inout AttemptRequest) async throws -> Void, within deadline: Deadline
  ) async throws(AttemptError) -> AttemptRequest {
    let (result, isLate) = await deadline.bound { () async -> Result<AttemptRequest, AuthenticationError> in
      var request = self
      do {
        try await sign(&request)
        return .success(request)
      } catch let error as AuthenticationError {
        return .failure(error)
      } catch {
        return .failure(
          AuthenticationError(.unusable, message: "the request could not be signed", underlying: error))
      }
    }
    if isLate || Task.isCancelled {
      let kind: TransportError.Kind = isLate ? .timedOut(deadline.timeout) : .cancelled
      throw .callOver(TransportError(kind, mayHaveBeenProcessed: false))
    }
    do throws(AuthenticationError) { return try result.get() } catch { throw .authentication(error) }
  }
}

package struct CredentialUse: Sendable {
  private(set) var redaction: Redaction
  package private(set) var queryItems: Set<String> = []
  var start = SessionStart()
  package var session: AuthenticatedSession?
  /// Without the credential.
  package var plain: HTTPRequest?

  init(redaction: Redaction) {
    self.redaction = redaction
  }

  fileprivate mutating func mask(
    _ authentication: Authentication, set head: HTTPRequest, on plain: HTTPRequest
  ) {
    redaction = redaction.masking(head, after: plain)
    redaction.source = CredentialSecrets(authentication, set: head, on: plain, after: redaction.source)
    guard head.path != plain.path else { return }
    let known = Set(plain.path.targetItems)
    for item in head.path.targetItems where !known.contains(item) { queryItems.insert(item.itemName) }
  }

  fileprivate mutating func mask(_ authentication: Authentication) {
    let credential: (any Credential)? =
      switch authentication.kind {
      case .credential(let credential): credential
      case .session(let session, _): session.anyCredential
      case .off, .named, .signing: nil
      }
    if let credential { redaction.source = CredentialSecrets(of: credential, after: redaction.source) }
  }
}

extension CallContext {
  func authentication(isOwnOrigin: Bool) -> Authentication? {
    if request.headers.replaces(.authorization) { return nil }
    let wanted: Authentication
    switch (request.authentication, client.authentication.kind) {
    case (let own?, _): wanted = own
    case (nil, .off): return nil
    case (nil, _):
      guard isOwnOrigin else { return nil }
      wanted = client.authentication
    }
    switch wanted.kind {
    case .off: return nil
    case .named(let name):
      guard let found = client.authentications[name] else { return wanted }
      guard isOwnOrigin else { return nil }
      return found
    case .credential, .signing, .session: return wanted
    }
  }
}

extension Client {
  func showCredential(_ authentication: Authentication?, on attempt: inout AttemptRequest) -> Redaction {
    let credential: (any Credential)?
    switch authentication?.kind {
    case nil, .off: return redaction
    case .credential(let own): credential = own
    case .session(let session, let isOptional):
      credential = session.anyCredential
      if isOptional, credential == nil, case .signedOut = session.state { return redaction }
    case .named, .signing: credential = nil
    }
    let given = attempt
    if let credential, let authentication, (try? credential.authenticate(&attempt)) != nil {
      var shown = redaction.masking(attempt.head, after: given.head)
      shown.source = CredentialSecrets(
        authentication, set: attempt.head, on: given.head, after: redaction.source)
      return shown
    }
    attempt = given
    attempt.headers[.authorization] = Redaction.mask
    return redaction
  }
}

extension AttemptRequest {
  func checkCredential(after before: HTTPRequest) throws(AttemptError) {
    guard hasOrigin(of: before),
      !head.headerFields.contains(where: { Self.namesOfFraming.contains($0.name) })
    else {
      throw .authentication(
        AuthenticationError(
          .unusable,
          message:
            "a credential can't change where a request goes, nor Host, Content-Length and Transfer-Encoding"))
    }
  }
}

extension Redaction {
  fileprivate func masking(_ head: HTTPRequest, after before: HTTPRequest) -> Redaction {
    var names: [String] = []
    let old = before.headerFields
    for (index, field) in head.headerFields.enumerated() {
      // An unchanged field usually has the same index.
      guard field.name != .authorization else { continue }
      if index < old.count && old[index] == field || old.contains(field) { continue }
      guard !Self.shownOfCredentials.contains(field.name), !isSecret(field.name) else { continue }
      names.append(field.name.rawName)
    }
    if head.path != before.path {
      let known = Set(before.path.targetItems)
      for item in head.path.targetItems where !known.contains(item) {
        let name = item.itemName
        // The value may be short, and the name an everyday word.
        if item.itemValue == nil || !isSecret(name, value: [], isItem: true) { names.append(name) }
      }
    }
    return names.isEmpty ? self : union(Redaction(adding: names))
  }

  /// A signature covers them; they are not secret.
  static let shownOfCredentials: [HTTPField.Name] =
    [.date] + ["Digest", "Content-Digest", "X-Amz-Date"].compactMap { HTTPField.Name($0) }
}
