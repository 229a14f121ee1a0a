public import Repartee

/// What takes the place of the API for the calls of one endpoint, see ``Stubs``.
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
  /// The endpoint's type.
  let name: String
  /// Whether an endpoint is of that type.
  let isOf: @Sendable (any Sendable) -> Bool
  /// Whether it takes a call of that type.
  let takes: @Sendable (any Sendable) -> Bool
  /// The reply to the call of that number, a `StubReply` of the endpoint's types; nil where there is none.
  let reply: @Sendable (any Sendable, Int) -> (any Sendable)?
  /// Whether each attempt of a call has the next reply, rather than the call's.
  let isSequence: Bool

  /// Replies, one for each call and for each attempt of a call that is sent again; the last one stays.
  ///
  /// - Parameters:
  ///   - endpoint: Which endpoint it is for, or which type of `Resource`.
  ///   - takes: Which calls of it.
  ///   - replies: What comes back. Without any the call fails.
  public init<E: ResourceConvertible>(
    _ endpoint: E.Type, where takes: @escaping @Sendable (E) -> Bool = { _ in true },
    _ replies: StubReply<E.Output, E.Failure>...
  ) {
    self.init(endpoint, takes, isSequence: true) { _, index in
      replies.isEmpty ? nil : replies[min(index, replies.count - 1)]
    }
  }

  /// A reply that depends on the call, made once for each. It is called concurrently.
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

/// Stubs, a line each.
@resultBuilder
public enum StubBuilder {
  /// A line is a stub.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// The stubs of all lines, in their order.
  public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { stubs.flatMap(\.self) }
  /// The stubs of an `if`; none where it does not hold.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// The stubs of an `if`, or of the first cases of a `switch`.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of an `else`, or of the later cases of a `switch`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// The stubs of all rounds of a loop.
  public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { stubs.flatMap(\.self) }
}
