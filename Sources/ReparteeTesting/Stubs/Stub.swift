public import Repartee

/// A replacement for the API for the calls of one endpoint, see ``Stubs``.
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
  /// The name of the endpoint's type.
  let name: String
  /// Returns whether an endpoint has that type.
  let isOf: @Sendable (any Sendable) -> Bool
  /// Returns whether the stub takes a call.
  let takes: @Sendable (any Sendable) -> Bool
  /// Returns the reply to a call, by the number of earlier replies: a `StubReply` of the endpoint's types, or nil if
  /// there is none.
  let reply: @Sendable (any Sendable, Int) -> (any Sendable)?
  /// Whether each attempt of a call gets the next reply, rather than the call's.
  let isSequence: Bool

  /// Creates a stub with replies, one for each call and for each attempt of a call that is sent again. The last reply
  /// is repeated.
  ///
  /// - Parameters:
  ///   - endpoint: The type of the endpoint, or a type of `Resource`.
  ///   - takes: Which of its calls the stub takes.
  ///   - replies: The replies. Without any the call fails.
  public init<E: ResourceConvertible>(
    _ endpoint: E.Type, where takes: @escaping @Sendable (E) -> Bool = { _ in true },
    _ replies: StubReply<E.Output, E.Failure>...
  ) {
    self.init(endpoint, takes, isSequence: true) { _, index in
      replies.isEmpty ? nil : replies[min(index, replies.count - 1)]
    }
  }

  /// Creates a stub whose reply depends on the call. `reply` is called once for each call, concurrently.
  public init<E: ResourceConvertible>(
    _ endpoint: E.Type, where takes: @escaping @Sendable (E) -> Bool = { _ in true },
    reply: @escaping @Sendable (_ call: E) -> StubReply<E.Output, E.Failure>
  ) {
    self.init(endpoint, takes, isSequence: false) { call, _ in reply(call) }
  }

  private init<E: ResourceConvertible>(
    _ endpoint: E.Type, _ takes: @escaping @Sendable (E) -> Bool, isSequence: Bool,
    _ reply: @escaping @Sendable (E, Int) -> StubReply<E.Output, E.Failure>?
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
  /// A line with one stub.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// The stubs of all lines, in order.
  public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { stubs.flatMap(\.self) }
  /// The stubs of an `if`; none if its condition is false.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// The stubs of an `if`, or of the first cases of a `switch`.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of an `else`, or of the later cases of a `switch`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of all iterations of a loop.
  public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { stubs.flatMap(\.self) }
}
