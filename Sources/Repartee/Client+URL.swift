import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Client {
  /// Returns a request's URL with the query items of its authentication; sends nothing.
  ///
  /// ```swift
  /// let link = try await client.url(for: Download(key: key)) {
  ///   $0.authentication = .presigned(keys, for: .seconds(600))
  /// }
  /// ```
  ///
  /// The URL is not masked: whoever has it can send the request. A session's credential is used even if it has expired.
  /// Changes by middleware are left out.
  ///
  /// - Throws: A ``CallError`` without attempts, or ``Endpoint/Thrown``; its reason is `request`, `authentication`, or
  ///   `transport` if a signing function is cancelled or takes too long.
  public nonisolated(nonsending) func url<E: ResourceConvertible>(
    for endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> URL {
    let resource = endpoint.resource(adjusting)
    do throws(CallError<E.Failure>) { return try await url(of: resource) } catch { throw E.Thrown(error) }
  }

  private func url<Output, Failure>(
    of resource: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> URL {
    let call = resource.request.description
    let scope: AttemptScope
    do throws(RequestError) { scope = try unsent(resource) } catch {
      throw CallError(.request(error), call: call)
    }
    let outgoing = scope.outgoing
    let given = AttemptRequest(scope)
    var attempt = given
    do throws(AttemptError) {
      try await put(outgoing.authentication, on: &attempt, within: scope.context.limits.deadline)
      try attempt.checkCredential(after: given.head)
    } catch {
      let sent = SentRequest(
        given, to: outgoing.url, redaction: self.redaction.masking(outgoing.authentication))
      throw CallError(CallError.Reason(error.reason), call: call, request: sent)
    }
    let text = attempt.head.urlText
    // `URL` escapes invalid characters, and the signature would not fit.
    guard let url = URL(string: text), url.absoluteString.hasSameBytes(as: text) else {
      let error = RequestError(.url, "the authentication made a URL that `URL` can't hold unchanged")
      throw CallError(.request(error), call: call)
    }
    return url
  }

  /// The request as it would be sent, without body and credential.
  package func unsentRequest<Output, Failure>(
    of resource: Resource<Output, Failure>
  ) throws(RequestError) -> SentRequest {
    var resource = resource
    resource.request.body = .none
    let scope = try unsent(resource)
    return SentRequest(AttemptRequest(scope), to: scope.outgoing.url, redaction: redaction)
  }

  /// The sender of the request, if the request as sent does not identify it, since a token may be refreshed and a
  /// signature has a date: the account of a session, "" for a signature and a token of a
  /// function. Otherwise nil.
  package func sender<Output, Failure>(
    of resource: Resource<Output, Failure>
  ) throws(RequestError) -> String? {
    var resource = resource
    resource.request.body = .none
    switch try unsent(resource).outgoing.authentication?.kind {
    case .signing: return ""
    case .source(let source, _):
      guard let logins = source.logins else { return "" }
      return logins.account
    case .credential, .named, .off, nil: return nil
    }
  }

  private func put(
    _ authentication: Authentication?, on attempt: inout AttemptRequest, within deadline: Deadline
  ) async throws(AttemptError) {
    guard let authentication, !authentication.isLeftOut else { return }
    switch authentication.kind {
    case .named(let name): throw AttemptError(.authentication(.noAuthentication(named: name)))
    case .signing(let sign):
      attempt = try await attempt.signed(by: sign, within: deadline)
    // It is in a header field.
    case .source(let source, _) where source.logins == nil: break
    case .off, .credential, .source:
      do throws(AuthenticationError) {
        guard let credential = authentication.credential else { throw AuthenticationError(.missing) }
        try credential.authenticate(&attempt)
      } catch {
        throw AttemptError(.authentication(error))
      }
    }
  }
}
