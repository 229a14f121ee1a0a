/// A type that declares a request and every response to it.
///
/// ```swift
/// struct GetUser: Endpoint {
///   var id: Int
///
///   var request: Request { .get("/users/\(id)") }
///
///   static let responses: ResponseMap<User, UserError> = [
///     .code(200, .decode),
///     .code(404, .error(.notFound)),
///     .clientError(.decodeError(Problem.self) { .rejected($0) }),
///   ]
/// }
/// ```
///
/// `Failure` is the endpoint's own error type, by default `Never`. An endpoint for which any 2xx will do declares the
/// map `ResponseMap.anySuccess`.
///
/// The map must be the same at each access: it is read once per endpoint type and cached. In a generic type, where
/// Swift does not allow a stored `static let`, write `static var responses: … { … }`.
///
/// No map is the default. Give none in a protocol of your own either: Swift uses a default, without a warning, in place
/// of a map that is misspelt, not static, or of other types than the endpoint's.
public protocol Endpoint<Output, Failure>: ResourceConvertible {
  /// The result of a call.
  associatedtype Output
  /// The error that the endpoint declares; `Never` if it declares none.
  associatedtype Failure = Never
  /// The error that `send` throws: `CallError<Failure>`, or an application's own error type (``CallErrorConvertible``).
  associatedtype Thrown = CallError<Failure>

  /// The request to send.
  var request: Request { get }

  /// The meaning of each status code.
  static var responses: ResponseMap<Output, Failure> { get }
}

extension Endpoint {
  /// The request, and the map of the endpoint type.
  public var resource: Resource<Output, Failure> {
    Resource(request, ResponseMapCache.shared.map(of: Self.self))
  }
}

// The only candidates if an endpoint's own map does not fit: then the compiler says this. Two of them determine the
// types that nothing else does.

extension Endpoint {
  @available(
    *, unavailable,
    message: """
      declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ], with the endpoint's Output and \
      Failure; .anySuccess is the map that takes any 2xx
      """
  )
  public static var responses: ResponseMap<Output, Failure> { [] }
}

extension Endpoint where Failure == Never {
  @available(
    *, unavailable,
    message: """
      declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ], with the endpoint's Output and \
      Failure; .anySuccess is the map that takes any 2xx
      """
  )
  public static var responses: ResponseMap<Output, Never> { [] }
}

extension Endpoint where Output == Void, Failure == Never {
  @available(
    *, unavailable,
    message: """
      declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ], with the endpoint's Output and \
      Failure; .anySuccess is the map that takes any 2xx
      """
  )
  public static var responses: ResponseMap<Void, Never> { [] }
}
