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
/// `Failure` is the endpoint's own error type, by default `Never`. Without `responses`, an endpoint with a decodable
/// output decodes any 2xx (`[.success(.decode)]`), and one with a `Void` output accepts any 2xx
/// (`[.success(.noContent)]`); every other status code is ``CallError/Reason/undeclared``.
///
/// The map must be the same at each access: it is read once per endpoint type and cached. In a generic type, where
/// Swift does not allow a stored `static let`, write `static var responses: … { … }`.
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

  /// A rule that decides from the typed result whether sending the request again can help. Without a rule (nil, the
  /// default), or if it returns nil, the outcome, the status code and the transport decide. See ``RetryPolicy``.
  ///
  /// ```swift
  /// static let transience: TransienceRule? = { result in
  ///   if case .success(.pending) = result { .transient } else { nil }
  /// }
  /// ```
  static var transience: TransienceRule? { get }
}

extension Endpoint {
  /// No rule.
  public static var transience: TransienceRule? { nil }
}

extension Endpoint {
  /// The request, and the map of the endpoint type.
  public var resource: Resource<Output, Failure> {
    Resource(request, ResponseMapCache.shared.map(of: Self.self), transience: Self.transience)
  }
}

extension Endpoint where Output: Decodable, Failure == Never {
  /// Decodes any 2xx.
  public static var responses: ResponseMap<Output, Failure> { [.success(.decode)] }
}

extension Endpoint where Output == Void, Failure == Never {
  /// Accepts any 2xx, whatever its body.
  public static var responses: ResponseMap<Output, Failure> { [.success(.noContent)] }
}

extension Endpoint {
  @available(
    *, unavailable,
    message: "declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]"
  )
  public static var responses: ResponseMap<Output, Failure> { [] }
}
