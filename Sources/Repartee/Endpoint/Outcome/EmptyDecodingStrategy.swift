/// A check of a response declared to have no content.
///
/// ```swift
/// // .default: a success, whatever the body
/// .code(204, .noContent)
/// // a body that is there is a failure
/// .code(204, .noContent(.validatedEmpty))
/// // your own, written once:
/// .success(.noContent(.confirmed))
///
/// extension EmptyDecodingStrategy where Failure == AppError {
///   static var confirmed: Self {
///     .custom { response, decoder in
///       let body = try response.decode(
///         Confirmation.self, with: decoder)
///       return body.returnCode == 200
///         ? .success(()) : .failure(.refused(body.message))
///     }
///   }
/// }
/// ```
public struct EmptyDecodingStrategy<Failure: Error>: Sendable {
  let bodyUse: BodyUse
  let needsBody: Bool
  private let handler: Outcome<Void, Failure>.Handler

  /// Succeeds with any body, even one cut off or larger than ``Client/maximumBodySize``.
  public static var `default`: Self {
    Self(bodyUse: .none, needsBody: false) { _, _ in .success(()) }
  }

  /// Succeeds without a body; a body is a ``BodyDecodingError`` of kind
  /// ``BodyDecodingError/Kind/invalidEmptyResponse``.
  public static var validatedEmpty: Self {
    Self(bodyUse: .none, needsBody: true) { response, _ in
      guard response.body.isEmpty else {
        throw BodyDecodingError(
          .invalidEmptyResponse,
          message: "a body of \(byteCount(response.body.count)) where none was declared")
      }
      return .success(())
    }
  }

  /// Returns a strategy with your own check. Its errors fail the call as those of an ``Outcome`` do.
  public static func custom(_ check: @escaping Outcome<Void, Failure>.Handler) -> Self {
    Self(bodyUse: .decoded, needsBody: true, check: check)
  }

  private init(bodyUse: BodyUse, needsBody: Bool, check: @escaping Outcome<Void, Failure>.Handler) {
    self.bodyUse = bodyUse
    self.needsBody = needsBody
    handler = check
  }

  /// Checks a response. One strategy can call another:
  ///
  /// ```swift
  /// .custom { response, decoder in
  ///   if response.status == .accepted { return .success(()) }
  ///   return try Self.validatedEmpty.check(response, with: decoder)
  /// }
  /// ```
  /// - Throws: A ``BodyDecodingError``, or the error of your own check.
  public func check(_ response: Response, with decoder: any ResponseDecoder) throws -> Result<Void, Failure> {
    try handler(response, decoder)
  }
}
