public import ReparteeJSON

// Failures made from the body.

extension Outcome where Failure: Decodable {
  /// Decodes the body as the failure.
  public static var decodeError: Outcome { .decodeError() }

  /// Decodes the body, or the value at a path of it, as the failure: `.decodeError(at: "error")`.
  public static func decodeError(
    _ type: Failure.Type = Failure.self, at path: JSONPath.Component...
  ) -> Outcome {
    .reading(type, at: path, canGiveOutput: false) { failure, _ in .failure(failure) }
  }
}

extension Outcome {
  /// Makes the failure from the body, or the value at a path of it.
  ///
  /// ```swift
  /// .clientError(
  ///   .decodeError(Problem.self, at: "error") { .rejected($0) })
  /// ```
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, at path: JSONPath.Component...,
    transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    .reading(type, at: path, canGiveOutput: false) { body, _ in .failure(transform(body)) }
  }

  /// Makes the failure from the body, or the value at a path of it, and the response.
  ///
  /// ```swift
  /// .code(
  ///   429,
  ///   .decodeError(Problem.self) { problem, response in
  ///     .slowDown(problem, until: response.retryAfter)
  ///   })
  /// ```
  ///
  /// What many endpoints share is an outcome of your own, `.clientError(.refused)` (<doc:DeclaringResponses>).
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, at path: JSONPath.Component...,
    transform: @escaping @Sendable (Body, Response) -> Failure
  ) -> Outcome {
    .reading(type, at: path, canGiveOutput: false) { body, response in .failure(transform(body, response)) }
  }
}

// Overloads that only give a clearer compiler error.

extension Outcome {
  @available(
    *, unavailable,
    message: "this failure is not Decodable; use .error(…) or .decodeError(Body.self) { … }"
  )
  @_disfavoredOverload
  public static var decodeError: Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this failure is not Decodable") }
  }

  @available(
    *, unavailable,
    message: "this failure is not Decodable; say what it is made of: .decodeError(Body.self, at: …) { … }"
  )
  @_disfavoredOverload
  public static func decodeError(at path: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this failure is not Decodable") }
  }

  @available(*, unavailable, message: "say what the failure is: .decodeError(Body.self) { … }")
  @_disfavoredOverload
  public static func decodeError<Body>(_ type: Body.Type, at path: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this failure is not made of the body") }
  }

  @available(*, unavailable, message: "keys have a label: .decodeError(at: \"error\")")
  @_disfavoredOverload
  public static func decodeError(_ first: JSONPath.Component, _ more: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "the keys have no label") }
  }

  @available(
    *, unavailable, message: "a failure that is made from a body is .decodeError(Body.self) { … }"
  )
  @_disfavoredOverload
  public static func error<Body>(
    _ type: Body.Type, _ transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "a failure is made from a body by .decodeError") }
  }
}
