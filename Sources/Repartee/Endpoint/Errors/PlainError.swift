#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error type for applications without their own: a message for each reason, with the properties of a ``CallError``.
///
/// ```swift
/// struct GetUser: Endpoint {
///   typealias Thrown = PlainError
///   var id: Int
///   var request: Request { .get("/users/\(id)") }
///   static let responses: ResponseMap<User, PlainError> = [
///     .code(200, .decode),
///     .code(404, .error("nobody has that number")),
///   ]
/// }
///
/// do throws(PlainError) { … } catch { print(error.message) }
/// ```
public struct PlainError: CallErrorProtocol, CallErrorConvertible, ExpressibleByStringLiteral {
  /// The message of a declared failure, or the summary of any other reason.
  public let message: String
  public let underlying: (any Error)?
  private let record: CallRecord
  private var reason: CallError<Never>.Reason?

  public var call: String { record.call }
  public var request: SentRequest? { record.request }
  public var response: Response? { record.response }
  public var attempts: [Attempt] { record.attempts }
  public var retryability: Retryability? { record.retryability }

  public var summary: String { message }

  public var cause: CallError<any Error>.Reason { reason?.withFailure() ?? .declared(self) }

  public var transportError: TransportError? {
    if case .transport(let error) = reason { error } else { nil }
  }

  public var decodingError: BodyDecodingError? {
    if case .undecodable(let failure) = reason { failure } else { nil }
  }

  public var _seal: _CallErrorSeal { _CallErrorSeal() }

  /// Creates a declared failure: `.decodeError(Problem.self) { PlainError($0.title, underlying: $0) }`.
  public init(_ message: String, underlying: (any Error)? = nil) {
    self.message = message
    self.underlying = underlying
    record = .none
  }

  public init(stringLiteral message: String) {
    self.init(message)
  }

  public init(_ error: CallError<PlainError>) {
    switch error.reason.separated {
    case .failure(let declared): (message, underlying) = (declared.message, declared.underlying)
    case .success(let reason): (message, underlying, self.reason) = (error.summary, error.underlying, reason)
    }
    record = error.record
  }
}

extension PlainError: LocalizedError {
  public var errorDescription: String? { description }
}
