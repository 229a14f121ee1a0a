public import ReparteeJSON

/// An error created from an error body.
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
/// .serverError(.decodeError)
/// ```
public protocol ErrorBodyRepresentable<ErrorBody>: Error {
  /// The type of the error body.
  associatedtype ErrorBody: Decodable & SendableMetatype

  /// Creates the error from a body and the response.
  init(errorBody: ErrorBody, response: Response)
}

extension Outcome where Failure: ErrorBodyRepresentable {
  /// Creates the failure from the body, or the value at a path of it.
  public static func decodeError(
    _ type: Failure.ErrorBody.Type, at path: JSONPath.Component...
  ) -> Outcome {
    .reading(type, at: path, canGiveOutput: false) { body, response in
      .failure(Failure(errorBody: body, response: response))
    }
  }

  /// Creates the failure from the body.
  public static var decodeError: Outcome { .decodeError(Failure.ErrorBody.self) }
}

extension Outcome where Failure: ErrorBodyRepresentable & Decodable {
  /// Creates the failure from the body.
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
