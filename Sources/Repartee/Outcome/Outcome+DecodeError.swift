// Outcomes that decode the body of an error.

extension Outcome {
  /// Decodes the body as a `Body` and makes the failure from it.
  ///
  /// If the body can't be decoded, the call fails as ``CallError/Reason/undecodable(_:)``, and ``CallError/response``
  /// has the status and the bytes.
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, _ transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type), canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(type, with: decoder)))
    }
  }
}

extension Outcome {
  /// Decodes the body and makes the failure from it and from the response: its status, a header field.
  ///
  /// ```swift
  /// .code(
  ///   429,
  ///   .decodeError(Problem.self) { problem, response in
  ///     .slowDown(problem, until: response.retryAfter)
  ///   })
  /// ```
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, _ transform: @escaping @Sendable (Body, Response) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type), canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(type, with: decoder), response))
    }
  }

  /// Decodes the values at one or more paths of the body in one pass, and makes the failure from them.
  ///
  /// ```swift
  /// .code(
  ///   412,
  ///   .decodeError(.at("details", "existing"), as: SaveError.modified))
  /// ```
  ///
  /// If they can't be decoded, the call fails as undecodable, with the status and the bytes in its response.
  public static func decodeError<each Value: Decodable & Sendable>(
    _ fields: repeat Field<each Value>, as make: @escaping @Sendable (repeat each Value) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      let values: (repeat each Value) = try response.read(Failure.self, with: decoder) { root in
        (repeat try (each fields).read(from: root))
      }
      return .failure(make(repeat each values))
    }
  }
}

extension Outcome where Failure: Decodable {
  /// An outcome that decodes the body as the failure.
  public static var decodeError: Outcome {
    .decodeError(Failure.self) { $0 }
  }
}

extension Outcome {
  @available(
    *, unavailable,
    message: "this failure is not Decodable; use .error(…) or .decodeError(Body.self) { … }"
  )
  @_disfavoredOverload
  public static var decodeError: Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this failure is not Decodable") }
  }

  @available(
    *, unavailable, message: "a failure that is made from a body is .decodeError(Body.self) { … }"
  )
  @_disfavoredOverload
  public static func error<Body>(
    _ type: Body.Type, _ transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "a failure is made from a body by .decodeError") }
  }
}
