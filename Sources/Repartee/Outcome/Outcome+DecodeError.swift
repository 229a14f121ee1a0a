// Bodies that say why not.

extension Outcome {
  /// The body is a `Body`, and the failure is made of it.
  ///
  /// A body that is none keeps its status: the call fails as ``CallError/Reason/undecodable(_:)``, and
  /// ``CallError/response`` has the status and the bytes.
  public static func decodeError<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, _ transform: @escaping @Sendable (Body) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type), canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(type, with: decoder)))
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
