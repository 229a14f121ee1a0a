// The map of an endpoint for which any 2xx will do.

extension ResponseMap where Output: Decodable {
  /// The map `[.success(.decode)]`: decodes the body of any 2xx as the output. Any other status code is
  /// ``CallError/Reason/undeclared``.
  ///
  /// ```swift
  /// struct GetUser: Endpoint {
  ///   var request: Request { .get("/user") }
  ///   static let responses: ResponseMap<User, Never> = .anySuccess
  /// }
  /// ```
  public static var anySuccess: ResponseMap { [.success(.decode)] }
}

extension ResponseMap where Output == Void {
  /// The map `[.success(.noContent)]`: accepts any 2xx, whatever its body. Any other status code is
  /// ``CallError/Reason/undeclared``.
  public static var anySuccess: ResponseMap { [.success(.noContent)] }
}

extension ResponseMap {
  @available(
    *, unavailable,
    message:
      "this output is neither Decodable nor Void; write the lines: [.success(.decode(Body.self) { … })]"
  )
  @_disfavoredOverload
  public static var anySuccess: ResponseMap { [] }
}
