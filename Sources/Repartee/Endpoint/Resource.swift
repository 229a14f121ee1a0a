/// A request together with what its responses mean: an endpoint as a value, without a type of its own.
///
/// ```swift
/// let user = Resource<User, Never>(
///   .get("/users/7"), [.code(200, .decode)])
/// let name = user.map(\.name)
/// try await client.send(name)
/// ```
///
/// One request can be read in several ways: make several resources of it.
public struct Resource<Output: Sendable, Failure: Error>: Sendable {
  /// The request to send.
  public var request: Request
  /// What each status means.
  public var responses: ResponseMap<Output, Failure>

  /// What a result says of sending the request again, see ``Endpoint/transience``.
  public var transience: TransienceRule?

  /// A resource.
  public init(
    _ request: Request, _ responses: ResponseMap<Output, Failure>, transience: TransienceRule? = nil
  ) {
    self.request = request
    self.responses = responses
    self.transience = transience
  }

  /// The same resource, its output put through `transform`. Its ``transience`` is not taken along: that is about the
  /// output before.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Output) -> New
  ) -> Resource<New, Failure> {
    Resource<New, Failure>(request, responses.map(transform))
  }
}

extension Resource where Failure == Never {
  /// Any 2xx is read by a function; what it throws makes the call fail as ``CallError/Reason/undecodable(_:)``, and
  /// any other status is ``CallError/Reason/undeclared``.
  ///
  /// ```swift
  /// let names = Resource(.get("/names")) { response in
  ///   try response.decode([String].self).sorted()
  /// }
  /// ```
  ///
  /// The function may wait: `{ response in try await store.save(response.body) }`.
  public init(_ request: Request, _ read: @escaping @Sendable (Response) async throws -> Output) {
    self.init(request, [.success(Outcome(async: { response, _ in .success(try await read(response)) }))])
  }

  /// Any 2xx is decoded as this type; any other status is ``CallError/Reason/undeclared``.
  ///
  /// ```swift
  /// let me = Resource(User.self, .get("/me")).snakeCase
  /// ```
  public init(_ output: Output.Type, _ request: Request) where Output: Decodable {
    self.init(request, [.success(.decode)])
  }
}

extension Resource {
  /// Every response, whatever its status, is read by a function that may throw a failure of its own.
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
  /// A thrown `Failure` is ``CallError/Reason/declared(_:)``; anything else makes the call fail as
  /// ``CallError/Reason/undecodable(_:)``. The function may wait.
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

  /// The same resource, whose calls throw an error type of its own (``CallErrorConvertible``) in place of a
  /// ``CallError``: `try await client.send(user.throwing(AppError.self))`.
  public func throwing<Thrown: CallErrorConvertible<Failure>>(
    _ type: Thrown.Type
  ) -> ThrowingResource<Output, Thrown> {
    ThrowingResource(resource: self)
  }
}

/// A ``Resource`` whose calls throw an error type of its own; see ``Resource/throwing(_:)``.
public struct ThrowingResource<Output: Sendable, Thrown: CallErrorConvertible>: ResourceConvertible {
  public typealias Failure = Thrown.Failure

  public let resource: Resource<Output, Thrown.Failure>
}

/// What a client can send: a type that has a ``Resource``. Conform to ``Endpoint`` rather than to this.
public protocol ResourceConvertible<Output, Failure>: Sendable {
  /// What a call returns.
  associatedtype Output: Sendable
  /// What the API fails with.
  associatedtype Failure: Error
  /// What `send` throws.
  associatedtype Thrown: CallErrorConvertible<Failure> = CallError<Failure>

  /// Says whether sending a request again can help, by what came of it; nil where it has nothing to say.
  typealias TransienceRule = @Sendable (_ result: Result<Output, CallError<Failure>>) -> Transience?

  /// The request and what its responses mean.
  var resource: Resource<Output, Failure> { get }
}

extension Resource: ResourceConvertible {
  /// Itself.
  public var resource: Resource<Output, Failure> { self }
}
