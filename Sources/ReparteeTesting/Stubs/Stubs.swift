import Foundation
public import Repartee
import ReparteeBase
import ReparteeRedaction

/// Replaces the API behind one client, in a test or a preview.
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
/// Middleware, retries and the session work as in the application. Tests with their own stubs can run in parallel. If
/// several stubs take a call, the last one responds; if none does, the call fails with a `TransportError` that names
/// the nearest stub.
public final class Stubs: Sendable {
  private struct Used {
    let stub: Stub
    var count = 0
    /// Uses of calls that were not sent.
    var released: [Int] = []

    mutating func take() -> Int {
      if let use = released.min() {
        released.removeAll { $0 == use }
        return use
      }
      defer { count += 1 }
      return count
    }
  }

  private struct State {
    var stubs: [Used] = []
    var scopes: [StubScope] = []
    var problems: [String] = []
  }

  private let state = Mutex(State())
  private let onProblem: @Sendable (String) -> Void

  /// Creates stubs, of which some may stay unused.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, one on each line.
  ///   - onProblem: Called with each of ``problems``, in the task of the call; nil writes them to standard error.
  public init(
    @StubBuilder _ stubs: () -> [Stub] = { [] },
    onProblem: (@Sendable (_ problem: String) -> Void)? = nil
  ) {
    self.onProblem = onProblem ?? writeProblem
    for stub in stubs() { add(stub) }
  }

  /// Adds a stub, which takes precedence over those before it.
  public func add(_ stub: Stub) { state.withLock { $0.stubs.append(Used(stub: stub)) } }

  /// The faults of the test: a call that no stub takes, a stub without a response, a response that can't be made, or a
  /// response that the endpoint does not declare or can't decode; see ``StubResponse/unexpected()``.
  public var problems: [String] { state.withLock { $0.problems } }

  /// The calls of an endpoint, in the order in which they began.
  public func calls<E: ResourceConvertible>(of endpoint: E.Type) -> [StubbedCall<E>] {
    let scopes = state.withLock { $0.scopes }
    return scopes.compactMap { scope in
      (scope.endpoint as? E).map { StubbedCall(endpoint: $0, requests: scope.requests) }
    }
  }

  /// The method and path template of all calls, as `GET /users/{}`, in the order in which they began.
  public var calls: [String] { state.withLock { $0.scopes.map(\.call) } }

  // MARK: Parts

  func begin(_ scope: StubScope) { state.withLock { $0.scopes.append(scope) } }

  func note(_ problem: String) {
    let problem = DisplayText.lines(problem, limit: 4_000)
    state.withLock { $0.problems.append(problem) }
    onProblem(problem)
  }

  func response(to endpoint: any Sendable) -> (index: Int, use: Int, reply: (any Sendable)?)? {
    // A test's code does not run under the lock.
    let stubs = state.withLock { $0.stubs.map(\.stub) }
    guard let index = stubs.lastIndex(where: { $0.takes(endpoint) }) else { return nil }
    let (use, reply) = response(of: index, to: endpoint)
    return (index, use, reply)
  }

  func response(of index: Int, to endpoint: any Sendable) -> (use: Int, reply: (any Sendable)?) {
    let (stub, use) = state.withLock { ($0.stubs[index].stub, $0.stubs[index].take()) }
    return (use, stub.reply(endpoint, use))
  }

  /// The next call gets the response: this one was not sent.
  func release(_ use: Int, of index: Int) { state.withLock { $0.stubs[index].released.append(use) } }

  func isSequence(_ index: Int) -> Bool { state.withLock { $0.stubs[index].stub.isSequence } }

  func problem(of endpoint: any Sendable, _ call: String) -> String {
    let stubs = state.withLock { $0.stubs.map(\.stub) }
    let name = String(describing: type(of: endpoint))
    let same = stubs.count { $0.isOf(endpoint) }
    let advice =
      if same > 0 {
        same == 1
          ? "the stub of \(name) does not take this call"
          : "none of the \(same) stubs of \(name) takes this call"
      } else if let nearest = stubs.map(\.name).min(by: { $0.distance(to: name) < $1.distance(to: name) }) {
        "the nearest is a stub of \(nearest)"
      } else {
        "there are no stubs"
      }
    return "no stub responds to \(call) (\(name)): \(advice)"
  }
}

/// A call to ``Stubs``.
public struct StubbedCall<E: ResourceConvertible>: Sendable {
  /// The endpoint.
  public let endpoint: E
  /// The requests, one for each attempt; none after an output or a failure, or if the request could not be built.
  public let requests: [TransportRequest]
}

@Sendable func writeProblem(_ problem: String) {
  FileHandle.standardError.write(Data("Repartee: \(problem)\n".utf8))
}

extension String {
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
