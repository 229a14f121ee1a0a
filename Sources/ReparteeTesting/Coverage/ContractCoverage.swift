import HTTPTypes
public import Repartee
import ReparteeJSON
import Synchronization

/// Counts which of the responses that endpoints declare have come, in a run of tests, against stubs or a real server.
///
/// ```swift
/// let coverage = ContractCoverage(GetUser.self, CreateUser.self)
/// let client = coverage.watching(client.stubbed(by: stubs))
/// // … the tests …
/// print(coverage.report)
/// try coverage.report.require(0.9)
/// ```
///
/// What counts is the response that is interpreted: the last one of a call. A typed reply of a ``Stub`` is none. It may be
/// shared by any number of tests at once.
public final class ContractCoverage: Sendable {
  private struct Entry {
    var name: String
    var lines: [ResponseLine]
    var hits: [ResponseLine: Int] = [:]
    var undeclared: [String: Int] = [:]
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var order: [ObjectIdentifier] = []

    mutating func add(_ id: ObjectIdentifier, _ name: String, _ lines: @autoclosure () -> [ResponseLine]) {
      guard entries[id] == nil else { return }
      entries[id] = Entry(name: name, lines: lines())
      order.append(id)
    }
  }

  private let state = Mutex(State())

  /// The coverage of these endpoints, also if they are never called, and of all others that are.
  public init(_ endpoints: any Endpoint.Type...) {
    for endpoint in endpoints { add(endpoint) }
  }

  private func add<E: Endpoint>(_ endpoint: E.Type) {
    state.withLock { $0.add(ObjectIdentifier(endpoint), String(describing: endpoint), E.responses.lines) }
  }

  /// The same client, whose responses are counted.
  public func watching(_ client: Client) -> Client {
    var client = client
    client.interceptors.insert(CoverageInterceptor(coverage: self), at: 0)
    return client
  }

  /// What has come so far.
  public var report: Report {
    state.withLock { state in
      Report(
        endpoints: state.order.compactMap { id in
          state.entries[id].map { entry in
            Report.Endpoint(
              name: entry.name,
              cases: entry.lines.map { .init(response: $0.description, count: entry.hits[$0] ?? 0) },
              undeclared: entry.undeclared.sorted { $0.key < $1.key }.map {
                .init(response: $0.key, count: $0.value)
              })
          }
        })
    }
  }

  fileprivate func note<Output, Failure>(
    _ head: HTTPResponse, to call: Resource<Output, Failure>, of endpoint: any Sendable
  ) {
    let type = type(of: endpoint)
    // Resources of a type are told apart by what they ask for, as far as it can be told.
    let line = call.responses.line(for: head)
    state.withLock { state in
      let id = ObjectIdentifier(type)
      state.add(id, String(describing: type), call.responses.lines)
      if let line {
        state.entries[id]?.hits[line, default: 0] += 1
      } else {
        let media = head.headerFields[.contentType].map { " \(Shown.text($0, limit: 100))" } ?? ""
        state.entries[id]?.undeclared["\(head.status.code)\(media)", default: 0] += 1
      }
    }
  }
}

/// Looks at what came of each call.
private struct CoverageInterceptor: CallInterceptor {
  let coverage: ContractCoverage

  func result<Output, Failure>(
    of call: Resource<Output, Failure>, of endpoint: any Sendable, by client: Client,
    next: @Sendable () async -> Result<Reply<Output>, CallError<Failure>>
  ) async -> Result<Reply<Output>, CallError<Failure>> {
    let result = await next()
    switch result {
    case .success(let reply) where !reply.isStubbed: coverage.note(reply.head, to: call, of: endpoint)
    case .success: break
    case .failure(let error):
      if let response = error.response { coverage.note(response.head, to: call, of: endpoint) }
    }
    return result
  }
}
