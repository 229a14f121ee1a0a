/// A request and the meaning of its responses: an endpoint as a value.
///
/// ```swift
/// let user = Resource<User, Never>(
///   .get("/users/7"), [.code(200, .decode)])
/// let name = user.map(\.name)
/// try await client.send(name)
/// ```
public struct Resource<Output: Sendable, Failure: Error>: Sendable {
  /// The request to send.
  public var request: Request
  /// The meaning of each status code.
  public var responses: ResponseMap<Output, Failure>

  /// Creates a resource.
  public init(_ request: Request, _ responses: ResponseMap<Output, Failure>) {
    self.request = request
    self.responses = responses
  }

  /// Returns the resource with its output transformed, without ``ResponseCase/retryRule(_:)``.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Output) -> New
  ) -> Resource<New, Failure> {
    Resource<New, Failure>(request, responses.map(transform))
  }
}

extension Resource where Failure == Never {
  /// Creates a resource that reads any 2xx with a function; any other status is ``CallError/Reason/undeclared``.
  ///
  /// ```swift
  /// let names = Resource(.get("/names")) { response in
  ///   try response.decode([String].self).sorted()
  /// }
  /// ```
  ///
  /// Its errors are ``CallError/Reason/undecodable(_:)``; see ``Outcome`` for exceptions.
  public init(_ request: Request, _ read: @escaping @Sendable (Response) async throws -> Output) {
    self.init(request, [.success(Outcome(async: { response, _ in .success(try await read(response)) }))])
  }

  /// Creates a resource that decodes any 2xx as this type; any other status is ``CallError/Reason/undeclared``.
  ///
  /// ```swift
  /// let me = Resource(User.self, .get("/me")).snakeCase
  /// ```
  public init(_ output: Output.Type, _ request: Request) where Output: Decodable {
    self.init(request, .anySuccess)
  }
}

extension Resource {
  /// Creates a resource that reads every response, of any status, with a function.
  ///
  /// ```swift
  /// let name = Resource(
  ///   .get("/name"), failure: NameError.self
  /// ) { response in
  ///   if response.status == .notFound { throw NameError.nobody }
  ///   return try response.decode(String.self)
  /// }
  /// ```
  ///
  /// A thrown `Failure` is ``CallError/Reason/declared(_:)``, another error ``CallError/Reason/undecodable(_:)``; see
  /// ``Outcome`` for exceptions.
  public init(
    _ request: Request, failure: Failure.Type, _ read: @escaping @Sendable (Response) async throws -> Output
  ) {
    self.init(
      request,
      [
        .any(
          Outcome(async: { response, _ in
            do {
              return .success(try await read(response))
            } catch let failure as Failure where Failure.self != (any Error).self {
              return .failure(failure)
            }
          }))
      ])
  }
}

/// A type that a client can send. Conform to ``Endpoint`` instead.
public protocol ResourceConvertible<Output, Failure>: Sendable {
  /// The result of a call.
  associatedtype Output: Sendable
  /// The error that the API declares.
  associatedtype Failure: Error
  /// The error that `send` throws.
  associatedtype Thrown: CallErrorConvertible<Failure> = CallError<Failure>

  /// The request and the meaning of its responses.
  var resource: Resource<Output, Failure> { get }
}

extension Resource: ResourceConvertible {
  public var resource: Resource<Output, Failure> { self }
}

extension ResourceConvertible {
  func resource(_ adjusting: (inout Request) -> Void) -> Resource<Output, Failure> {
    var resource = resource
    adjusting(&resource.request)
    return resource
  }
}
