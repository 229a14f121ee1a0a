import HTTPTypes
public import Repartee
import ReparteeBase
import ReparteeRedaction

/// Counts which declared responses occurred, against stubs or a real server.
///
/// ```swift
/// let coverage = ContractCoverage(GetUser.self, CreateUser.self)
/// let client = client.stubbed(by: stubs).covered(by: coverage)
/// // … the tests …
/// print(coverage.report)
/// try coverage.report.require(0.9)
/// ```
///
/// The last response of a call counts; an output or a failure of a ``Stub`` does not. Calls of `Resource` values with
/// the same type, method and path template count together. Tests can share a coverage concurrently.
public final class ContractCoverage: Sendable {
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var call: String?
  }

  private struct Entry {
    var name: String
    var own: [DeclaredCase] = []
    var shared: [SharedCases] = []
    var hits: [DeclaredCase: Int] = [:]
    var undeclared: [String: Int] = [:]

    init(name: String) { self.name = name }

    mutating func add(_ lines: (own: [DeclaredCase], shared: [SharedCases])) {
      for line in lines.own where !own.contains(line) { own.append(line) }
      for map in lines.shared where !shared.contains(map) { shared.append(map) }
    }

    var all: [DeclaredCase] {
      var all = own
      for line in shared.flatMap(\.cases) where !all.contains(line) { all.append(line) }
      return all
    }

    /// An endpoint's own lines precede included maps, and earlier maps later ones.
    func hits(of line: DeclaredCase, in map: SharedCases) -> Int {
      guard !own.contains(line), shared.first(where: { $0.cases.contains(line) }) == map else { return 0 }
      return hits[line] ?? 0
    }

    func report(_ lines: [DeclaredCase]) -> [Report.Line] {
      lines.map { .init(name: name, response: $0.description, count: hits[$0] ?? 0, isDeclared: true) }
        + undeclared.sorted { $0.key < $1.key }.map {
          .init(name: name, response: $0.key, count: $0.value, isDeclared: false)
        }
    }
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var order: [Key] = []

    mutating func entry(
      _ key: Key, _ name: String, _ lines: @autoclosure () -> (own: [DeclaredCase], shared: [SharedCases]),
      _ change: (inout Entry) -> Void
    ) {
      let known = entries.removeValue(forKey: key)
      if known == nil { order.append(key) }
      var entry = known ?? Entry(name: name)
      // An endpoint's lines never change.
      if known == nil || key.call != nil { entry.add(lines()) }
      change(&entry)
      entries[key] = entry
    }
  }

  private let state = Mutex(State())

  /// Creates the coverage of these endpoints, even if never called, and of all others that are called.
  public init(_ endpoints: any Endpoint.Type...) {
    for endpoint in endpoints { add(endpoint) }
  }

  private func add<E: Endpoint>(_ endpoint: E.Type) {
    state.withLock { state in
      state.entry(
        Key(type: ObjectIdentifier(endpoint)), String(describing: endpoint), E.responses.declaredCases
      ) {
        _ in
      }
    }
  }

  fileprivate func watching(_ client: Client) -> Client {
    var client = client
    client.testMiddleware.insert(CoverageMiddleware(coverage: self), at: 0)
    return client
  }

  /// The responses so far; included maps count once.
  public var report: Report {
    let entries = ordered
    var shared: [SharedCases] = []
    for map in entries.flatMap(\.shared) where !shared.contains(map) { shared.append(map) }
    let included = shared.flatMap { map in
      map.cases.map { line in
        let count = entries.reduce(0) { $0 + $1.hits(of: line, in: map) }
        return Report.Line(
          name: map.name, response: line.description, count: count, isDeclared: true, isShared: true)
      }
    }
    return Report(lines: entries.flatMap { $0.report($0.own) } + included)
  }

  /// The responses so far; included maps count for each endpoint.
  public var reportPerEndpoint: Report {
    Report(lines: ordered.flatMap { $0.report($0.all) })
  }

  private var ordered: [Entry] {
    state.withLock { state in state.order.compactMap { state.entries[$0] } }
  }

  fileprivate func note<Output, Failure>(
    _ response: any ResponseHead, to resource: Resource<Output, Failure>, of endpoint: any Sendable
  ) {
    let head = response.head
    let call = endpoint is any Endpoint ? nil : "\(resource.request)"
    let type = type(of: endpoint)
    state.withLock { state in
      state.entry(
        Key(type: ObjectIdentifier(type), call: call), call ?? String(describing: type),
        resource.responses.declaredCases
      ) { entry in
        if let line = resource.responses.declaredCase(for: head, to: response.request) {
          entry.hits[line, default: 0] += 1
        } else {
          let media = head.headerFields[.contentType].map { " \(DisplayText.text($0, limit: 100))" } ?? ""
          entry.undeclared["\(head.status.code)\(media)", default: 0] += 1
        }
      }
    }
  }
}

private struct CoverageMiddleware: CallMiddleware {
  let coverage: ContractCoverage

  func response<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    let endpoint = next.endpoint ?? call
    do throws(CallError<Failure>) {
      let reply = try await next(call)
      if !reply.isStubbed { coverage.note(reply, to: call, of: endpoint) }
      return reply
    } catch {
      if let response = error.response { coverage.note(response, to: call, of: endpoint) }
      throw error
    }
  }
}

extension Client {
  /// Returns this client with its responses counted.
  public func covered(by coverage: ContractCoverage) -> Client { coverage.watching(self) }
}
