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
/// The map is read once per type and cached: it must be the same at each access. In a generic type it is a computed
/// property. `ResponseMap.anySuccess` accepts any 2xx.
///
/// Don't declare a default map in a protocol: Swift silently prefers it to a map that is misspelt, not static, or of
/// other types.
public protocol Endpoint<Output, Failure>: ResourceConvertible {
  /// The result of a call.
  associatedtype Output
  /// The error that the endpoint declares; `Never` by default.
  associatedtype Failure = Never
  /// The error that `send` throws; see ``CallErrorConvertible``.
  associatedtype Thrown = CallError<Failure>

  /// The request to send.
  var request: Request { get }

  /// The meaning of each status code.
  static var responses: ResponseMap<Output, Failure> { get }
}

extension Endpoint {
  /// The request and the map.
  public var resource: Resource<Output, Failure> {
    Resource(request, ResponseMapCache.shared.map(of: Self.self))
  }
}

// The compiler finds only these if an endpoint's own map does not fit. Two of them let it infer the types.

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
