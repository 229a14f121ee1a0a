/// Why a call failed.
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
/// The other properties say the same things whatever the reason. `description` is one line without secrets,
/// without values from the body and with the path's template; ``report`` tells everything.
public struct CallError<Failure: Error>: CallFailure {
  /// The six ways in which a call fails; five where the endpoint declares no failure (`Failure == Never`). There will
  /// be no other.
  public enum Reason: Sendable {
    /// A failure that the endpoint declares.
    case declared(Failure)
    /// A status the endpoint does not declare; ``CallError/response`` has it with its whole body.
    case undeclared
    /// A declared status whose body did not fit; ``CallError/response`` has the bytes.
    case undecodable(DecodingFailure)
    /// No usable response. ``CallError/response`` has the head and what came of the body if it broke there.
    case transport(TransportError)
    /// There is no credential that the API takes: none is there, or it can't be refreshed.
    case authentication(AuthenticationError)
    /// The request could not be built, and nothing was sent.
    case request(RequestError)
  }

  // The reason stands in the error itself: a generic error whose size does not depend on its parameter is lost on its
  // way through an asynchronous function, where nothing is optimized (Swift 6.3). All else is one word: each function
  // that throws the error has a place for it in its frame.

  /// Why.
  public let reason: Reason
  private let record: CallRecord

  /// Which call it was: the method and the path's template, also when the request could not be built.
  public var call: String { record.call }
  /// The request as it was sent; nil if it could not be built.
  public var request: SentRequest? { record.request }
  /// The response, as far as it came; nil if none did.
  public var response: Response? { record.response }
  /// Every attempt, the last one last; empty if nothing was sent.
  public var attempts: [Attempt] { record.attempts }
  public var transience: Transience? { record.transience }
  /// The content types that are declared for the response's status, where none of them came.
  var declaredTypes: [MediaRange] { record.declaredTypes }

  /// An error, for tests of your own code.
  public init(
    _ reason: Reason, call: String? = nil, request: SentRequest? = nil, response: Response? = nil,
    attempts: [Attempt] = []
  ) {
    self.init(
      reason,
      CallRecord(call: call, request: request, response: response, attempts: attempts, transience: nil))
  }

  init(_ reason: Reason, _ record: CallRecord) {
    self.reason = reason
    self.record = record
  }

  /// The same call, failed for another reason.
  func replacing<Other: Error>(_ reason: CallError<Other>.Reason) -> CallError<Other> {
    CallError<Other>(reason, record)
  }

  public var summary: String {
    switch reason {
    case .declared: "a declared failure (\(Failure.self))"
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

  public var _seal: _CallFailureSeal { _CallFailureSeal() }

  public var transportError: TransportError? {
    if case .transport(let error) = reason { error } else { nil }
  }

  public var decodingFailure: DecodingFailure? {
    if case .undecodable(let failure) = reason { failure } else { nil }
  }

  /// The declared failure, if that is the reason.
  public var declared: Failure? {
    if case .declared(let failure) = reason { failure } else { nil }
  }

  /// `502 Bad Gateway, text/html, 100 kB, where Problem was declared: expected a value, found '<'`.
  private func unfitness(_ failure: DecodingFailure) -> String {
    guard let response, let type = failure.typeName else { return "undecodable: \(failure)" }
    return "\(response), where `\(type)` was declared: \(failure.placeAndMessage)"
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

/// What an error knows of its call beside its reason.
final class CallRecord: Sendable {
  let call: String
  let request: SentRequest?
  let response: Response?
  let attempts: [Attempt]
  let transience: Transience?
  let declaredTypes: [MediaRange]

  init(
    call: String?, request: SentRequest?, response: Response?, attempts: [Attempt], transience: Transience?,
    declaredTypes: [MediaRange] = []
  ) {
    self.call = call ?? request?.description ?? "a request"
    self.request = request
    self.response = response
    self.attempts = attempts
    self.transience = transience
    self.declaredTypes = declaredTypes
  }
}
