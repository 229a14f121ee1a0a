public import ReparteeJSON

/// An error type that is created from an error body, for `Outcome.decodeError(_:at:)` without a closure.
///
/// Most APIs have one error body for all failures. Declare once how the error is created from it:
///
/// ```swift
/// extension UserError: ErrorBodyRepresentable {
///   init(errorBody: Problem, response: Response) {
///     self =
///       response.status == .tooManyRequests
///       ? .slowDown : .rejected(errorBody)
///   }
/// }
///
/// .clientError(.decodeError(Problem.self))
/// // the same; the body's type is the failure's
/// .serverError(.decodeError)
/// ```
///
/// Several failure types can be created from one type of body. If one failure type is created from several types of
/// body, use a closure for the others: `.decodeError(Other.self) { … }`.
public protocol ErrorBodyRepresentable<ErrorBody>: Error {
  /// The type that the body is decoded as.
  associatedtype ErrorBody: Decodable & SendableMetatype

  /// Creates the error from a body; the response has the status code and the header fields.
  init(errorBody: ErrorBody, response: Response)
}

extension Outcome where Failure: ErrorBodyRepresentable {
  /// Decodes the body, or the value at a path of it, as the failure's ``ErrorBodyRepresentable/ErrorBody``, and creates
  /// the failure from it.
  ///
  /// If the body can't be decoded, the call fails as ``CallError/Reason/undecodable(_:)``, and ``CallError/response``
  /// has the status code and the bytes.
  public static func decodeError(
    _ type: Failure.ErrorBody.Type, at path: JSONPath.Component...
  ) -> Outcome {
    .reading(type, at: path, canGiveOutput: false) { body, response in
      .failure(Failure(errorBody: body, response: response))
    }
  }

  /// Decodes the body as the failure's ``ErrorBodyRepresentable/ErrorBody``, and creates the failure from it.
  public static var decodeError: Outcome { .decodeError(Failure.ErrorBody.self) }
}

extension Outcome where Failure: ErrorBodyRepresentable & Decodable {
  /// Decodes the body as the failure's ``ErrorBodyRepresentable/ErrorBody``, and creates the failure from it.
  public static var decodeError: Outcome { .decodeError(Failure.ErrorBody.self) }
}

extension Outcome {
  @available(
    *, unavailable,
    message: "say what the failure is: .decodeError(Body.self) { … }, or make it ErrorBodyRepresentable"
  )
  @_disfavoredOverload
  public static func decodeError<Body>(_ type: Body.Type, at path: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this failure is not made of the body") }
  }
}
