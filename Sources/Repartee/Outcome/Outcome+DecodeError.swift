// Bodies that say why not.

extension Outcome {
  /// The body is a `Body`, and the failure is made of it.
  ///
  /// A body that does not decode keeps its status: the call fails as ``CallError/Reason/undecodable(_:)``, and
  /// ``CallError/response`` has the status and the bytes.
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, _ transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type), canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(type, with: decoder)))
    }
  }
}

extension Outcome {
  /// The failure is made of the decoded body and of the response around it: a header field, the status.
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

  /// The failure is made of the values at one or several places of the body, read in one pass.
  ///
  /// ```swift
  /// .code(
  ///   412,
  ///   .decodeError(.at("details", "existing"), as: SaveError.modified))
  /// ```
  ///
  /// A body without them keeps its status, as one that is no `Body` does.
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
  /// The body is the failure.
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
}
