/// An error type that `send` can throw for endpoints whose declared failure is `Failure`.
///
/// ``CallError`` is one. An application with one error type of its own makes it conform to
/// ``DecodingFailureRepresentable`` (which is ``TransportFailureRepresentable`` as well) and to this, and
/// writes once
///
/// ```swift
/// protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}
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

/// An error that can stand for a call without a usable response.
public protocol TransportFailureRepresentable: Error {
  /// The error for a call that gave no usable answer; `response` is there when a status came that the endpoint
  /// does not declare, or when the connection broke within the body.
  init(transportFailure: TransportFailure, response: Response?)
}

/// An error that can stand for a body that did not fit, too.
public protocol DecodingFailureRepresentable: TransportFailureRepresentable {
  /// The error for a declared status whose body did not fit. The response has the bytes: an error the server
  /// put there can be read from them.
  init(decodingFailure: DecodingFailure, response: Response)
}

/// What a ``TransportFailureRepresentable`` error is made from.
public enum TransportFailure: Sendable {
  /// No usable response.
  case transport(TransportError)
  /// There is no credential that the API takes.
  case authentication(AuthenticationError)
  /// The request could not be built, and nothing was sent.
  case request(RequestError)
  /// A status the endpoint does not declare.
  case undeclared
}

extension CallErrorConvertible where Self: DecodingFailureRepresentable, Failure == Self {
  /// The declared failure as it is, and the other reasons through the type's own initializers.
  public init(_ error: CallError<Self>) {
    switch (error.reason, error.response) {
    case (.declared(let failure), _):
      self = failure
    case (.undecodable(let failure), let response?):
      self.init(decodingFailure: failure, response: response)
    case (.undecodable, nil), (.undeclared, _):
      self.init(transportFailure: .undeclared, response: error.response)
    case (.transport(let transport), let response):
      self.init(transportFailure: .transport(transport), response: response)
    case (.authentication(let authentication), let response):
      self.init(transportFailure: .authentication(authentication), response: response)
    case (.request(let request), let response):
      self.init(transportFailure: .request(request), response: response)
    }
  }
}
