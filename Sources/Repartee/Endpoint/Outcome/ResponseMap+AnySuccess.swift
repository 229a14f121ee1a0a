// Any 2xx.

extension ResponseMap where Output: Decodable {
  /// The map `[.success(.decode)]`.
  ///
  /// ```swift
  /// static let responses: ResponseMap<User, Never> = .anySuccess
  /// ```
  public static var anySuccess: ResponseMap { [.success(.decode)] }
}

extension ResponseMap where Output == Void {
  /// The map `[.success(.noContent)]`.
  public static var anySuccess: ResponseMap { [.success(.noContent)] }
}

extension ResponseMap {
  @available(
    *, unavailable,
    message:
      "this output is neither Decodable nor Void; write the cases: [.success(.decode(Body.self) { … })]"
  )
  @_disfavoredOverload
  public static var anySuccess: ResponseMap { [] }
}
