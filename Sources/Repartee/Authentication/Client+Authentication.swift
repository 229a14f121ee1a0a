import HTTPTypes
import ReparteeJSON

/// A session, and the ticket of the credential that a request was sent with.
struct AuthenticatedSession: Sendable {
  let session: any SessionOfAnyCredential
  let ticket: SessionTicket

  /// Records that the cache may have responses that belong to this login.
  func noteResponses(in cache: ResponseCache, of identity: String) {
    session.noteResponses(in: cache, of: identity, ticket)
  }

  /// The identity that stored responses of this login belong to.
  var cacheIdentity: String { session.cacheIdentity(of: ticket) }

  /// Whether the login of the request is still the current one.
  var isCurrent: Bool { session.isCurrent(ticket) }

  /// Returns whether to send the request again with another credential.
  func received(
    _ response: JudgedResponse, canRenew: Bool, of call: SessionCall, for client: Client
  ) -> Bool {
    session.received(response, with: ticket, canRenew: canRenew, of: call, for: client)
  }

  func renew(
    _ head: HTTPResponse, of call: SessionCall, for client: Client, within deadline: Deadline
  ) async throws(CallEnding) {
    try await session.renew(after: ticket, head, of: call, for: client, within: deadline)
  }
}

/// Whether an attempt has its credential, or what it has to wait for.
enum CredentialStep {
  enum Awaited {
    case signature(@Sendable (inout AttemptRequest) async throws -> Void)
    /// A run of a session that loads or refreshes its credential.
    case run(UInt64, any SessionOfAnyCredential)
  }

  case ready(AuthenticatedSession?)
  case awaits(Awaited)
}

extension Client {
  /// Returns the authentication of a request; nil if it has none.
  ///
  /// - Parameter isOwnOrigin: Whether the request goes to the origin that the client's own credentials belong to.
  func authentication(of request: borrowing Request, isOwnOrigin: Bool) -> Authentication? {
    // The request sets its own field, or removes it.
    if request.headers.replaces(.authorization) { return nil }
    let wanted: Authentication
    switch (request.authentication, authentication.method) {
    case (let own?, _): wanted = own
    case (nil, .off): return nil
    case (nil, _):
      guard isOwnOrigin else { return nil }
      wanted = authentication
    }
    switch wanted.method {
    case .off: return nil
    case .named(let name):
      guard let found = authentications[name] else { return wanted }
      // Named authentications also belong to the client's origin.
      guard isOwnOrigin else { return nil }
      return found
    case .credential, .signing, .session: return wanted
    }
  }

  /// Adds the credential to an attempt if it is available at once.
  @inline(never) func authenticate(
    _ attempt: inout AttemptRequest, in loop: inout AttemptLoop
  ) throws(CallEnding) -> CredentialStep {
    guard let authentication = loop.outgoing.request.authentication else { return .ready(nil) }
    // Nothing says whether what a failed credential has set is secret, so it is removed before the request can be
    // shown.
    let given = (attempt.head, attempt.body)
    do throws(CallEnding) {
      let step = try put(authentication, on: &attempt, in: &loop)
      switch step {
      case .ready: try settle(attempt, by: authentication, after: given.0, in: &loop)
      case .awaits: noteSecrets(of: authentication, in: &loop)
      }
      return step
    } catch {
      (attempt.head, attempt.body) = given
      noteSecrets(of: authentication, in: &loop)
      throw error
    }
  }

  /// Waits for a credential and adds it to an attempt.
  func authenticate(
    _ attempt: inout AttemptRequest, in loop: inout AttemptLoop, after what: CredentialStep.Awaited
  ) async throws(CallEnding) -> AuthenticatedSession? {
    var what = what
    while true {
      switch what {
      case .signature(let sign):
        let signed = try await signed(
          attempt, by: sign, within: loop.limits.deadline,
          mayHaveBeenProcessed: loop.earlier.contains(where: \.mayHaveBeenProcessed))
        if let authentication = loop.outgoing.request.authentication {
          try settle(signed, by: authentication, after: attempt.head, in: &loop)
        }
        attempt = signed
        return nil
      case .run(let run, let session):
        try await session.wait(for: run, within: loop.limits.deadline)
        loop.sessionStart.hasWaited = true
        switch try authenticate(&attempt, in: &loop) {
        case .ready(let session): return session
        case .awaits(let next): what = next
        }
      }
    }
  }

