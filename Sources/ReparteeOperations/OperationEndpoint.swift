public import HTTPTypes
public import Repartee

/// An endpoint that starts work that takes time (RFC 9110, section 15.3.3). Its output is a state of the work, as the
/// start and each look at it return it; ``step(after:)`` says what follows (<doc:Operations>).
///
/// ```swift
/// struct StartExport: OperationEndpoint {
///   var request: Request { .post("/exports") }
///   static let responses: ResponseMap<Export, ExportError> = [
///     .codes(200...202, .decode(Export.self, result: \.result))
///   ]
///
///   func step(
///     after state: OperationState<Export>
///   ) throws(RequestError) -> OperationStep<File> {
///     if let file = state.value.file { return .ended(file) }
///     return .running(at: try .field("Location", of: state))
///   }
/// }
///
/// let file = try await client.wait(for: StartExport())
/// ```
///
/// `Client.send` starts the work and returns its first state.
public protocol OperationEndpoint<Value>: Endpoint {
  /// What the work results in.
  associatedtype Value: Sendable

  /// Returns what follows a state.
  ///
  /// A state that says that the work failed is a declared failure: the map of responses makes it
  /// (`.decode(State.self, result:)`).
  ///
  /// - Throws: A `RequestError` if the place is invalid; it ends the waiting, and the work goes on.
  func step(after state: OperationState<Output>) throws(RequestError) -> OperationStep<Value>

  /// Returns the request for the state at a place, and its responses; by default a GET of the URL without the fields,
  /// query and body of the start, with the endpoint's own map.
  ///
  /// Implement it for a place that is a value or a query item, or for responses other than those to the start:
  ///
  /// ```swift
  /// func state(
  ///   at place: Cursor
  /// ) throws(RequestError) -> Resource<Job, JobError> {
  ///   let id = try place.decode(String.self)
  ///   return Resource(.get("/jobs/\(id)"), Self.responses)
  /// }
  /// ```
  func state(at place: Cursor) throws(RequestError) -> Resource<Output, Failure>

  /// Returns the request for the result at the place of an ``OperationStep/result(at:)``, and its responses; by default
  /// the operation fails with kind `RequestError.Kind.operation`.
  func result(at place: Cursor) throws(RequestError) -> Resource<Value, Failure>

  /// Returns the request that cancels the work, and its responses; nil, the default, if the API has none. It is sent
  /// only by `Client.cancel(_:at:)`, and by a wait with `cancelsWork: true`.
  func cancellation(at place: Cursor) throws(RequestError) -> Resource<Void, Failure>?

  /// Whether states and results may be at another origin than the start; by default not.
  ///
  /// Their requests have neither the client's header fields and authentication, nor secret fields and query items
  /// (`Client.redaction`), also those in a link. No operation is followed from https to http, nor from another origin
  /// back to that of the base URL.
  static var allowsOtherOrigins: Bool { get }
}

/// What follows a state of an operation.
public enum OperationStep<Value: Sendable>: Sendable {
  /// The work goes on: its next state is at this place. Nil is the place of this state; after the start, a GET, it is
  /// the start's own request.
  case running(at: Cursor?)
  /// The work is done, and its result is to be read at this place.
  case result(at: Cursor)
  /// The work is done, with this result.
  case ended(Value)
}

/// A state of an operation, with its response.
public struct OperationState<Output: Sendable>: Sendable, ResponseHead {
  /// The output with its response.
  public let response: TypedResponse<Output>
  /// The place of this state; nil for the start, or a start that was sent again.
  public let place: Cursor?
  /// Continues the operation after this state. During ``OperationEndpoint/step(after:)`` it is that of this state.
  public internal(set) var handle: OperationHandle

  /// The output.
  public var value: Output { response.value }
  public var head: HTTPResponse { response.head }
  public var request: SentRequest { response.request }
}

/// An element of an ``OperationSequence``.
public enum OperationProgress<Output: Sendable, Value: Sendable>: Sendable {
  /// The work goes on, or its result has yet to be read.
  case running(OperationState<Output>)
  /// The work is done: the last element.
  case ended(Value)
}

extension OperationEndpoint {
  /// Returns a GET of the URL.
  ///
  /// - Throws: Kind `RequestError.Kind.operation` if the place is no URL.
  public func state(at place: Cursor) throws(RequestError) -> Resource<Output, Failure> {
    guard let url = place.url else {
      throw RequestError(
        .operation, "\(Self.self) has to implement state(at:): the place is no URL, but \(place)")
    }
    return Resource(Request(.get, url: url), Self.responses)
  }

  /// Fails.
  public func result(at place: Cursor) throws(RequestError) -> Resource<Value, Failure> {
    throw RequestError(.operation, "\(Self.self) has to implement result(at:), since a step is .result(at:)")
  }

  /// Nil.
  public func cancellation(at place: Cursor) -> Resource<Void, Failure>? { nil }

  /// False.
  public static var allowsOtherOrigins: Bool { false }
}

extension RequestError.Kind {
  /// The place of an operation, or something that its endpoint does not declare: a result of its own, or a
  /// cancellation.
  public static let operation = RequestError.Kind(rawValue: "operation")
}
