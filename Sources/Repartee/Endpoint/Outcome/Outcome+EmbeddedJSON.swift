public import ReparteeJSON

extension Outcome where Output: Decodable {
  /// Decodes the JSON that is in a string of the body, such as the text that a language model was asked to write as
  /// JSON.
  ///
  /// ```swift
  /// .code(
  ///   200,
  ///   .embeddedJSON(at: "choices", 0, "message", "content"))
  /// ```
  ///
  /// Without a path the whole body is the string. Of a part of the body, `@EmbeddedJSON` reads it.
  public static func embeddedJSON(
    _ type: Output.Type = Output.self, at path: JSONPath.Component...
  ) -> Outcome {
    .reading(EmbeddedJSON<Output>.self, at: path) { value, _ in .success(value.wrappedValue) }
  }
}
