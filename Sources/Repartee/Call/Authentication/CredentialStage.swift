import HTTPTypes
import ReparteeJSON

/// Adds the credential: after the cookies, which a signature covers, and before the cache, whose responses belong to a
/// user.
struct CredentialStage: Stage {
  @inline(__always)
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var (request, use) = (request, CredentialUse(request.scope.carried))
    let plain = request.head
    if let authentication = request.scope.outgoing.authentication {
      try await use.add(authentication, to: &request)
    }
    let start = try begin(&request, plain, use)
    do throws(AttemptError) {
      var response = try await next.send(request)
      response.start = start
      guard let session = start.session?.session, let head = response.networkHead,
        let limit = session.judgedBytes(of: head)
      else { return response }
      return await response.readingPrefix(upTo: limit, within: start.limits.deadline)
    } catch {
      throw error.with(start)
    }
  }

  /// The attempt's time begins here.
  private func begin(
    _ request: inout AttemptRequest, _ plain: HTTPRequest, _ use: CredentialUse
  ) throws(AttemptError) -> AttemptStart {
    let context = request.scope.context
    let limits = context.limits.limited(to: context.retryPolicy.attemptTimeout)
    let start = AttemptStart(request, plain, use.carried, use.session, within: limits)
    request.start = start
    func fail(_ error: TransportError) -> AttemptError { AttemptError(.transport(error), start: start) }
    if Task.isCancelled { throw fail(TransportError(.cancelled, mayHaveBeenProcessed: false)) }
    // The body would be cut off or empty.
    if request.body?.isConsumed == true { throw fail(TransportError(.bodyConsumed)) }
    if context.limits.deadline.isOver {
      throw fail(TransportError(.timedOut(context.limits.deadline.timeout), mayHaveBeenProcessed: false))
    }
    return start
  }
}

/// What an attempt makes of its credential.
private struct CredentialUse: Sendable {
  var carried: Carried
  var session: AuthenticatedSession?

  init(_ carried: Carried) { self.carried = carried }

  mutating func add(
    _ authentication: Authentication, to request: inout AttemptRequest
  ) async throws(AttemptError) {
    let given = (request.head, request.body)
    do throws(AttemptError) {
      try await put(authentication, on: &request)
      try request.checkCredential(after: given.0)
    } catch {
      // A failed credential may have set secrets: they are removed before the request can be shown.
      (request.head, request.body) = given
      carried.redaction = carried.redaction.masking(authentication)
      let limits = request.scope.context.limits
      throw error.with(AttemptStart(request, given.0, carried, session, within: limits))
    }
    mask(authentication, set: request.head, on: given.0)
  }

  private mutating func put(
    _ authentication: Authentication, on request: inout AttemptRequest
  ) async throws(AttemptError) {
    let deadline = request.limits.deadline
    switch authentication.kind {
    case .off: break
    case .named(let name): throw AttemptError(.authentication(.noAuthentication(named: name)))
    case .credential(let credential):
      do throws(AuthenticationError) { try credential.authenticate(&request) } catch {
        throw AttemptError(.authentication(error))
      }
    case .signing(let sign): request = try await request.signed(by: sign, within: deadline)
    case .source(let source, let isOptional):
      try await put(source, isOptional: isOptional, of: authentication, on: &request)
    }
  }

  private mutating func put(
    _ source: any CredentialSource, isOptional: Bool, of authentication: Authentication,
    on request: inout AttemptRequest
  ) async throws(AttemptError) {
    while true {
      switch try source.authenticate(&request, isOptional: isOptional, &carried.session) {
      case .authenticated(let own):
        session = own
        return
      case .wait(let run):
        // The error of the wait may quote the credential, and a refresh may replace it.
        carried.redaction = carried.redaction.masking(authentication)
        try await source.wait(for: run, within: request.limits.deadline)
        carried.session.hasWaited = true
      }
    }
  }

  private mutating func mask(
    _ authentication: Authentication, set head: HTTPRequest, on plain: HTTPRequest
  ) {
    carried.redaction = carried.redaction.masking(head, after: plain)
    carried.redaction.source = CredentialSecrets(
      authentication, set: head, on: plain, after: carried.redaction.source)
    guard head.path != plain.path else { return }
    let known = Set(plain.path.targetItems)
    for item in head.path.targetItems where !known.contains(item) {
      carried.queryItems.insert(item.itemName)
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
      throw AttemptError(.callOver(TransportError(kind, mayHaveBeenProcessed: false)))
    }
    do throws(AuthenticationError) { return try result.get() } catch {
      throw AttemptError(.authentication(error))
    }
  }
}

extension AttemptRequest {
  func checkCredential(after before: HTTPRequest) throws(AttemptError) {
    guard hasOrigin(of: before),
      !head.headerFields.contains(where: { Self.namesOfFraming.contains($0.name) })
    else {
      throw AttemptError(
        .authentication(
          AuthenticationError(
            .unusable,
            message: "a credential can't change where a request goes, nor Host, Content-Length and "
              + "Transfer-Encoding")))
    }
  }
}

extension Redaction {
  /// Also masks the credential itself, whatever it sets.
  func masking(_ authentication: Authentication?) -> Redaction {
    guard let credential = authentication?.credential else { return self }
    var copy = self
    copy.source = CredentialSecrets(of: credential, after: source)
    return copy
  }

  func masking(_ head: HTTPRequest, after before: HTTPRequest) -> Redaction {
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

  /// Fields that signing sets, and that are not secret.
  static let shownOfCredentials: [HTTPField.Name] =
    [.date] + ["Digest", "Content-Digest", "X-Amz-Date"].compactMap { HTTPField.Name($0) }
}
