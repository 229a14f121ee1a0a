extension Outcome {
  /// Streams the elements of the body as the output, see ``StreamFormat``.
  public static func stream<Element, DeclaredFailure>(
    _ format: StreamFormat<Element, DeclaredFailure>
  ) -> Outcome where Output == ResponseStream<Element, DeclaredFailure> {
    .stream(format) { $0 }
  }

  /// Streams the elements of the body, and makes the output from the stream.
  public static func stream<Element, DeclaredFailure>(
    _ format: StreamFormat<Element, DeclaredFailure>,
    _ transform: @escaping @Sendable (ResponseStream<Element, DeclaredFailure>) -> Output
  ) -> Outcome {
    var outcome = Outcome(
      handler: .handedOver { response, decoder in
        .success(transform(ResponseStream(response, format: format, decoder: decoder)))
      })
    outcome.traits.accepts = format.mediaTypes
    outcome.traits.requiredType = format.requiredType
    return outcome
  }

  @available(
    *, unavailable,
    message:
      "the elements of this format are not those of the output; give it the right type: .jsonLines(of: …)"
  )
  @_disfavoredOverload
  public static func stream<Element, Other>(
    _ format: StreamFormat<Element, Never>
  ) -> Outcome where Output == ResponseStream<Other, Never> {
    Outcome { _, _ in
      throw BodyDecodingError(message: "the elements of this format are not those of the output")
    }
  }

  @available(
    *, unavailable,
    message: "this format streams: the output is a ResponseStream, or is made of one: .stream(…) { … }"
  )
  @_disfavoredOverload
  public static func stream<Element>(_ format: StreamFormat<Element, Never>) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output is no stream") }
  }
}
