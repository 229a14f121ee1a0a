/// The error of a failed call.
///
/// ```swift
/// do {
///   let user = try await client.send(GetUser(id: 7))
/// } catch {  // CallError<UserError>: no cast
///   switch error.reason {  // no default branch
///   case .declared(.notFound): …
///   case .declared(.rejected(let problem)): …
///   case .undeclared: …
///   case .undecodable(let failure): …
///   case .transport(let error): …
///   case .authentication(let error): …
///   case .request(let error): …
///   }
/// }
/// ```
public struct CallError<Failure: Error>: CallErrorProtocol {
  /// The reasons why a call fails: six, or five if `Failure` is `Never`. No cases will be added.
  public enum Reason: Sendable {
    /// A failure that the endpoint declares.
    case declared(Failure)
    /// A status code or content type that the endpoint does not declare; ``CallError/response`` has the whole body.
    case undeclared
    /// A body that does not fit its declaration; ``CallError/response`` has its bytes.
    case undecodable(BodyDecodingError)
    /// No usable response; ``CallError/response`` has the received part.
    case transport(TransportError)
    /// No credential that the API accepts.
    case authentication(AuthenticationError)
    /// The request could not be built; nothing was sent.
    case request(RequestError)
  }

  // Stored here: without optimization, a generic error whose size does not depend on its parameter is lost when it is
  // thrown through an asynchronous function (Swift 6.3). The rest is one reference: each throwing function reserves
  // space for the error in its frame.

  /// The reason of the failure.
  public let reason: Reason
  let record: CallRecord

  public var call: String { record.call }
  public var request: SentRequest? { record.request }
  public var response: Response? { record.response }
  public var attempts: [Attempt] { record.attempts }
  public var retryability: Retryability? { record.retryability }
  /// The types declared for the status code, if the response has another.
  var declaredTypes: [MediaRange] { record.declaredTypes }

  /// Creates an error for tests.
  public init(
    _ reason: Reason, call: String? = nil, request: SentRequest? = nil, response: Response? = nil,
    attempts: [Attempt] = []
  ) {
    self.init(
      reason,
      CallRecord(
        call: call, request: request, response: response, attempts: attempts,
        retryability: response.flatMap { Retryability(status: $0.status.code) }))
  }

  init(_ reason: Reason, _ record: CallRecord) {
    self.init(masked: record.request.map(reason.masked(for:)) ?? reason, record)
  }

  @inline(__always)
  init(masked reason: consuming Reason, _ record: CallRecord) {
    self.reason = reason
    self.record = record
  }

  func replacing<Other: Error>(_ reason: CallError<Other>.Reason) -> CallError<Other> {
    CallError<Other>(reason, record)
  }

  public var summary: String {
    switch reason {
    case .declared(let failure): "a declared failure (\(shown(failure)))"
    case .undeclared where response.map { $0.request.isUnaskedPart($0.status) } ?? false:
      "a part of the resource, for which the request did not ask"
    case .undeclared where declaredTypes.isEmpty: "an undeclared status"
    case .undeclared:
      "an undeclared content type; declared for this status: "
        + declaredTypes.map(\.description).joined(separator: ", ")
    case .undecodable(let failure): mismatchText(failure)
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

  private func shown(_ failure: any Error) -> String {
    let type = "\(Swift.type(of: failure))"
    return failureName.map { "\(type).\($0)" } ?? type
  }

  /// `502 Bad Gateway, text/html, 100 kB, where Problem was declared: expected a value, found '<'`.
  private func mismatchText(_ failure: BodyDecodingError) -> String {
    let contentType = failure.kind == .corrupted ? response?.wrongContentType.map { "; \($0)" } ?? "" : ""
    guard let response, let type = failure.typeName else { return "undecodable: \(failure)\(contentType)" }
    return "\(response), where `\(type)` was declared: \(failure.placeAndMessage)\(contentType)"
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
  /// A server may have quoted the credential.
  fileprivate func masked(for request: SentRequest) -> Self {
    switch self {
    case .undecodable(let failure):
      let redaction = request.redaction
      return redaction.hidesValues ? .undecodable(failure.masked(by: redaction)) : self
    case .transport(let error): return .transport(error.masked { request.redaction })
    case .authentication(let error): return .authentication(error.masked(by: request.redaction))
    case .declared, .undeclared, .request: return self
    }
  }
}

final class CallRecord: Sendable {
  static let none = CallRecord(call: nil, request: nil, response: nil, attempts: [], retryability: nil)

  private let named: String?
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
    named = call
    self.request = request
    self.response = response
    self.attempts = attempts
    self.retryability = retryability
    self.declaredTypes = declaredTypes
  }

  func ruled(_ retryability: Retryability) -> CallRecord {
    CallRecord(
      call: named, request: request, response: response, attempts: attempts, retryability: retryability,
      declaredTypes: declaredTypes)
  }

  var call: String { named ?? request?.description ?? "a request" }
}

extension CallError.Reason {
  var separated: Result<CallError<Never>.Reason, Failure> {
    switch self {
    case .declared(let failure): .failure(failure)
    case .undeclared: .success(.undeclared)
    case .undecodable(let failure): .success(.undecodable(failure))
    case .transport(let error): .success(.transport(error))
    case .authentication(let error): .success(.authentication(error))
    case .request(let error): .success(.request(error))
    }
  }
}

extension CallError<Never>.Reason {
  package func withFailure<Declared: Error>() -> CallError<Declared>.Reason {
    switch self {
    case .undeclared: .undeclared
    case .undecodable(let failure): .undecodable(failure)
    case .transport(let error): .transport(error)
    case .authentication(let error): .authentication(error)
    case .request(let error): .request(error)
    }
  }
}
