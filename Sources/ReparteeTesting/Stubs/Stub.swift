public import Repartee

/// The responses to the calls of one endpoint; see ``Stubs``.
///
/// ```swift
/// Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#))
/// Stub(GetUser.self, where: { $0.id == 404 }, .status(404))
/// // one after the other, the last one again and again
/// Stub(CreateUser.self, .noResponse(.offline), .success(ada))
/// Stub(GetUser.self) { call in
///   .success(User(id: call.id, name: "Ada"))
/// }
/// ```
public struct Stub: Sendable {
  let name: String
  let isOf: @Sendable (any Sendable) -> Bool
  let takes: @Sendable (any Sendable) -> Bool
  /// The number of earlier replies; nil without a response.
  let reply: @Sendable (any Sendable, Int) -> (any Sendable)?
  let isSequence: Bool

  /// Creates a stub with responses.
  ///
  /// - Parameters:
  ///   - endpoint: The type of the endpoint, or a type of `Resource`.
  ///   - takes: Which of its calls the stub takes; by default all.
  ///   - responses: The responses, one for each attempt; the last is repeated. A call that is not sent, for example
  ///     because a cache responds, takes none, unless it is an output or a failure. Without any, calls fail.
  public init<E: ResourceConvertible>(
    _ endpoint: E.Type, where takes: @escaping @Sendable (E) -> Bool = { _ in true },
    _ responses: StubResponse<E.Output, E.Failure>...
  ) {
    self.init(endpoint, takes, isSequence: true) { _, index in
      responses.isEmpty ? nil : responses[min(index, responses.count - 1)]
    }
  }

  /// Creates a stub whose response depends on the call; `response` runs once for each call, concurrently.
  public init<E: ResourceConvertible>(
    _ endpoint: E.Type, where takes: @escaping @Sendable (E) -> Bool = { _ in true },
    response: @escaping @Sendable (_ call: E) -> StubResponse<E.Output, E.Failure>
  ) {
    self.init(endpoint, takes, isSequence: false) { call, _ in response(call) }
  }

  private init<E: ResourceConvertible>(
    _ endpoint: E.Type, _ takes: @escaping @Sendable (E) -> Bool, isSequence: Bool,
    _ reply: @escaping @Sendable (E, Int) -> StubResponse<E.Output, E.Failure>?
  ) {
    name = String(describing: E.self)
    isOf = { $0 is E }
    self.takes = { ($0 as? E).map(takes) ?? false }
    self.reply = { call, index in (call as? E).flatMap { reply($0, index) } }
    self.isSequence = isSequence
  }
}

/// A result builder for stubs, one on each line.
@resultBuilder
public enum StubBuilder {
  /// One stub.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// The stubs of all lines, in order.
  public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { stubs.flatMap(\.self) }
  /// The stubs of an `if` without `else`.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// The stubs of the first branch.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of the second branch.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of a loop.
  public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { stubs.flatMap(\.self) }
}