  /// Checks the changes that a credential made to an attempt, and masks them where the attempt is shown.
  private func settle(
    _ attempt: AttemptRequest, by authentication: Authentication, after given: HTTPRequest,
    in loop: inout AttemptLoop
  ) throws(CallEnding) {
    try attempt.checkCredential(after: given)
    loop.redaction = loop.redaction.masking(attempt.head, after: given)
    loop.redaction.source = CredentialSecrets(
      authentication, set: attempt.head, on: given, after: loop.redaction.source)
  }

  /// Masks the secrets of a session's current credential where the attempt is shown: a refresh may replace it, or its
  /// error may quote it.
  @inline(never) private func noteSecrets(of authentication: Authentication, in loop: inout AttemptLoop) {
    let credential: (any Credential)? =
      switch authentication.method {
      case .credential(let credential): credential
      case .session(let session, _): session.anyCredential
      case .off, .named, .signing: nil
      }
    if let credential {
      loop.redaction.source = CredentialSecrets(of: credential, after: loop.redaction.source)
    }
  }

  private func put(
    _ authentication: Authentication, on attempt: inout AttemptRequest, in loop: inout AttemptLoop
  ) throws(CallEnding) -> CredentialStep {
    switch authentication.method {
    case .off: return .ready(nil)
    case .named(let name):
      throw .authentication(
        AuthenticationError(.missing, message: "the client has no authentication of the name \"\(name)\""))
    case .credential(let credential):
      do throws(AuthenticationError) { try credential.authenticate(&attempt) } catch {
        throw .authentication(error)
      }
      return .ready(nil)
    case .signing(let sign): return .awaits(.signature(sign))
    case .session(let session, let isOptional):
      return try session.authenticate(
        &attempt, isOptional: isOptional, of: SessionCall(loop), for: self, since: &loop.sessionStart)
    }
  }

  /// Adds the credential to an attempt that is only shown, or a masked field if the credential is not available.
  /// Returns what to mask.
  func showCredential(_ authentication: Authentication?, on attempt: inout AttemptRequest) -> Redaction {
    let credential: (any Credential)?
    switch authentication?.method {
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

  private func signed(
    _ attempt: AttemptRequest,
    by sign: @escaping @Sendable (inout AttemptRequest) async throws -> Void,
    within deadline: Deadline, mayHaveBeenProcessed: Bool
  ) async throws(CallEnding) -> AttemptRequest {
    let (result, isLate) = await deadline.bound { () async -> Result<AttemptRequest, AuthenticationError> in
      var attempt = attempt
      do {
        try await sign(&attempt)
        return .success(attempt)
      } catch let error as AuthenticationError {
        return .failure(error)
      } catch {
        return .failure(
          AuthenticationError(.unusable, message: "the request could not be signed", underlying: error))
      }
    }
    if isLate || Task.isCancelled {
      let kind: TransportError.Kind = isLate ? .timedOut(deadline.timeout) : .cancelled
      throw .transport(TransportError(kind, mayHaveBeenProcessed: mayHaveBeenProcessed))
    }
    do throws(AuthenticationError) { return try result.get() } catch { throw .authentication(error) }
  }
}

extension AttemptRequest {
  /// Checks the changes that a credential made to a request.
  fileprivate func checkCredential(after before: HTTPRequest) throws(CallEnding) {
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
  /// Returns this redaction, which also masks the fields and query items that a credential has set.
  fileprivate func masking(_ head: HTTPRequest, after before: HTTPRequest) -> Redaction {
    var names: [String] = []
    let old = before.headerFields
    for (index, field) in head.headerFields.enumerated() {
      // An unchanged field usually has the same index, or another one if a field before it was replaced.
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

  /// Fields that a signature covers, but that are not secret.
  static let shownOfCredentials: [HTTPField.Name] =
    [.date] + ["Digest", "Content-Digest", "X-Amz-Date"].compactMap { HTTPField.Name($0) }
}
