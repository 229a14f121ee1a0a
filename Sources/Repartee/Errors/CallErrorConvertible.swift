/// An error type that `send` can throw for endpoints whose declared failure is `Failure`.
///
/// ``CallError`` is one. An application with one error type of its own makes it conform to
/// ``TransportFailureRepresentable`` and to this, and writes once
///
/// ```swift
/// protocol AppEndpoint: Endpoint
/// where Failure == AppError, Thrown == AppError {}
/// ```
public protocol CallErrorConvertible<Failure>: Error {
  /// The declared failure of the endpoints.
  associatedtype Failure: Error

  /// What is thrown for `error`.
  init(_ error: CallError<Failure>)
}

extension CallError: CallErrorConvertible {
  /// Itself.
  public init(_ error: CallError<Failure>) { self = error }
}

/// An error that can stand for every reason for which a call fails, other than a declared failure.
public protocol TransportFailureRepresentable: Error {
  /// The error for a call that gave no usable response. `response` is there when a status came that the endpoint does
  /// not declare, when the body did not fit, or when the connection broke within the body.
  init(transportFailure: TransportFailure, response: Response?)
}

/// An error with an initializer of its own for a body that did not fit.
public protocol DecodingFailureRepresentable: TransportFailureRepresentable {
  /// The error for a declared status whose body did not fit, called in place of
  /// ``TransportFailureRepresentable/init(transportFailure:response:)``. The response has the bytes: an error the
  /// server put there can be read from them.
  init(decodingFailure: DecodingFailure, response: Response)
}

/// What a ``TransportFailureRepresentable`` error is made from: the reasons of a ``CallError`` without
/// ``CallError/Reason/declared(_:)``, which is never one here.
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
public typealias TransportFailure = CallError<Never>.Reason

extension CallErrorConvertible where Self: TransportFailureRepresentable, Failure == Self {
  /// The declared failure as it is, and the other reasons through the type's own initializer.
  public init(_ error: CallError<Self>) {
    switch error.reason.separated {
    case .failure(let declared): self = declared
    case .success(let reason): self.init(transportFailure: reason, response: error.response)
    }
  }
}

extension CallErrorConvertible where Self: DecodingFailureRepresentable, Failure == Self {
  /// The declared failure as it is, and the other reasons through the type's own initializers.
  public init(_ error: CallError<Self>) {
    switch (error.reason.separated, error.response) {
    case (.failure(let declared), _): self = declared
    case (.success(.undecodable(let failure)), let response?):
      self.init(decodingFailure: failure, response: response)
    case (.success(let reason), let response): self.init(transportFailure: reason, response: response)
    }
  }
}

extension CallError.Reason {
  /// The declared failure, or else the reason, which has none.
  var separated: Result<TransportFailure, Failure> {
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
  /// The same reason, where a failure might have been declared.
  func withFailure<Declared: Error>() -> CallError<Declared>.Reason {
    switch self {
    case .undeclared: .undeclared
    case .undecodable(let failure): .undecodable(failure)
    case .transport(let error): .transport(error)
    case .authentication(let error): .authentication(error)
    case .request(let error): .request(error)
    }
  }
}
