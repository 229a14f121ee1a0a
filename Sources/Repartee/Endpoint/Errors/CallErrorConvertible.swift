/// An error type that `send` can throw for endpoints whose declared failure is `Failure`.
///
/// An application with one error type, also as the declared failure, makes it from every reason in one `switch`:
///
/// ```swift
/// extension AppError: CallErrorConvertible {
///   init(_ error: CallError<AppError>) {
///     switch error.reason {
///     case .declared(let failure): self = failure
///     case .transport(let reason) where reason.isOffline:
///       self = .offline
///     case .transport, .undeclared, .undecodable,
///       .authentication, .request:
///       self = .broken(error.summary)
///     }
///   }
/// }
///
/// protocol AppEndpoint: Endpoint
/// where Failure == AppError, Thrown == AppError {}
/// ```
public protocol CallErrorConvertible<Failure>: Error {
  /// The declared failure of the endpoints.
  associatedtype Failure: Error

  /// Creates the error to throw for `error`, which has the reason, the request, the received part of the response and
  /// the attempts.
  init(_ error: CallError<Failure>)
}

extension CallError: CallErrorConvertible {
  public init(_ error: CallError<Failure>) { self = error }
}
