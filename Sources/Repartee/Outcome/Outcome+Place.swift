// Outcomes that transform the value at one path of the body.

extension Outcome {
  /// Decodes the value at these keys (`String`) and indexes (`Int`) of the body, and nothing else, and makes the output
  /// from it. If the transform throws the declared failure, the call fails with it.
  ///
  /// ```swift
  /// .code(200, .decode(User.self, at: "data", "user") { .found($0) })
  /// .code(
  ///   200,
  ///   .decode(at: "data", "user") { (user: User) in .found(user) })
  /// ```
  public static func decode<Body: Decodable & Sendable>(
    _ type: Body.Type = Body.self, at first: any FieldStep, _ more: any FieldStep...,
    transform: @escaping @Sendable (Body) throws(Failure) -> Output
  ) -> Outcome {
    let field = Field<Body>(first, more)
    return Outcome(bodyUse: .decoded) { response, decoder in
      let body = try response.read(type, with: decoder) { try field.read(from: $0) }
      return Result { () throws(Failure) in try transform(body) }
    }
  }

  /// Decodes the value at a path of the body and makes the output from it and from the response: its status, a header
  /// field.
  ///
  /// ```swift
  /// .code(
  ///   200,
  ///   .decode(at: "data", "user") { (user: User, response) in
  ///     Versioned(user, response.entityTag)
  ///   })
  /// ```
  public static func decode<Body: Decodable & Sendable>(
    _ type: Body.Type = Body.self, at first: any FieldStep, _ more: any FieldStep...,
    transform: @escaping @Sendable (Body, Response) throws(Failure) -> Output
  ) -> Outcome {
    let field = Field<Body>(first, more)
    return Outcome(bodyUse: .decoded) { response, decoder in
      let body = try response.read(type, with: decoder) { try field.read(from: $0) }
      return Result { () throws(Failure) in try transform(body, response) }
    }
  }

  /// Decodes the value at a path of the body and makes the failure from it.
  ///
  /// ```swift
  /// .clientError(
  ///   .decodeError(Problem.self, at: "error") { .rejected($0) })
  /// ```
  ///
  /// If that fails, the call fails as ``CallError/Reason/undecodable(_:)``, and its error still has the status.
  public static func decodeError<Body: Decodable & Sendable>(
    _ type: Body.Type = Body.self, at first: any FieldStep, _ more: any FieldStep...,
    transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    let field = Field<Body>(first, more)
    return Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(transform(try response.read(type, with: decoder) { try field.read(from: $0) }))
    }
  }

  /// Decodes the value at a path of the body and makes the failure from it and from the response.
  public static func decodeError<Body: Decodable & Sendable>(
    _ type: Body.Type = Body.self, at first: any FieldStep, _ more: any FieldStep...,
    transform: @escaping @Sendable (Body, Response) -> Failure
  ) -> Outcome {
    let field = Field<Body>(first, more)
    return Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(transform(try response.read(type, with: decoder) { try field.read(from: $0) }, response))
    }
  }
}

extension Outcome where Failure: Decodable & Sendable {
  /// Decodes the value at these keys (`String`) and indexes (`Int`) of the body as the failure.
  public static func decodeError(at first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    let field = Field<Failure>(first, more)
    return Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(try response.read(Failure.self, with: decoder) { try field.read(from: $0) })
    }
  }
}

extension Outcome where Failure: ErrorBodyRepresentable, Failure.ErrorBody: Sendable {
  /// Decodes the value at a path of the body as the failure's error body (``ErrorBodyRepresentable``).
  public static func decodeError(
    _ type: Failure.ErrorBody.Type, at first: any FieldStep, _ more: any FieldStep...
  ) -> Outcome {
    let field = Field<Failure.ErrorBody>(first, more)
    return Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      let body = try response.read(type, with: decoder) { try field.read(from: $0) }
      return .failure(Failure(errorBody: body, response: response))
    }
  }
}

// Overloads that only give a clearer compiler error.

extension Outcome {
  @available(
    *, unavailable,
    message: "this output is not Decodable; say what it is made of: .decode(Body.self, at: …) { … }"
  )
  @_disfavoredOverload
  public static func decode(at first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this output is not Decodable") }
  }

  @available(
    *, unavailable,
    message: "this failure is not Decodable; say what it is made of: .decodeError(Body.self, at: …) { … }"
  )
  @_disfavoredOverload
  public static func decodeError(at first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this failure is not Decodable") }
  }

  @available(*, unavailable, message: "keys have a label: .decode(at: \"data\", \"user\")")
  @_disfavoredOverload
  public static func decode(_ first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "the keys have no label") }
  }

  @available(*, unavailable, message: "keys have a label: .decode(at: \"data\", \"user\")")
  @_disfavoredOverload
  public static func decode(_ keys: [any FieldStep]) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "the keys have no label") }
  }

  @available(*, unavailable, message: "keys have a label: .decodeError(at: \"error\")")
  @_disfavoredOverload
  public static func decodeError(_ first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "the keys have no label") }
  }
}
