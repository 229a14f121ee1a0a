/// An error type that `send` can throw for endpoints whose declared failure is `Failure`.
///
/// An application with one error type conforms it to this and to ``TransportFailureRepresentable``, and declares:
///
/// ```swift
/// protocol AppEndpoint: Endpoint
/// where Failure == AppError, Thrown == AppError {}
/// ```
public protocol CallErrorConvertible<Failure>: Error {
  /// The declared failure of the endpoints.
  associatedtype Failure: Error

  /// Creates the error to throw for `error`.
  init(_ error: CallError<Failure>)
}

extension CallError: CallErrorConvertible {
  public init(_ error: CallError<Failure>) { self = error }
}

/// An error type for every ``NonDeclaredReason`` of a failed call.
public protocol TransportFailureRepresentable: Error {
  /// Creates the error of a call without a usable response; `response` is the received part.
  init(transportFailure: NonDeclaredReason, response: Response?)
}

/// An error type with an initializer for a body that did not fit.
public protocol DecodingErrorRepresentable: TransportFailureRepresentable {
  /// Creates the error of a body that did not fit, in place of
  /// ``TransportFailureRepresentable/init(transportFailure:response:)``.
  init(decodingError: BodyDecodingError, response: Response)
}

/// A reason of a ``CallError`` other than ``CallError/Reason/declared(_:)``.
///
/// ```swift
/// switch transportFailure {
/// case .undeclared: …  // a status the endpoint does not declare
/// case .undecodable(let failure): …
/// case .transport(let error): …
/// case .authentication(let error): …
/// case .request(let error): …
/// }
/// ```
public typealias NonDeclaredReason = CallError<Never>.Reason

extension CallErrorConvertible where Self: TransportFailureRepresentable, Failure == Self {
  /// Takes a declared failure as it is.
  public init(_ error: CallError<Self>) {
    switch error.reason.separated {
    case .failure(let declared): self = declared
    case .success(let reason): self.init(transportFailure: reason, response: error.response)
    }
  }
}

extension CallErrorConvertible where Self: DecodingErrorRepresentable, Failure == Self {
  /// Takes a declared failure as it is.
  public init(_ error: CallError<Self>) {
    switch (error.reason.separated, error.response) {
    case (.failure(let declared), _): self = declared
    case (.success(.undecodable(let failure)), let response?):
      self.init(decodingError: failure, response: response)
    case (.success(let reason), let response): self.init(transportFailure: reason, response: response)
    }
  }
}
