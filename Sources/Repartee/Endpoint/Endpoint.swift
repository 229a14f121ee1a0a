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
/// `Failure` is the endpoint's own error type; without one it is `Never`. Without
/// `responses`, an endpoint with a decodable output decodes any 2xx (`[.success(.decode)]`), one with a `Void`
/// output takes any 2xx (`[.success(.noContent)]`); every other status is ``CallError/Reason/undeclared``.
///
/// The map has to be the same each time it is asked for: a client asks for it once an endpoint type and
/// keeps it. In a generic type, where Swift refuses a stored `static let`, write `static var responses: … { … }`.
public protocol Endpoint<Output, Failure>: ResourceConvertible {
  /// What a call returns.
  associatedtype Output
  /// What a call fails with; `Never` when nothing is declared.
  associatedtype Failure = Never
  /// What `send` throws: `CallError<Failure>`, or an application's own error type (``CallErrorConvertible``).
  associatedtype Thrown = CallError<Failure>

  /// The request to send.
  var request: Request { get }

  /// What each status means.
  static var responses: ResponseMap<Output, Failure> { get }

  /// What a result, typed, says of sending the request again; nil, the default, leaves it to the outcomes, the status
  /// and the transport, and so does nil for a result. See ``RetryPolicy``.
  ///
  /// ```swift
  /// static let transience: TransienceRule? = { result in
  ///   if case .success(.pending) = result { .transient } else { nil }
  /// }
  /// ```
  static var transience: TransienceRule? { get }
}

extension Endpoint {
  /// None.
  public static var transience: TransienceRule? { nil }
}

extension Endpoint {
  /// The request, and the endpoint type's map.
  public var resource: Resource<Output, Failure> {
    Resource(request, ResponseMapCache.shared.map(of: Self.self), transience: Self.transience)
  }
}

extension Endpoint where Output: Decodable, Failure == Never {
  /// Any 2xx is decoded.
  public static var responses: ResponseMap<Output, Failure> { [.success(.decode)] }
}

extension Endpoint where Output == Void, Failure == Never {
  /// Any 2xx is success, whatever its body.
  public static var responses: ResponseMap<Output, Failure> { [.success(.noContent)] }
}

extension Endpoint {
  @available(
    *, unavailable,
    message: "declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]"
  )
  public static var responses: ResponseMap<Output, Failure> { [] }
}
