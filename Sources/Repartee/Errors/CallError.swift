/// The error of a failed call.
///
/// ```swift
/// do {
///   let user = try await client.send(GetUser(id: 7))
/// } catch {  // CallError<UserError>: no cast
///   switch error.reason {  // no default branch
///   // a failure that the endpoint declares
///   case .declared(.notFound): …
///   case .declared(.rejected(let problem)): …
///   // a status the endpoint does not declare
///   case .undeclared: …
///   // declared, but the body did not fit
///   case .undecodable(let failure): …
///   // no usable response: offline, timeout, cancelled
///   case .transport(let error): …
///   // no credential that the API takes
///   case .authentication(let error): …
///   // could not be built; nothing was sent
///   case .request(let error): …
///   }
/// }
/// ```
///
/// The other properties are independent of the reason. `description` is one line with the path's template, without
/// secrets and without values of a declared body; ``report`` has all details.
public struct CallError<Failure: Error>: CallErrorProtocol {
  /// The reasons why a call fails: six, or five where the endpoint declares no failure (`Failure == Never`). No cases
  /// will be added.
  public enum Reason: Sendable {
    /// A failure that the endpoint declares.
    case declared(Failure)
    /// A status code that the endpoint does not declare; ``CallError/response`` has its whole body.
    case undeclared
    /// A declared status code whose body can't be decoded as declared; ``CallError/response`` has the bytes.
    case undecodable(BodyDecodingError)
    /// No usable response. If the body failed, ``CallError/response`` has the head and the received part of the body.
    case transport(TransportError)
    /// There is no credential that the API accepts: none exists, or it can't be refreshed.
    case authentication(AuthenticationError)
    /// The request could not be built; nothing was sent.
    case request(RequestError)
  }

  // The reason is stored in the error itself: a generic error whose size does not depend on its generic parameter is
  // lost when it is thrown through an asynchronous function in a build without optimization (Swift 6.3). Everything
  // else is behind one reference, because each function that throws the error reserves space for it in its frame.

  /// The reason of the failure.
  public let reason: Reason
  private let record: CallRecord

  /// The method and the path's template, also if the request could not be built.
  public var call: String { record.call }
  /// The request as it was sent; nil if it could not be built.
  public var request: SentRequest? { record.request }
  /// The response, as far as it was received; nil if none was.
  public var response: Response? { record.response }
  /// All attempts, in order; empty if nothing was sent.
  public var attempts: [Attempt] { record.attempts }
  public var retryability: Retryability? { record.retryability }
  /// The content types that are declared for the response's status code, if the response has another one.
  var declaredTypes: [MediaRange] { record.declaredTypes }

  /// Creates an error, for tests of your own code.
  public init(
    _ reason: Reason, call: String? = nil, request: SentRequest? = nil, response: Response? = nil,
    attempts: [Attempt] = []
  ) {
    self.init(
      reason,
      CallRecord(call: call, request: request, response: response, attempts: attempts, retryability: nil))
  }

  init(_ reason: Reason, _ record: CallRecord) {
    self.reason = record.request.map(reason.masked(for:)) ?? reason
    self.record = record
  }

  /// Returns an error of the same call with another reason.
  func replacing<Other: Error>(_ reason: CallError<Other>.Reason) -> CallError<Other> {
    CallError<Other>(reason, record)
  }

  public var summary: String {
    switch reason {
    case .declared(let failure): "a declared failure (\(shown(failure)))"
    case .undeclared where declaredTypes.isEmpty: "an undeclared status"
    case .undeclared:
      "an undeclared content type; declared for this status: "
        + declaredTypes.map(\.description).joined(separator: ", ")
    case .undecodable(let failure): unfitness(failure)
    case .transport(let error) where error.kind.isOfRedirect: "\(error)"
    case .transport(let error): response == nil ? "no response: \(error)" : "no whole response: \(error)"
    case .authentication(let error): "not authenticated: \(error)"
    case .request(let error): "not sent: \(error)"
    }
  }

  public var cause: CallError<any Error>.Reason {
    switch reason.separated {
    case .failure(let declared): .declared(declared)
    case .success(let reason): reason.withFailure()
    }
  }

  public var _seal: _CallErrorSeal { _CallErrorSeal() }

  public var transportError: TransportError? {
    if case .transport(let error) = reason { error } else { nil }
  }

  public var decodingError: BodyDecodingError? {
    if case .undecodable(let failure) = reason { failure } else { nil }
  }

  /// The declared failure, if that is the reason.
  public var declared: Failure? {
    if case .declared(let failure) = reason { failure } else { nil }
  }

  /// The type of a failure, with the failure's name if it has one: `UserError.notFound`.
  private func shown(_ failure: any Error) -> String {
    let type = "\(Swift.type(of: failure))"
    return failureName.map { "\(type).\($0)" } ?? type
  }

  /// `502 Bad Gateway, text/html, 100 kB, where Problem was declared: expected a value, found '<'`.
  private func unfitness(_ failure: BodyDecodingError) -> String {
    let claim = failure.kind == .corrupted ? response?.brokenClaim.map { "; \($0)" } ?? "" : ""
    guard let response, let type = failure.typeName else { return "undecodable: \(failure)\(claim)" }
    return "\(response), where `\(type)` was declared: \(failure.placeAndMessage)\(claim)"
  }

  public var underlying: (any Error)? {
    switch reason {
    case .declared(let failure): failure
    case .undeclared: nil
    case .undecodable(let failure): failure
    case .transport(let error): error
    case .authentication(let error): error
    case .request(let error): error
    }
  }
}

extension CallError.Reason {
  /// Returns the same reason without the values of the request's credential, which a server may have echoed.
  fileprivate func masked(for request: SentRequest) -> Self {
    guard request.hasCredential else { return self }
    switch self {
    case .undecodable(let failure): return .undecodable(failure.masked(by: request.redaction))
    case .transport(let error): return .transport(error.masked { request.redaction })
    case .authentication(let error): return .authentication(error.masked(by: request.redaction))
    case .declared, .undeclared, .request: return self
    }
  }
}

/// The properties of an error besides its reason.
final class CallRecord: Sendable {
  let call: String
  let request: SentRequest?
  let response: Response?
  let attempts: [Attempt]
  let retryability: Retryability?
  let declaredTypes: [MediaRange]

  init(
    call: String?, request: SentRequest?, response: Response?, attempts: [Attempt],
    retryability: Retryability?,
    declaredTypes: [MediaRange] = []
  ) {
    self.call = call ?? request?.description ?? "a request"
    self.request = request
    self.response = response
    self.attempts = attempts
    self.retryability = retryability
    self.declaredTypes = declaredTypes
  }
}
