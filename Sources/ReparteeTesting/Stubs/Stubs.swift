import Foundation
public import Repartee
import ReparteeJSON
import Synchronization

/// Takes the place of an API, for one client: in a test, or in a preview.
///
/// ```swift
/// let stubs = Stubs {
///   Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#))
///   Stub(DeleteUser.self, .failure(.forbidden))
/// }
/// let model = UserModel(client: client.stubbed(by: stubs))
/// await model.load()
/// #expect(stubs.calls(of: GetUser.self).map(\.endpoint.id) == [7])
/// ```
///
/// Nothing is global: any number of tests run side by side, each with its own. Everything of the client is as it is in
/// the application but for the transport: header fields, middleware, retries, the session.
///
/// Of several stubs that take a call the last one responds. A call that none takes fails with a
/// `TransportError` that names the nearest one, and is one of ``problems``.
public final class Stubs: Sendable {
  private struct State {
    var stubs: [(stub: Stub, uses: Int)] = []
    var scopes: [StubScope] = []
    var problems: [String] = []
  }

  private let state = Mutex(State())
  private let onProblem: @Sendable (String) -> Void

  /// Stubs, none of which is necessary.
  ///
  /// - Parameters:
  ///   - stubs: A line each.
  ///   - onProblem: Is told of each of ``problems``, at once and in the task of its call; nil writes them to the
  ///     standard error.
  public init(
    @StubBuilder _ stubs: () -> [Stub] = { [] },
    onProblem: (@Sendable (_ problem: String) -> Void)? = nil
  ) {
    self.onProblem = onProblem ?? writeProblem
    for stub in stubs() { add(stub) }
  }

  /// Adds a stub, which comes before those that are there.
  public func add(_ stub: Stub) { state.withLock { $0.stubs.append((stub, 0)) } }

  /// What is wrong with the test: a call that no stub takes, a stub with a response that its endpoint does not declare
  /// or can't decode (``StubReply/misfit()`` says that this is meant), one without a reply.
  public var problems: [String] { state.withLock { $0.problems } }

  /// The calls of an endpoint, in the order in which they began.
  public func calls<E: ResourceConvertible>(of endpoint: E.Type) -> [StubbedCall<E>] {
    let scopes = state.withLock { $0.scopes }
    return scopes.compactMap { scope in
      (scope.endpoint as? E).map { StubbedCall(endpoint: $0, requests: scope.requests) }
    }
  }

  /// Method and path template of all calls, in the order in which they began: `GET /users/{}`.
  public var calls: [String] { state.withLock { $0.scopes.map(\.call) } }

  // MARK: Parts

  func begin(_ scope: StubScope) { state.withLock { $0.scopes.append(scope) } }

  func note(_ problem: String) {
    let problem = Shown.lines(problem, limit: 4_000)
    state.withLock { $0.problems.append(problem) }
    onProblem(problem)
  }

  /// The next reply to a call, and of which stub it is; nil where none takes the call.
  func reply(to endpoint: any Sendable) -> (index: Int, reply: (any Sendable)?)? {
    // What a test has written does not run under the lock.
    let stubs = state.withLock { $0.stubs.map(\.stub) }
    guard let index = stubs.lastIndex(where: { $0.takes(endpoint) }) else { return nil }
    return (index, reply(of: index, to: endpoint))
  }

  /// The next reply of a stub.
  func reply(of index: Int, to endpoint: any Sendable) -> (any Sendable)? {
    let (stub, use) = state.withLock { state in
      let use = state.stubs[index].uses
      state.stubs[index].uses += 1
      return (state.stubs[index].stub, use)
    }
    return stub.reply(endpoint, use)
  }

  func isSequence(_ index: Int) -> Bool { state.withLock { $0.stubs[index].stub.isSequence } }

  /// The scope of a request that is sent outside of its call: a stream that is opened again.
  func scope(like request: InMemoryTransport.Request) -> StubScope? {
    state.withLock { $0.scopes }.last { scope in
      scope.requests.contains { $0.head.method == request.head.method && $0.head.path == request.head.path }
    }
  }

  /// Why no stub takes a call.
  func complaint(of endpoint: any Sendable, _ call: String) -> String {
    let stubs = state.withLock { $0.stubs.map(\.stub) }
    let name = String(describing: type(of: endpoint))
    let same = stubs.count { $0.isOf(endpoint) }
    let advice =
      if same > 0 {
        same == 1
          ? "there is one of \(name), which does not take this call"
          : "there are \(same) of \(name), none of which takes this call"
      } else if let nearest = stubs.map(\.name).min(by: { $0.distance(to: name) < $1.distance(to: name) }) {
        "the nearest is one of \(nearest)"
      } else {
        "there are none"
      }
    return "no stub responds to \(call) (\(name)): \(advice)"
  }
}

/// A call that was made while ``Stubs`` took the place of the API.
public struct StubbedCall<E: ResourceConvertible>: Sendable {
  /// What was called.
  public let endpoint: E
  /// What arrived: a request for each attempt; none if the reply was typed, or if the request could not be built.
  public let requests: [InMemoryTransport.Request]
}

/// Writes what is wrong with a test to the standard error.
@Sendable func writeProblem(_ problem: String) {
  FileHandle.standardError.write(Data("Repartee: \(problem)\n".utf8))
}

extension String {
  /// How many characters have to be changed, added or removed to get another one.
  fileprivate func distance(to other: String) -> Int {
    let other = Array(other.utf8.prefix(200))
    var row = Array(0...other.count)
    for (line, mine) in utf8.prefix(200).enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in other.indices {
        let cost = mine == other[column] ? diagonal : diagonal + 1
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(cost, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
