import HTTPTypes
public import Repartee
import ReparteeJSON
import Synchronization

/// Counts which of the declared responses of endpoints occurred in a test run, against stubs or a real server.
///
/// ```swift
/// let coverage = ContractCoverage(GetUser.self, CreateUser.self)
/// let client = coverage.watching(client.stubbed(by: stubs))
/// // … the tests …
/// print(coverage.report)
/// try coverage.report.require(0.9)
/// ```
///
/// The last response of a call is counted, the one that is interpreted. A typed reply of a ``Stub`` is not counted.
/// Calls of `Resource` values are counted together if type, method and path template are equal. Any number of tests can
/// share a coverage at the same time.
public final class ContractCoverage: Sendable {
  /// What is counted separately: an endpoint's type, or the request of a `Resource`.
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var call: String?
  }

  private struct Entry {
    var name: String
    var lines: [ResponseLine]
    var hits: [ResponseLine: Int] = [:]
    var undeclared: [String: Int] = [:]
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var order: [Key] = []

    mutating func entry(
      _ key: Key, _ name: String, _ lines: @autoclosure () -> [ResponseLine], _ change: (inout Entry) -> Void
    ) {
      let known = entries.removeValue(forKey: key)
      if known == nil { order.append(key) }
      var entry = known ?? Entry(name: name, lines: [])
      // The lines of an endpoint never change.
      if known == nil || key.call != nil {
        for line in lines() where !entry.lines.contains(line) { entry.lines.append(line) }
      }
      change(&entry)
      entries[key] = entry
    }
  }

  private let state = Mutex(State())

  /// Creates the coverage of these endpoints, even if they are never called, and of all others that are.
  public init(_ endpoints: any Endpoint.Type...) {
    for endpoint in endpoints { add(endpoint) }
  }

  private func add<E: Endpoint>(_ endpoint: E.Type) {
    state.withLock { state in
      state.entry(Key(type: ObjectIdentifier(endpoint)), String(describing: endpoint), E.responses.lines) {
        _ in
      }
    }
  }

  /// Returns this client with its responses counted.
  public func watching(_ client: Client) -> Client {
    var client = client
    client.interceptors.insert(CoverageInterceptor(coverage: self), at: 0)
    return client
  }

  /// The responses so far.
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
    _ head: HTTPResponse, to resource: Resource<Output, Failure>, of endpoint: any Sendable
  ) {
    let call = endpoint is any Endpoint ? nil : "\(resource.request)"
    let type = type(of: endpoint)
    state.withLock { state in
      state.entry(
        Key(type: ObjectIdentifier(type), call: call), call ?? String(describing: type),
        resource.responses.lines
      ) { entry in
        if let line = resource.responses.line(for: head) {
          entry.hits[line, default: 0] += 1
        } else {
          let media = head.headerFields[.contentType].map { " \(Shown.text($0, limit: 100))" } ?? ""
          entry.undeclared["\(head.status.code)\(media)", default: 0] += 1
        }
      }
    }
  }
}

/// Counts the response of each call.
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
