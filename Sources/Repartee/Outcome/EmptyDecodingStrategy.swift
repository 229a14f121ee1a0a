/// What a response without content has to look like.
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
  /// Whether it looks at the body.
  let needsBody: Bool
  private let handler: Outcome<Void, Failure>.Handler

  /// Success, whatever the body, also one that breaks off or is larger than ``Client/maximumBodySize``.
  public static var `default`: Self {
    Self(bodyUse: .none, needsBody: false) { _, _ in .success(()) }
  }

  /// Success if there is no body; one that is there is a ``DecodingFailure`` of kind
  /// ``DecodingFailure/Kind/invalidEmptyResponse``.
  public static var validatedEmpty: Self {
    Self(bodyUse: .none, needsBody: true) { response, _ in
      guard response.body.isEmpty else {
        throw DecodingFailure(
          .invalidEmptyResponse,
          message: "a body of \(byteCount(response.body.count)) where none was declared")
      }
      return .success(())
    }
  }

  /// A check of your own: success, the declared failure, or a thrown error, which makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``.
  public static func custom(_ check: @escaping Outcome<Void, Failure>.Handler) -> Self {
    Self(bodyUse: .decoded, needsBody: true, check: check)
  }

  private init(bodyUse: BodyUse, needsBody: Bool, check: @escaping Outcome<Void, Failure>.Handler) {
    self.bodyUse = bodyUse
    self.needsBody = needsBody
    handler = check
  }

  /// What this strategy makes of a response: one strategy can ask another.
  ///
  /// ```swift
  /// .custom { response, decoder in
  ///   if response.status == .accepted { return .success(()) }
  ///   return try Self.validatedEmpty.check(response, with: decoder)
  /// }
  /// ```
  /// - Throws: A ``DecodingFailure``, or whatever a strategy of your own throws.
  public func check(_ response: Response, with decoder: any ResponseDecoder) throws -> Result<Void, Failure> {
    try handler(response, decoder)
  }
}
