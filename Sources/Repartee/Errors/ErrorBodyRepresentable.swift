/// An error that is made of an error body, for ``Outcome/decodeError(_:)`` without a closure.
///
/// Most APIs have one error body for all their failures. Declare once what it becomes:
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
/// Several failures can be made of one type of body. A failure that is made of several types names the other ones with
/// a closure: `.decodeError(Other.self) { … }`.
public protocol ErrorBodyRepresentable<ErrorBody>: Error {
  /// What the body is decoded as.
  associatedtype ErrorBody: Decodable & SendableMetatype

  /// The error for this body; the response has its status and header fields.
  init(errorBody: ErrorBody, response: Response)
}

extension Outcome where Failure: ErrorBodyRepresentable {
  /// The body is a `Body`, and the failure is made of it as it says itself (``ErrorBodyRepresentable``).
  ///
  /// A body that does not decode keeps its status: the call fails as ``CallError/Reason/undecodable(_:)``, and
  /// ``CallError/response`` has the status and the bytes.
  public static func decodeError(_ type: Failure.ErrorBody.Type) -> Outcome {
    .decodeError(type) { body, response in Failure(errorBody: body, response: response) }
  }

  /// The same, without the body's type.
  public static var decodeError: Outcome { .decodeError(Failure.ErrorBody.self) }
}

extension Outcome where Failure: ErrorBodyRepresentable & Decodable {
  /// The failure is made of its ``ErrorBodyRepresentable/ErrorBody``.
  public static var decodeError: Outcome { .decodeError(Failure.ErrorBody.self) }
}

extension Outcome {
  @available(
    *, unavailable,
    message: "say what the failure is: .decodeError(Body.self) { … }, or make it ErrorBodyRepresentable"
  )
  @_disfavoredOverload
  public static func decodeError<Body>(_ type: Body.Type) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this failure is not made of the body") }
  }
}
